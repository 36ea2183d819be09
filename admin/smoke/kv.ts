import type { Observation } from './observation.ts';
import { type Probe, reasonOf, startSignIn } from './probe.ts';

const about = 'KV';

/** Time between two reads, in milliseconds. */
const interval = 2_000;
/** KV may show a write or a deletion this late, in milliseconds (docs/gateway/README.md). */
const longestDelay = 60_000;
/** How long a part waits for KV, in milliseconds. */
const patience = longestDelay + 10_000;

/**
 * Measures how long KV needs until it shows a write at this location. The gateway records the state of each
 * sign-in, and its callback in another browser shows whether the record was found.
 */
export async function observeWrite(probe: Probe): Promise<Observation[]> {
  const { callback } = await startSignIn(probe);
  const elsewhere: Observation = {
    level: 'not verified',
    about,
    what: 'how long KV needs to show a write at another location',
    advice: `On a machine in another region, run within 10 minutes: npx plid-admin smoke ${probe.origin} --callback '${probe.origin}${callback}'`,
  };
  return [await untilShown(probe, callback), elsewhere];
}

/** Reads a sign-in that another run started until KV shows it here. */
export const observeRead = async (probe: Probe, callback: URL): Promise<Observation[]> => [
  await untilShown(probe, callback.pathname + callback.search),
];

async function untilShown({ ask, timer }: Probe, callback: string): Promise<Observation> {
  const from = timer.now();
  const passed = () => timer.now() - from;
  for (;;) {
    const answer = await ask(callback);
    const reason = reasonOf(answer);
    if (reason === 'flow_elsewhere')
      return { level: 'good', about, what: `a write was readable after ${seconds(passed())} s` };
    if (reason !== 'flow_missing')
      return { level: 'fault', about, what: `the callback responds with ${answer.status} ${reason ?? ''}` };
    if (passed() >= patience) return notShown(passed());
    await timer.wait(interval);
  }
}

const notShown = (passed: number): Observation => ({
  level: 'note',
  about,
  what: `a write wasn't readable within ${seconds(passed)} s`,
  advice:
    'Without the rate limit STATE_LIMIT, the gateway writes no state. If the limit is bound, look in the log for: keeping a state in KV',
});

/**
 * Signs the session out and reads it until KV's longest delay has passed. The User object ends the session at once,
 * and this location must not read it from KV afterwards.
 */
export async function observeSignOut({ origin, session = '', ask, timer }: Probe): Promise<Observation[]> {
  const headers = { Cookie: session, Origin: origin };
  const { status } = await ask('/auth/logout', { method: 'POST', headers });
  if (status !== 200) return [{ level: 'fault', about, what: `POST /auth/logout responds with ${status}` }];
  const from = timer.now();
  const passed = () => timer.now() - from;
  const live: number[] = [];
  let reads = 0;
  while (passed() < patience) {
    reads += 1;
    if ((await ask('/auth/session', { headers: { Cookie: session } })).status === 200) live.push(passed());
    await timer.wait(interval);
  }
  const last = live.at(-1);
  if (last === undefined)
    return [{ level: 'good', about, what: `a signed-out session didn't return in ${reads} reads` }];
  const what = `${live.length} of ${reads} reads still showed the signed-out session, the last one after ${seconds(last)} s`;
  return [{ level: last <= longestDelay ? 'note' : 'fault', about, what }];
}

const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1);
