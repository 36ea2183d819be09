import type * as v from 'valibot';
import { readSignInName, signInParameter } from '../../../packages/plid/protocol/sign-in-name.ts';
import { redirect } from '../../core/http/redirect.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { type Parameters, queryParameters } from '../../core/protocol/parameters.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { type Context, endpoint } from '../../core/worker/endpoint.ts';
import { signInFailure } from '../errors/failure-page.tsx';
import { limitRequests } from '../flow/address-limits.ts';
import { beginFullSignIn } from '../flow/begin-sign-in.ts';
import { findFlow } from '../flow/browser-flow.ts';
import {
  hasSignedOut,
  noSignedOutCookie,
  refuseEmbedded,
  refusePrefetch,
  returnAddress,
} from '../flow/request-checks.ts';
import { presentedLiveSession } from '../sessions/live-session.ts';
import { sealSession, sessionCookie, sessionId } from '../sessions/session-token.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';
import { appFlow } from '../shared/gateway-values.ts';
import { UpstreamFailure } from '../upstream/upstream-failure.ts';
import { completeSignIn } from '../users/complete-sign-in.ts';
import { schema } from './callback-settings.ts';
import { redirectToApp } from './redirect-to-app.tsx';
import { withoutFlow } from './without-flow.ts';

export { AppSessions } from './app-entrypoint.ts';

type CallbackContext = Context<v.InferOutput<typeof schema>>;

/**
 * Takes a person who comes back from the service where they were going, signed in. It may be repeated: refresh, back,
 * double submission and several at once spend the code once, and end in the same session. A person who went back to the service
 * afterwards and cancelled there stays signed in.
 */
async function handleCallback(context: CallbackContext): Promise<Response> {
  const { request, url, env, now } = context;
  refusePrefetch(request);
  refuseEmbedded(request);
  await limitRequests(context);
  const parameters = queryParameters(url);
  const state = parameters.required('state');
  checkIssuer(context, parameters);
  const app = await appFlow.open(env.KEYS, state, now);
  if (app !== undefined) return redirectToApp(app, context);
  const presented = await presentedLiveSession(context);
  const flow = await findFlow(request, env.KEYS, state, now);
  if (typeof flow === 'string') return withoutFlow(context, state, flow, presented);
  nameSentSignIn(context, parameters);

  const destination = returnAddress(flow.return_to, env.GATEWAY_ORIGIN);
  if (presented?.id === (await sessionId(flow.session))) return redirect(303, destination);

  const returned = { ...flow, code: readCode(parameters) };
  const completing = completeSignIn(context, returned, { ofApp: false, former: presented });
  const completed = await completing.catch(onlyLoginRequired);
  if (completed === 'login_required') return beginFullSignIn(context, flow);
  const { session, fresh } = completed;
  if (!fresh && presented !== undefined) return redirect(303, destination);
  if (session === undefined) throw new ProtocolError(gatewayRefusals.signed_out);
  const { user, expires } = session;
  const token = await sealSession(env.KEYS, { plid: user.plid, secret: flow.session }, expires);
  const unmarked = hasSignedOut(request) ? [noSignedOutCookie(url)] : [];
  return redirect(303, destination, [sessionCookie(url, token, expires - now), ...unmarked]);
}

/**
 * Refuses the answer of another service than the one that the person was sent to, whose code somebody would have us redeem (RFC 9207).
 * @throws {ProtocolError} `flow_mismatch`, also where it does not say whose it is and has to.
 */
function checkIssuer({ env, note }: CallbackContext, parameters: Parameters): void {
  const iss = parameters.optional('iss');
  const isFaulty =
    iss === undefined ? env.ISS_REQUIRED === 'Y' : iss !== (env.EVENT_ISSUER ?? env.SERVICE_URL);
  if (!isFaulty) return;
  note({ issuer: iss === undefined ? 'missing' : 'other' });
  throw new ProtocolError(gatewayRefusals.flow_mismatch);
}

/**
 * Names the sign-in as the service does beside an error. Only a flow of this browser gets so far: nobody else chooses a word for its
 * page and for the log.
 */
function nameSentSignIn({ nameSignIn }: CallbackContext, parameters: Parameters): void {
  const name = readSignInName(parameters.optional(signInParameter));
  if (name !== undefined) nameSignIn(name);
}

/**
 * The code that the service sent a person back with (§4.1).
 * @throws {ProtocolError} `access_denied`, `login_required`; `upstream_refused` where it sent another error; `missing_item`.
 */
function readCode(parameters: Parameters): string {
  const error = parameters.optional('error');
  if (error === undefined) return parameters.required('code');
  if (error === 'access_denied') throw new ProtocolError(refusals.access_denied);
  if (error === 'login_required') throw new ProtocolError(refusals.login_required);
  const message = parameters.optional('message') ?? parameters.optional('error_description') ?? '';
  throw new UpstreamFailure('upstream_refused', 'sent back with an error', {
    serviceRefusal: { status: 302, error, message },
  });
}

function onlyLoginRequired(failure: unknown): 'login_required' {
  if (failure instanceof ProtocolError && failure.refusal === refusals.login_required)
    return 'login_required';
  throw failure;
}

export default endpoint(
  'gateway-callback',
  schema,
  { 'GET /auth/callback': handleCallback },
  { errorPage: signInFailure },
);
