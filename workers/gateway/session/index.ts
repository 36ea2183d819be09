import * as v from 'valibot';
import { type Context, endpoint } from '../../core/endpoint.ts';
import { bindings } from '../bindings.ts';
import { failureAnswer } from '../failure-answer.ts';
import { sessionsOf } from '../session-rows.ts';
import { readSessionSecret } from '../session-secret.ts';
import { handleOf, noSession, presentedRow, readSession } from '../sessions.ts';
import { openAppSession } from './app-session.ts';

export { Gateway } from './entrypoint.ts';

const schema = v.object({
  KEYS: bindings.KEYS,
  SERVICE_URL: bindings.SERVICE_URL,
  SERVICE_TIMEOUT: bindings.SERVICE_TIMEOUT,
  TOKEN_PATH: bindings.TOKEN_PATH,
  USER_PATH: bindings.USER_PATH,
  PKCE: bindings.PKCE,
  CLIENT_ID: bindings.CLIENT_ID,
  CLIENT_SECRET: bindings.CLIENT_SECRET,
  SESSION_LIFETIME: bindings.SESSION_LIFETIME,
  SESSION_CACHE_LIFETIME: bindings.SESSION_CACHE_LIFETIME,
  STATES: bindings.STATES,
  SESSIONS: bindings.SESSIONS,
  DATABASE: bindings.DATABASE,
});
type SessionContext = Context<v.InferOutput<typeof schema>>;

/** Who is signed in. */
async function showSession(context: SessionContext): Promise<Response> {
  const secret = readSessionSecret(context.request);
  const session = secret === undefined ? undefined : await readSession(context, secret);
  if (session === undefined) throw noSession();
  return Response.json(session);
}

/** Where else they are signed in, as D1 has it. */
async function listSessions(context: SessionContext): Promise<Response> {
  const current = await presentedRow(context);
  if (current === undefined) throw noSession();
  const rows = await sessionsOf(context.env.DATABASE, current.plid, context.now);
  const sessions = rows.map(({ id, agent, created, expires }) => ({
    session: handleOf(id),
    agent,
    created,
    expires,
    current: id === current.id,
  }));
  return Response.json({ sessions });
}

export default endpoint(
  'gateway-session',
  schema,
  {
    'GET /auth/session': showSession,
    'POST /auth/session': openAppSession,
    'GET /auth/sessions': listSessions,
  },
  { errorPage: failureAnswer },
);
