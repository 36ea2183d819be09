import { Failure } from '../../tools/terminal/failure.ts';
import { type Answer, checkTarget, explainConnection, send } from '../check/worker-requests.ts';

export interface TimedAnswer extends Answer {
  milliseconds: number;
}

/** The time of a smoke test. Tests of this command use another one. */
export interface Timer {
  /** In milliseconds, from any start. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

/** A gateway that a smoke test sends requests to. */
export interface Probe {
  origin: string;
  /** Cloudflare's location that serves this machine, such as `ICN`. Undefined if the gateway isn't at Cloudflare. */
  location: string | undefined;
  /** The Cookie header of a live session. */
  session: string | undefined;
  timer: Timer;
  requests(): number;
  /** Sends a request as a program does, which gets errors as JSON. @throws errors of `fetch`. */
  ask(path: string, options?: { method?: string; headers?: Record<string, string> }): Promise<TimedAnswer>;
}

const realTimer: Timer = {
  now: () => performance.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** A path that Cloudflare serves without running a Worker. */
const tracePath = '/cdn-cgi/trace';

/**
 * Opens a connection to a gateway without running its Worker, so that the next request measures only the Worker.
 * @param token value of the cookie `plid-session`. @throws {Failure} if the host can't be reached.
 */
export async function openProbe(origin: string, token?: string, timer: Timer = realTimer): Promise<Probe> {
  const where = checkTarget(origin);
  const prefix = origin.startsWith('https:') ? '__Host-' : '';
  let sent = 0;
  const ask: Probe['ask'] = async (path, { method = 'GET', headers = {} } = {}) => {
    sent += 1;
    const from = performance.now();
    const answer = await send(where, method, path, { Accept: 'application/json', ...headers });
    return { ...answer, milliseconds: Math.round(performance.now() - from) };
  };
  const first = await ask(tracePath).catch(explainConnection);
  if ('advice' in first) throw new Failure(`${origin}: ${first.fault}. ${first.advice}`);
  return {
    origin,
    location: /^[0-9a-f]{16}-([A-Z]{3})$/.exec(first.headers.get('CF-Ray') ?? '')?.[1],
    timer,
    session: token && `${prefix}plid-session=${token}`,
    requests: () => sent,
    ask,
  };
}

/** The reason of a plid error; undefined for another response. */
export function reasonOf({ body }: Answer): string | undefined {
  try {
    const { reason } = JSON.parse(body);
    return typeof reason === 'string' ? reason : undefined;
  } catch {
    return undefined;
  }
}

/** Starts a sign-in. @returns the path of its callback with a made-up code, and the browser's cookies. */
export async function startSignIn(probe: Probe): Promise<{ callback: string; cookie: string; service: URL }> {
  const { status, headers } = await probe.ask('/auth/login', { headers: { Accept: 'text/html' } });
  const location = headers.get('Location') ?? '';
  if (status !== 302 || !URL.canParse(location))
    throw new Failure(`/auth/login responds with ${status} instead of a redirect to the login service.`);
  const service = new URL(location);
  const state = service.searchParams.get('state') ?? '';
  const cookie = headers.getSetCookie().map((each) => each.split(';')[0]);
  return { callback: callbackPath(state), cookie: cookie.join('; '), service };
}

/** The path of a callback with a made-up code. */
export const callbackPath = (state: string): string =>
  `/auth/callback?${new URLSearchParams({ code: 'made-up-by-smoke', state })}`;

/** Explains why there was no usable response. @param error rethrown if it isn't a failure of a request. */
export function explainError(error: unknown): { what: string; advice?: string } {
  if (error instanceof Failure) return { what: error.message };
  const { fault, advice } = explainConnection(error);
  return { what: fault, advice };
}
