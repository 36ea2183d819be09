import * as v from 'valibot';
import { callObject } from '../../core/storage/outages.ts';
import { type Context, endpoint } from '../../core/worker/endpoint.ts';
import { showHealth } from '../../core/worker/health.ts';
import { failureAnswer } from '../errors/failure-answer.ts';
import { noSessionError } from '../sessions/live-session.ts';
import { readSession } from '../sessions/read-session.ts';
import { handleOf } from '../sessions/session-handle.ts';
import { presentedSession } from '../sessions/session-token.ts';
import { bindings, userOf } from '../shared/gateway-bindings.ts';
import { openAppSession } from './app-session.ts';
import { toldUser } from './told-user.ts';

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
  SESSION_ATTRIBUTES: bindings.SESSION_ATTRIBUTES,
  SESSION_CACHE_LIFETIME: bindings.SESSION_CACHE_LIFETIME,
  STALE_SESSION_LIFETIME: bindings.STALE_SESSION_LIFETIME,
  SESSIONS: bindings.SESSIONS,
  LOCATION_HINT: bindings.LOCATION_HINT,
  FLOW: bindings.FLOW,
  APP_LIMIT: bindings.APP_LIMIT,
  APP_NETWORK_LIMIT: bindings.APP_NETWORK_LIMIT,
  APP_TOTAL_LIMIT: bindings.APP_TOTAL_LIMIT,
  USER: bindings.USER,
  HSTS_SUBDOMAINS: bindings.HSTS_SUBDOMAINS,
});
type SessionContext = Context<v.InferOutput<typeof schema>>;

/** Who is signed in. */
async function showSession(context: SessionContext): Promise<Response> {
  const { request, env, now } = context;
  const presented = await presentedSession(request, env.KEYS, now);
  const session = presented && (await readSession(context, presented));
  if (session === undefined) throw noSessionError();
  return Response.json({ ...session, user: toldUser(session.user, env.SESSION_ATTRIBUTES) });
}

/** Where else they are signed in, as the User object has it. */
async function listSessions({ request, env, now }: SessionContext): Promise<Response> {
  const presented = await presentedSession(request, env.KEYS, now);
  if (presented === undefined) throw noSessionError();
  const { plid, id: own } = presented;
  const live = await callObject('listing sessions', userOf(env, plid).sessions(own, now));
  if (live === undefined) throw noSessionError();
  const sessions = live.map(({ id, agent, created, expires }) => ({
    session: handleOf(id),
    agent,
    created,
    expires,
    current: id === own,
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
    'GET /auth/healthz': showHealth,
  },
  { errorPage: failureAnswer },
);
