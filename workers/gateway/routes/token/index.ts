import * as v from 'valibot';
import type { AccessToken } from '../../../../packages/plid/client/endpoint-calls.ts';
import { isAutomaticLogin } from '../../../../packages/plid/fields/read-record.ts';
import { sha256Base64url } from '../../../core/crypto/bytes.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import {
  type Parameters,
  readParameters,
  requireFormContentType,
} from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { tokenFailure } from '../../errors/failure-response.ts';
import { decryptAppFlow } from '../../features/native-apps/app-flow.ts';
import { limitAppRequest, limitServiceCallsForApps } from '../../features/native-apps/app-limits.ts';
import { rememberAddress, unmarkAddressOnRejection } from '../../features/native-apps/known-addresses.ts';
import { ClaimedFlow, claimFlow } from '../../flow/claimed-flow.ts';
import { sessionId } from '../../sessions/session-token.ts';
import { appSettings } from '../../settings/app-settings.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';
import type { AppFlow } from '../../settings/gateway-sealed-types.ts';
import { serviceSettings } from '../../settings/service-settings.ts';
import {
  exchangeCode,
  exchangeCodeWithLoginFacts,
  type FlowCode,
  readUser,
} from '../../upstream/service-calls.ts';

const schema = v.object({
  ...pick(bindings, 'KEYS', 'HSTS_SUBDOMAINS', 'LOCATION_HINT', 'FLOW'),
  ...pick(serviceSettings, 'SERVICE_URL', 'TOKEN_PATH', 'USER_PATH', 'PKCE', 'TOKEN_READS'),
  ...pick(serviceSettings, 'SERVICE_TIMEOUT', 'CLIENT_ID', 'CLIENT_SECRET'),
  ...pick(appSettings, 'APP_LIMIT', 'APP_NETWORK_LIMIT', 'APP_TOTAL_LIMIT'),
});
type TokenContext = Context<v.InferOutput<typeof schema>>;

/**
 * Exchanges a code for an app without a back end (§4.2) and adds the client credentials. The exchange works once,
 * for a flow that this gateway started, and only for the holder of the flow's verifier.
 */
async function proxyToken(context: TokenContext): Promise<Response> {
  const { request, env, now } = context;
  await limitAppRequest(context, requireFormContentType);
  const sent = readTokenRequest(await readParameters(request), env.CLIENT_ID);
  const flow = await decryptAppFlow(env.KEYS, sent.state, sent.code_verifier, now);
  await limitServiceCallsForApps(context);
  const token = await exchangeOnce(context, flow, sent).catch(unmarkAddressOnRejection(context));
  rememberAddress(context);
  return Response.json(token);
}

/**
 * @throws {ProtocolError} `flow_used` if another call has already claimed the flow; errors of
 * {@link exchangeFullSignIn}.
 */
async function exchangeOnce(context: TokenContext, flow: AppFlow, sent: FlowCode): Promise<AccessToken> {
  const code = await sha256Base64url(sent.code);
  const claim = { status: 'proxied', code, expires: flow.expires, held: true } as const;
  const claimed = await claimFlow(context, await sessionId(flow.session), claim);
  if (!(claimed instanceof ClaimedFlow)) throw new ProtocolError(gatewayRefusals.flow_used);
  if (flow.full) return exchangeFullSignIn(context, claimed, sent);
  return claimed.redeem(() => exchangeCode(context, sent));
}

/**
 * Exchanges the code of a flow that requires a full sign-in. If the service doesn't report whether the login was
 * automatic, the gateway reads the user before the app gets the token. @throws {ProtocolError} `login_required`;
 * `session_only` if the token can be read only once; {UpstreamFailure}.
 */
async function exchangeFullSignIn(
  context: TokenContext,
  claimed: ClaimedFlow,
  sent: FlowCode,
): Promise<AccessToken> {
  const { token, automaticLogin } = await claimed.redeem(() => exchangeCodeWithLoginFacts(context, sent));
  if (automaticLogin === undefined && context.env.TOKEN_READS === 'once')
    throw new ProtocolError(gatewayRefusals.session_only);
  const isAutomatic =
    automaticLogin === undefined
      ? isAutomaticLogin((await readUser(context, token.access_token)).user)
      : automaticLogin === 'Y';
  if (isAutomatic) throw new ProtocolError(refusals.login_required);
  return token;
}

/**
 * @throws {ProtocolError} `missing_item`, `invalid_item`; `unknown_client` if the client_id isn't the gateway's.
 */
function readTokenRequest(parameters: Parameters, CLIENT_ID: string): FlowCode {
  if (parameters.required('grant_type') !== 'authorization_code') {
    throw new ProtocolError(refusals.invalid_item, { item: 'grant_type' });
  }
  const client_id = parameters.optional('client_id');
  if (client_id !== undefined && client_id !== CLIENT_ID) throw new ProtocolError(refusals.unknown_client);
  return {
    code: parameters.required('code'),
    state: parameters.required('state'),
    code_verifier: parameters.required('code_verifier'),
  };
}

/** Token proxy for apps. */
export default endpoint(
  'gateway-token',
  schema,
  {
    /** Token proxy: adds the credentials to a token request (§4.2), once for each sign-in. */
    'POST /auth/token': proxyToken,
  },
  { errorPage: tokenFailure },
);
