import type { Parameters } from '../../core/http/parameters.ts';
import { type Bindings, callbackAddress } from '../shared/gateway-bindings.ts';

export type AuthorizeEnv = Pick<
  Bindings,
  'SERVICE_URL' | 'AUTHORIZE_PATH' | 'PKCE' | 'CLIENT_ID' | 'GATEWAY_ORIGIN'
>;

/** What the starter of a sign-in may pass on to the service's pages (§4.1); anything else stays here. */
const extras = ['prompt', 'isHybrid', 'ui_locales'] as const;
export type ExtraParameters = Partial<Record<(typeof extras)[number], string | undefined>>;

/** @throws {ProtocolError} `invalid_item` where one is repeated. */
export const readExtraParameters = (parameters: Parameters): ExtraParameters =>
  Object.fromEntries(extras.map((name) => [name, parameters.optional(name)?.slice(0, 100)]));

/** The address at the service where a person signs in (§4.1). */
export function authorizeAddress(
  env: AuthorizeEnv,
  state: string,
  code_challenge: string,
  extras: ExtraParameters,
): string {
  const url = new URL(env.AUTHORIZE_PATH, env.SERVICE_URL);
  const proof = env.PKCE === 'Y' ? { code_challenge, code_challenge_method: 'S256' } : {};
  const parameters = {
    response_type: 'code',
    client_id: env.CLIENT_ID,
    redirect_uri: callbackAddress(env),
    state,
    ...proof,
    ...extras,
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  // A space as %20: not every service reads a plus as one.
  url.search = url.searchParams.toString().replaceAll('+', '%20');
  return url.href;
}
