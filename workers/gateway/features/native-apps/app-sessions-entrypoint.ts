import { WorkerEntrypoint, waitUntil } from 'cloudflare:workers';
import * as v from 'valibot';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { readJson, requireJson } from '../../../core/protocol/json.ts';
import { verifierFormat } from '../../../core/protocol/pkce.ts';
import type { ClockBinding } from '../../../core/worker/clock.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { failureResponse } from '../../errors/failure-response.ts';
import { publicUser } from '../../sessions/public-user.ts';
import { createSessionToken, readSessionToken } from '../../sessions/session-token.ts';
import { schema } from '../../settings/callback-settings.ts';
import type { Bindings } from '../../settings/gateway-bindings.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';
import { completeSignIn, type SignInEnv } from '../../users/complete-sign-in.ts';
import { decryptAppFlow } from './app-flow.ts';
import { type AppLimitsEnv, limitAppRequest, limitServiceCallsForApps } from './app-limits.ts';
import { rememberAddress, unmarkAddressOnRejection } from './known-addresses.ts';

const answering = endpoint(
  'gateway-callback',
  schema,
  { 'POST /auth/session': openAppSession },
  { errorPage: failureResponse },
);

/** Completes an app's sign-in in the Worker that calls this function. */
export const completeAppSignIn = (request: Request, env: object): Promise<Response> =>
  answering.fetch(request, env, { waitUntil });

/**
 * RPC entrypoint that completes an app's sign-in. The route of these sign-ins belongs to the session worker,
 * because Cloudflare routes don't distinguish methods. The session worker serves every page and therefore has
 * neither the client secret nor authorization codes.
 */
export class AppSessions extends WorkerEntrypoint<ClockBinding> {
  override fetch(request: Request): Promise<Response> {
    return answering.fetch(request, this.env, this.ctx);
  }
}

const appReturn = v.object({
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(8_192)),
  state: v.pipe(v.string(), v.maxLength(2_048)),
  code_verifier: v.pipe(v.string(), v.regex(verifierFormat)),
});

/**
 * Creates a session from an app's sign-in. Until the flow expires, an app that lost the response can repeat the
 * call and gets the same session. The call must contain the same code, state, and verifier. These values are
 * worthless after the flow has expired.
 */
async function openAppSession(
  context: Context<SignInEnv & AppLimitsEnv & Pick<Bindings, 'SESSION_ATTRIBUTES'>>,
): Promise<Response> {
  const { request, env, now } = context;
  await limitAppRequest(context, requireJson);
  const sent = await readJson(request, appReturn);
  const flow = await decryptAppFlow(env.KEYS, sent.state, sent.code_verifier, now);
  await limitServiceCallsForApps(context);
  const returned = { ...flow, ...sent };
  const former = await readSessionToken(request, env.KEYS, now);
  const completed = completeSignIn(context, returned, { ofApp: true, former });
  const { session, fresh } = await completed.catch(unmarkAddressOnRejection(context));
  if (fresh) rememberAddress(context);
  if (session === undefined) throw new ProtocolError(gatewayRefusals.signed_out);
  const { user, expires, login } = session;
  const token = await createSessionToken(env.KEYS, { plid: user.plid, secret: flow.session }, expires);
  return Response.json({
    session: token,
    expires_in: expires - now,
    user: publicUser(user, env.SESSION_ATTRIBUTES),
    ...(login && { login }),
  });
}
