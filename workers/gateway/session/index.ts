import * as v from 'valibot';
import { callObject } from '../../core/storage/outages.ts';
import { type Context, endpoint } from '../../core/worker/endpoint.ts';
import { showHealth } from '../../core/worker/health.ts';
import { pick } from '../../core/worker/settings.ts';
import { failureAnswer } from '../errors/failure-answer.ts';
import { noSessionError } from '../sessions/live-session.ts';
import { readSession } from '../sessions/read-session.ts';
import { shownSession } from '../sessions/session-handle.ts';
import { presentedSession } from '../sessions/session-token.ts';
import { appSettings } from '../shared/app-settings.ts';
import { bindings } from '../shared/gateway-bindings.ts';
import { userOf } from '../shared/gateway-objects.ts';
import { serviceSettings } from '../shared/service-settings.ts';
import { sessionSettings } from '../shared/session-settings.ts';
import { openAppSession } from './app-session.ts';
import { toldUser } from './told-user.ts';

export { Gateway } from './entrypoint.ts';

const schema = v.object({
  ...pick(bindings, 'KEYS', 'HSTS_SUBDOMAINS', 'SESSIONS', 'LOCATION_HINT', 'FLOW', 'USER'),
  ...pick(serviceSettings, 'SERVICE_URL', 'TOKEN_PATH', 'USER_PATH', 'PKCE', 'SERVICE_TIMEOUT', 'CLIENT_ID'),
  ...pick(serviceSettings, 'CLIENT_SECRET'),
  ...pick(sessionSettings, 'SESSION_LIFETIME', 'SESSION_ATTRIBUTES', 'SESSION_CACHE_LIFETIME'),
  ...pick(sessionSettings, 'STALE_SESSION_LIFETIME'),
  ...pick(appSettings, 'APP_LIMIT', 'APP_NETWORK_LIMIT', 'APP_TOTAL_LIMIT'),
});
type SessionContext = Context<v.InferOutput<typeof schema>>;

async function showSession(context: SessionContext): Promise<Response> {
  const { request, env, now } = context;
  const presented = await presentedSession(request, env.KEYS, now);
  const session = presented && (await readSession(context, presented));
  if (session === undefined) throw noSessionError();
  return Response.json({ ...session, user: toldUser(session.user, env.SESSION_ATTRIBUTES) });
}

/** Their other sessions, as the User object has them. */
async function listSessions({ request, env, now }: SessionContext): Promise<Response> {
  const presented = await presentedSession(request, env.KEYS, now);
  if (presented === undefined) throw noSessionError();
  const { plid, id: own } = presented;
  const live = await callObject('listing sessions', userOf(env, plid).sessions(own, now));
  if (live === undefined) throw noSessionError();
  const sessions = live.map((session) => ({ ...shownSession(session), current: session.id === own }));
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
