import { authorizationAddress, type SignInParameters } from '../../../packages/plid/client/authorization.ts';
import type { Parameters } from '../../core/protocol/parameters.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';

export type AuthorizeEnv = Pick<
  Bindings,
  'SERVICE_URL' | 'AUTHORIZE_PATH' | 'PKCE' | 'CLIENT_ID' | 'GATEWAY_ORIGIN'
>;

/** The parameters of a sign-in that are passed on to the service's pages (§4.1); others are dropped. */
const extras = ['prompt', 'isHybrid', 'ui_locales'] as const;

/** @throws {ProtocolError} `invalid_item` where one is repeated. */
export const readSignInParameters = (parameters: Parameters): SignInParameters =>
  Object.fromEntries(extras.map((name) => [name, parameters.optional(name)?.slice(0, 100)]));

/** The address at the service where a person signs in (§4.1). */
export function authorizeAddress(
  env: AuthorizeEnv,
  state: string,
  code_challenge: string,
  extras: SignInParameters,
): string {
  const settings = {
    service: env.SERVICE_URL,
    clientId: env.CLIENT_ID,
    redirectUri: callbackAddress(env),
    paths: { authorize: env.AUTHORIZE_PATH },
  };
  const codeChallenge = env.PKCE === 'Y' ? code_challenge : undefined;
  return authorizationAddress(settings, { state, codeChallenge, ...extras });
}

/** The address at the service to which people are sent back: registered there, character by character (§4.1). */
const callbackAddress = ({ GATEWAY_ORIGIN }: Pick<Bindings, 'GATEWAY_ORIGIN'>) =>
  `${GATEWAY_ORIGIN}/auth/callback`;
