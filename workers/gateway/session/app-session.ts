import * as v from 'valibot';
import type { Context } from '../../core/endpoint.ts';
import { ProtocolError } from '../../core/errors.ts';
import { readJson } from '../../core/json.ts';
import { openAppFlow } from '../app-flows.ts';
import type { Bindings } from '../bindings.ts';
import { sessionId } from '../session-secret.ts';
import { completeSignIn, type SignInEnv } from '../sign-in.ts';
import { noteUsed } from '../states.ts';

const returned = v.object({
  code: v.pipe(v.string(), v.minLength(1), v.maxLength(8_192)),
  state: v.pipe(v.string(), v.maxLength(2_048)),
  code_verifier: v.pipe(v.string(), v.regex(/^[\w.~-]{43,128}$/)),
});

/**
 * Makes a session of an application's sign-in. It may be repeated with the same three values, as after an answer that
 * was lost on its way, and then answers the same session.
 */
export async function openAppSession(
  context: Context<SignInEnv & Pick<Bindings, 'STATES'>>,
): Promise<Response> {
  const { request, env, now } = context;
  const sent = await readJson(request, returned);
  const flow = await openAppFlow(env.KEYS, sent.state, sent.code_verifier, now);
  const { session, fresh } = await completeSignIn(context, { ...flow, ...sent });
  if (session === undefined) throw new ProtocolError('signed_out');
  if (fresh) noteUsed(context, sent.state, await sessionId(flow.session), env.SESSION_LIFETIME);
  const { user, expires } = session;
  return Response.json({ session: flow.session, expires_in: expires - now, user });
}
