import { createIdentityKey } from '../../shared/grant-identity.ts';
import { digestOf } from '../../shared/redirect-digest.ts';
import type { SignIn } from '../../shared/sign-in-values.ts';
import type { ReadRequest } from './read-request.ts';

/** A sign-in that an authorization request begins. @param expires when it ends, in seconds since 1970. */
export async function createSignIn(
  id: string,
  { application, redirect_uri, state, code_challenge, isHybrid, uiLanguage }: ReadRequest,
  automaticLogin: SignIn['automaticLogin'],
  expires: number,
): Promise<SignIn> {
  return {
    id,
    identityKey: createIdentityKey(),
    client_id: application.client_id,
    redirect_uri_digest: await digestOf(redirect_uri),
    state,
    asked: application.attributes,
    optional: application.optional ?? [],
    expires,
    ...(isHybrid && { isHybrid }),
    ...(code_challenge && { code_challenge }),
    ...(automaticLogin && { automaticLogin }),
    ...(uiLanguage && { language: uiLanguage }),
  };
}
