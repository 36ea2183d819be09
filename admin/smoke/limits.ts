import { randomBytes } from 'node:crypto';
import type { Observation } from './observation.ts';
import { callbackPath, type Probe, type TimedAnswer } from './probe.ts';

const about = 'limits';

/** Maximum number of requests. It's several times the default of `REQUEST_LIMIT`, because locations count loosely. */
const most = 1_200;
/** Number of requests that are sent at the same time. */
const concurrency = 8;

/** A request that counts toward `REQUEST_LIMIT` and writes nothing. */
const askStranger = (probe: Probe, headers: Record<string, string> = {}): Promise<TimedAnswer> =>
  probe.ask(callbackPath(randomBytes(32).toString('base64url')), { headers });

/**
 * Sends requests without a session until the gateway refuses them. Then it checks that the refusal can't be evaded,
 * doesn't stop a signed-in user, and ends.
 */
export async function observeLimits(probe: Probe): Promise<Observation[]> {
  if (probe.location === undefined) return [noAddress];
  const from = probe.timer.now();
  const { sent, refused } = await sendUntilRefused(probe);
  const took = ((probe.timer.now() - from) / 1_000).toFixed(1);
  if (refused === undefined) return [neverRefused(sent, took)];
  const wait = Number(refused.headers.get('Retry-After'));
  const found = `a request was refused after ${sent} in ${took} s, with Retry-After: ${wait || 'none'}`;
  return [
    { level: wait > 0 && wait <= 60 ? 'good' : 'fault', about, what: found },
    await observeForgedAddress(probe),
    ...(await observeSignedIn(probe)),
    await observeEnd(probe, Math.min(wait || 60, 60)),
  ];
}

const noAddress: Observation = {
  level: 'not verified',
  about,
  what: 'the rate limits, which count by the address that Cloudflare names',
};

async function sendUntilRefused(probe: Probe): Promise<{ sent: number; refused: TimedAnswer | undefined }> {
  let sent = 0;
  let refused: TimedAnswer | undefined;
  const send = async () => {
    while (refused === undefined && sent < most) {
      sent += 1;
      const answer = await askStranger(probe);
      if (answer.status === 429) refused ??= answer;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, send));
  return { sent, refused };
}

const neverRefused = (sent: number, took: string): Observation => ({
  level: 'note',
  about,
  what: `none of ${sent} requests in ${took} s was refused`,
  advice: 'Bind REQUEST_LIMIT as in the template of plid init worker.',
});

/** Only Cloudflare may name the caller's address. */
async function observeForgedAddress(probe: Probe): Promise<Observation> {
  const { status } = await askStranger(probe, { 'CF-Connecting-IP': '203.0.113.9' });
  const what = `with a forged CF-Connecting-IP, the response is ${status}`;
  // Cloudflare rejects the header with 403, or replaces it.
  if (status === 429 || status === 403) return { level: 'good', about, what };
  return {
    level: 'fault',
    about,
    what: `${what}: a caller can evade the limit`,
    advice: 'Requests must reach the Worker only through Cloudflare.',
  };
}

async function observeSignedIn({ session, ask }: Probe): Promise<Observation[]> {
  if (session === undefined) return [];
  const { status } = await ask('/auth/session', { headers: { Cookie: session } });
  const what = `meanwhile, GET /auth/session with the session responds with ${status}`;
  return [{ level: status === 200 ? 'good' : 'fault', about, what }];
}

/** @param wait in seconds. */
async function observeEnd(probe: Probe, wait: number): Promise<Observation> {
  await probe.timer.wait(wait * 1_000);
  const { status } = await askStranger(probe);
  const what = `after ${wait} s, the response is ${status}`;
  return { level: status === 429 ? 'fault' : 'good', about, what };
}
