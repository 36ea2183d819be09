import * as v from 'valibot';
import { type Context, endpoint } from '../../core/endpoint.ts';
import { ProtocolError } from '../../core/errors.ts';
import { readParameters } from '../../core/parameters.ts';
import { refuseCrossSite } from '../../core/same-origin.ts';
import { bindings } from '../bindings.ts';
import { failureAnswer } from '../failure-answer.ts';
import { farewell } from '../farewell.ts';
import { returnAddress } from '../return-to.ts';
import { sessionsOf } from '../session-rows.ts';
import { endSessions, endSessionsOf, handleOf, noSession, presentedRow } from '../sessions.ts';

const schema = v.object({
  GATEWAY_ORIGIN: bindings.GATEWAY_ORIGIN,
  SESSIONS: bindings.SESSIONS,
  DATABASE: bindings.DATABASE,
});
type LogoutContext = Context<v.InferOutput<typeof schema>>;

/** Ends this session; with `everywhere=Y` all of this user's; with `session` another one of theirs. */
async function logOut(context: LogoutContext): Promise<Response> {
  const { request, url, env } = context;
  refuseCrossSite(request, url);
  const parameters = await readParameters(request);
  const address = returnAddress(parameters.optional('return_to'), env.GATEWAY_ORIGIN);
  const other = parameters.optional('session');
  const current = await presentedRow(context);
  if (other !== undefined) {
    if (current === undefined) throw noSession();
    const ended = await endOther(context, current.plid, other);
    return farewell(request, { address, answer: { ended: 1 }, stays: ended !== current.id });
  }
  const everywhere = parameters.optional('everywhere') === 'Y';
  const ended = current === undefined ? 0 : await end(context, current, everywhere);
  return farewell(request, { address, answer: { ended }, stays: false });
}

async function end(context: LogoutContext, { id, plid }: { id: string; plid: string }, everywhere: boolean) {
  if (everywhere) return endSessionsOf(context, plid);
  await endSessions(context, [id]);
  return 1;
}

/** @throws {ProtocolError} `invalid_item` where this user has no such session. */
async function endOther(context: LogoutContext, plid: string, handle: string): Promise<string> {
  const rows = await sessionsOf(context.env.DATABASE, plid, context.now);
  const row = rows.find(({ id }) => handleOf(id) === handle);
  if (row === undefined) throw new ProtocolError('invalid_item', { item: 'session' });
  await endSessions(context, [row.id]);
  return row.id;
}

export default endpoint(
  'gateway-logout',
  schema,
  { 'POST /auth/logout': logOut },
  { errorPage: failureAnswer },
);
