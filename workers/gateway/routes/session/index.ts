import * as v from 'valibot';
import { callObject, callWorker } from '../../../core/storage/call-with-timeout.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { showHealth } from '../../../core/worker/health.ts';
import { passThrough } from '../../../core/worker/passthrough.ts';
import { binding, pick } from '../../../core/worker/settings.ts';
import { failureResponse } from '../../errors/failure-response.ts';
import { userOf } from '../../objects/gateway-objects.ts';
import { noSessionError } from '../../sessions/live-session.ts';
import { publicUser } from '../../sessions/public-user.ts';
import { readSession } from '../../sessions/read-session.ts';
import { publicSession } from '../../sessions/session-handle.ts';
import { readSessionToken } from '../../sessions/session-token.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import { sessionSettings } from '../../settings/session-settings.ts';

export { Gateway } from './gateway-entrypoint.ts';

const schema = v.object({
  ...pick(bindings, 'KEYS', 'HSTS_SUBDOMAINS', 'SESSIONS', 'LOCATION_HINT', 'USER'),
  ...pick(sessionSettings, 'SESSION_ATTRIBUTES', 'SESSION_CACHE_LIFETIME', 'STALE_SESSION_LIFETIME'),
  APP_SESSIONS: binding<Fetcher>({
    kind: 'services',
    service: 'gateway-callback',
    entrypoint: 'AppSessions',
  }),
});
type SessionContext = Context<v.InferOutput<typeof schema>>;

async function showSession(context: SessionContext): Promise<Response> {
  const { request, env, now } = context;
  const presented = await readSessionToken(request, env.KEYS, now);
  const session = presented && (await readSession(context, presented));
  if (session === undefined) throw noSessionError();
  return Response.json({ ...session, user: publicUser(session.user, env.SESSION_ATTRIBUTES) });
}

/** Lists the user's live sessions from the User object, and marks the request's own session. */
async function listSessions({ request, env, now }: SessionContext): Promise<Response> {
  const presented = await readSessionToken(request, env.KEYS, now);
  if (presented === undefined) throw noSessionError();
  const { plid, id: own } = presented;
  const live = await callObject('listing sessions', userOf(env, plid).sessions(own, now));
  if (live === undefined) throw noSessionError();
  const sessions = live.map((session) => ({ ...publicSession(session), current: session.id === own }));
  return Response.json({ sessions });
}

/** Calls the worker that completes an app's sign-in. */
const completeAppSignIn = ({ request, env }: SessionContext): Promise<Response> =>
  callWorker('ending the sign-in of an app', passThrough(env.APP_SESSIONS.fetch(request)));

/** The user's sessions, and health. */
export default endpoint(
  'gateway-session',
  schema,
  {
    /** Returns the signed-in user, by cookie or bearer token. */
    'GET /auth/session': showSession,
    /** Makes a session from an app's `code`, `state`, and `code_verifier`. */
    'POST /auth/session': completeAppSignIn,
    /** Lists the user's sessions: `session`, `agent`, `created`, `expires`, and `current`. */
    'GET /auth/sessions': listSessions,
    /** For monitors: 200 if the worker runs and its settings are valid. */
    'GET /auth/healthz': showHealth,
  },
  { errorPage: failureResponse },
);
