import * as v from 'valibot';
import { readJson } from '../../core/http/json.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { verifierFormat } from '../../core/protocol/pkce.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { isFullDemanded, openAppFlow } from '../flow/app-flows.ts';
import { limitRequests } from '../flow/request-checks.ts';
import { completeSignIn, type SignInEnv } from '../sessions/complete-sign-in.ts';
import { sealSession } from '../sessions/presented-session.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import * as gatewayRefusals from '../shared/gateway-refusals.ts';

const returned = v.object({
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(8_192)),
  state: v.pipe(v.string(), v.maxLength(2_048)),
  code_verifier: v.pipe(v.string(), v.regex(verifierFormat)),
});

/**
 * Makes a session of an application's sign-in. Until the flow ends it may be repeated with the same three values, as
 * when the response did not arrive, and then answers the same session. The values are worth nothing after that.
 */
export async function openAppSession(
  context: Context<SignInEnv & Pick<Bindings, 'REQUEST_LIMIT'>>,
): Promise<Response> {
  const { request, env, now } = context;
  await limitRequests(context);
  const sent = await readJson(request, returned);
  const flow = await openAppFlow(env.KEYS, sent.state, sent.code_verifier, now);
  const { session } = await completeSignIn(
    context,
    { ...flow, ...sent, full: isFullDemanded(flow) },
    { sameCode: true },
  );
  if (session === undefined) throw new ProtocolError(gatewayRefusals.signed_out);
  const { user, expires } = session;
  const token = await sealSession(env.KEYS, { plid: user.plid, secret: flow.session }, expires);
  return Response.json({ session: token, expires_in: expires - now, user });
}
