import { randomBytes } from 'node:crypto';
import type { Observation } from './observation.ts';
import { callbackPath, type Probe, type TimedAnswer } from './probe.ts';

/** Number of requests after the first one. */
const warmRequests = 20;

/** Endpoints of different workers, by name. None of these requests stores anything. */
const endpoints = {
  session: () => '/auth/session',
  login: () => '/auth/login',
  callback: () => callbackPath(randomBytes(32).toString('base64url')),
};

/**
 * Compares the first request to each endpoint with later ones. It includes the start of an isolate if the location
 * has none.
 * @param first the very first response, from `/auth/session`.
 */
export async function observeColdStart(probe: Probe, first: TimedAnswer): Promise<Observation[]> {
  const seen: Observation[] = [];
  for (const [name, path] of Object.entries(endpoints)) {
    const answers = name === 'session' ? [first] : [];
    while (answers.length <= warmRequests) answers.push(await probe.ask(path()));
    seen.push(describe(name, answers));
  }
  return seen;
}

function describe(name: string, [first, ...warm]: TimedAnswer[]): Observation {
  const about = 'cold start';
  const failed = [first, ...warm].find((answer) => (answer?.status ?? 0) >= 500);
  if (failed !== undefined)
    return { level: 'fault', about, what: `${name}: ${failed.status} ${failed.body.slice(0, 200)}` };
  const times = warm.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right);
  const what = `${name}: ${first?.milliseconds} ms for the first request, then ${times[times.length >> 1]} ms (median of ${times.length}; at most ${times.at(-1)} ms)`;
  return { level: 'good', about, what };
}
