import { redirect } from '../../../core/http/redirect.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { queryParameters } from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { endpoint } from '../../../core/worker/endpoint.ts';
import { signInFailure } from '../../errors/failure-page.tsx';
import { redirectToApp } from '../../features/native-apps/redirect-to-app.tsx';
import { limitRequests } from '../../flow/address-limits.ts';
import { restartWithFullSignIn } from '../../flow/begin-sign-in.ts';
import { findFlow } from '../../flow/browser-flow.ts';
import {
  checkReturnPath,
  clearedSignedOutCookie,
  hasSignedOut,
  rejectEmbedded,
  rejectPrefetch,
} from '../../flow/request-checks.ts';
import { findLiveSession } from '../../sessions/live-session.ts';
import {
  createSessionToken,
  type PresentedSession,
  sessionCookie,
  sessionId,
} from '../../sessions/session-token.ts';
import { type CallbackContext, schema } from '../../settings/callback-settings.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';
import { appFlow } from '../../settings/gateway-sealed-types.ts';
import { completeSignIn } from '../../users/complete-sign-in.ts';
import {
  adoptServiceSignInName,
  checkIssuer,
  readAuthorizationCode,
} from './authorization-response-checks.ts';
import { resolveMissingFlow } from './missing-flow.ts';

export { AppSessions } from '../../features/native-apps/app-sessions-entrypoint.ts';

/**
 * Completes the sign-in of a user who returns from the service. Repeated and parallel callbacks (refresh, back
 * button, double submission) redeem the code once and end in the same session. A callback that is too late or has
 * another code gets no session, but a signed-in user continues to the page. A user who goes back to the service and
 * cancels there stays signed in.
 */
async function handleCallback(context: CallbackContext): Promise<Response> {
  const { request, url, env, now } = context;
  rejectPrefetch(request);
  rejectEmbedded(request);
  await limitRequests(context);
  const parameters = queryParameters(url);
  const state = parameters.required('state');
  checkIssuer(context, parameters);
  const app = await appFlow.open(env.KEYS, state, now);
  if (app !== undefined) return redirectToApp(app, context);
  const presented = await findLiveSession(context);
  const flow = await findFlow(request, env.KEYS, state, now);
  if (typeof flow === 'string') return resolveMissingFlow(context, state, flow, presented);
  adoptServiceSignInName(context, parameters);

  const destination = checkReturnPath(flow.return_to, env.GATEWAY_ORIGIN);
  if (presented?.id === (await sessionId(flow.session))) return redirect(303, destination);

  const returned = { ...flow, code: readAuthorizationCode(parameters) };
  const completing = completeSignIn(context, returned, { ofApp: false, former: presented });
  const completed = await completing.catch((failure) => handleFailure(failure, presented));
  if (completed === 'login_required') return restartWithFullSignIn(context, flow);
  if (completed === 'signed_in_already') return redirect(303, destination);
  const { session, fresh } = completed;
  if (!fresh && presented !== undefined) return redirect(303, destination);
  if (session === undefined) throw new ProtocolError(gatewayRefusals.signed_out);
  const { user, expires } = session;
  const token = await createSessionToken(env.KEYS, { plid: user.plid, secret: flow.session }, expires);
  const clearedMark = hasSignedOut(request) ? [clearedSignedOutCookie(url)] : [];
  return redirect(303, destination, [sessionCookie(url, token, expires - now), ...clearedMark]);
}

/** Returns how the callback continues after a failure. @throws the failure if it ends the sign-in. */
function handleFailure(
  failure: unknown,
  presented: PresentedSession | undefined,
): 'login_required' | 'signed_in_already' {
  const refusal = failure instanceof ProtocolError ? failure.refusal : undefined;
  if (refusal === refusals.login_required) return 'login_required';
  if (refusal === gatewayRefusals.flow_used && presented !== undefined) return 'signed_in_already';
  throw failure;
}

/** Return from the service's sign-in. */
export default endpoint(
  'gateway-callback',
  schema,
  {
    /** Callback to register at the service: `<GATEWAY_ORIGIN>/auth/callback`. */
    'GET /auth/callback': handleCallback,
  },
  { errorPage: signInFailure },
);
