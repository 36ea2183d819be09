import { authorizationAddress, type SignInParameters } from '../../../packages/plid/client/authorization.ts';
import type { Parameters } from '../../core/protocol/parameters.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import { type PushEnv, pushRequest } from '../upstream/service-calls.ts';

export type AuthorizeEnv = PushEnv & Pick<Bindings, 'AUTHORIZE_PATH' | 'PKCE' | 'PAR' | 'GATEWAY_ORIGIN'>;

/** Sign-in parameters that are forwarded to the service (§4.1). All other parameters are dropped. */
const extras = ['prompt', 'isHybrid', 'ui_locales'] as const;

/** @throws {ProtocolError} `invalid_item` if a parameter is repeated. */
export const readSignInParameters = (parameters: Parameters): SignInParameters =>
  Object.fromEntries(extras.map((name) => [name, parameters.optional(name)?.slice(0, 100)]));

/**
 * Returns the authorization URL at the service (§4.1). @param isPushed whether to push the request first (RFC
 * 9126), so that the URL contains only `request_uri`. @throws {UpstreamFailure}
 */
export async function serviceAuthorizationUrl(
  env: AuthorizeEnv,
  { state, code_challenge, ...extras }: SignInParameters & { state: string; code_challenge: string },
  isPushed: boolean,
): Promise<string> {
  const settings = {
    service: env.SERVICE_URL,
    clientId: env.CLIENT_ID,
    redirectUri: callbackAddress(env),
    paths: { authorize: env.AUTHORIZE_PATH },
  };
  const codeChallenge = env.PKCE === 'Y' ? code_challenge : undefined;
  const request = { state, codeChallenge, ...extras };
  return isPushed ? pushRequest(env, settings, request) : authorizationAddress(settings, request);
}

/** The gateway's redirect URI, exactly as registered at the service (§4.1). */
const callbackAddress = ({ GATEWAY_ORIGIN }: Pick<Bindings, 'GATEWAY_ORIGIN'>) =>
  `${GATEWAY_ORIGIN}/auth/callback`;
