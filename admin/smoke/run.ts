import { Failure } from '../../tools/terminal/failure.ts';
import { noUpdate, observeUpdate } from './code-update.ts';
import { observeColdStart } from './cold-start.ts';
import { observeRead, observeSignOut, observeWrite } from './kv.ts';
import { observeLimits } from './limits.ts';
import type { Observation } from './observation.ts';
import { explainError, openProbe, type Probe, type TimedAnswer, type Timer } from './probe.ts';
import { observeRequestProperties } from './request-properties.ts';

export interface SmokeOptions {
  /** Value of the cookie `plid-session`. The session is signed out. */
  session?: string | undefined;
  /** Command that deploys the gateway. */
  deploy?: string | undefined;
  /** A callback that a run at another location printed. */
  callback?: URL | undefined;
}

export interface SmokeReport {
  location: string | undefined;
  requests: number;
  observations: Observation[];
}

/**
 * Tries the behavior of a deployed gateway that only Cloudflare shows. It creates no users, and writes only the
 * states of sign-ins, which expire. @throws {Failure} if there is no gateway, or if the session isn't live.
 */
export async function runSmoke(
  origin: string,
  { session, deploy, callback }: SmokeOptions,
  timer?: Timer,
): Promise<SmokeReport> {
  const probe = await openProbe(origin, session, timer);
  const observations: Observation[] = [];
  const observe = async (about: string, observing: () => Promise<Observation[]>) =>
    observations.push(...(await observing().catch((error: unknown) => [failed(about, error)])));
  const report = () => ({
    location: probe.location,
    requests: probe.requests(),
    observations: probe.location === undefined ? observations.map(notAtCloudflare) : observations,
  });
  // The first request to the Worker, which may start it.
  const first = await probe.ask('/auth/session');
  checkGateway(origin, first);
  await observe('cold start', () => observeColdStart(probe, first));
  await checkSession(probe);
  await observe('request ID', () => observeRequestId(probe));
  if (callback !== undefined) {
    await observe('KV', () => observeRead(probe, callback));
    return report();
  }
  await observe('request.cf', () => observeRequestProperties(probe));
  await observe('KV', () => observeWrite(probe));
  if (deploy === undefined) observations.push(noUpdate);
  else await observe('code update', () => observeUpdate(probe, deploy));
  await observe('limits', () => observeLimits(probe));
  if (session === undefined) observations.push(noSession);
  else await observe('KV', () => observeSignOut(probe));
  return report();
}

function checkGateway(origin: string, { status, body }: TimedAnswer): void {
  if (status === 401 && body.includes('"no_session"')) return;
  throw new Failure(
    `${origin} doesn't respond as a gateway (${status} at /auth/session). To find out why, run: npx plid-admin doctor --url ${origin}`,
  );
}

async function checkSession({ origin, session, ask }: Probe): Promise<void> {
  if (session === undefined) return;
  const { status } = await ask('/auth/session', { headers: { Cookie: session } });
  if (status === 401)
    throw new Failure(`PLID_SESSION isn't a live session of ${origin}. Sign in and copy the cookie again.`);
}

/** The Worker must use Cloudflare's ID of the request, so that logs and reports of users match Cloudflare's. */
async function observeRequestId({ ask }: Probe): Promise<Observation[]> {
  const about = 'request ID';
  const { headers } = await ask('/auth/healthz');
  const [ray, id] = [headers.get('CF-Ray')?.split('-')[0], headers.get('X-Request-Id')];
  if (ray === undefined) return [{ level: 'not verified', about, what: 'the response has no CF-Ray' }];
  return [{ level: ray === id ? 'good' : 'fault', about, what: `CF-Ray is ${ray}, X-Request-Id is ${id}` }];
}

const noSession: Observation = {
  level: 'not verified',
  about: 'KV',
  what: 'whether a signed-out session returns',
  advice: 'Sign in, copy the cookie plid-session into PLID_SESSION, and add: --session',
};

const failed = (about: string, error: unknown): Observation => ({
  level: 'fault',
  about,
  ...explainError(error),
});

/** What another runtime shows says nothing about Cloudflare. */
const notAtCloudflare = (seen: Observation): Observation =>
  seen.level === 'good' || seen.level === 'note'
    ? { level: 'not verified', about: seen.about, what: seen.what }
    : seen;
