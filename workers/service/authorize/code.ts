import { sha256Base64url } from '../../core/crypto/bytes.ts';
import { codeLifetime } from '../shared/service-lifetimes.ts';
import { authorizationCode } from '../shared/service-values.ts';
import type { AuthorizeContext } from './sign-in/authorize-settings.ts';
import { backToApplication, type ReturnAddress } from './steps/redirect.ts';

/** What a code is bound to. */
interface CodeRequest extends ReturnAddress {
  client_id: string;
  code_challenge?: string | undefined;
}

/** How a redirect address stands in sealed values: Base64url of its SHA-256. */
export async function digestOf(redirect_uri: string): Promise<string> {
  return sha256Base64url(redirect_uri);
}

/** Ends a sign-in well: the redirect with a code that names its grant (§4.1). */
export async function backWithCode(
  { env, now }: AuthorizeContext,
  request: CodeRequest,
  granted: { plid: string; grant: string; identityKey?: string },
  cookies: readonly string[] = [],
): Promise<Response> {
  const { client_id, redirect_uri, code_challenge } = request;
  const value = {
    ...granted,
    client_id,
    redirect_uri_digest: await digestOf(redirect_uri),
    ...(code_challenge !== undefined && { code_challenge }),
  };
  const code = await authorizationCode.seal(env.KEYS, value, now + codeLifetime);
  return backToApplication(request, { code }, cookies);
}
