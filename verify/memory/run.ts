import assert from 'node:assert/strict';
import { BrowserSession } from '../../test/support/people/browser-session.ts';
import { newSubscriber } from '../../test/support/people/phones.ts';
import { startWorld, type World } from '../../test/support/world/world.ts';
import { heldMemory } from './held-memory.ts';

const atOnce = 8;
/**
 * The growth that a worker is allowed, in KiB: keys for 1,000 sessions stay in the memory of workers that read sessions, and an
 * object stays for some 70 s after its last call. V8's own tables and compiled code vary by up to 1,500.
 */
const allowedGrowth = 4 * 1024;

/**
 * Many people log in, look at their session and log out; then no worker holds more memory than after the first few of them.
 * @returns the KiB that the workers held in all, before and after. @throws {AssertionError} naming the worker that holds more.
 */
export async function holdMemory({ runs }: { runs: number }): Promise<{ before: number; after: number }> {
  const world = await startWorld({ inspected: true });
  try {
    await logInMany(world, Math.ceil(runs / 5));
    const before = await heldMemory(world.harness);
    await logInMany(world, runs);
    const after = await heldMemory(world.harness);
    for (const [worker, kib] of after) {
      const growth = Math.round(kib - (before.get(worker) ?? 0));
      assert.ok(growth <= allowedGrowth, `${worker} holds ${growth} KiB more after ${runs} log-ins`);
    }
    return { before: sum(before), after: sum(after) };
  } finally {
    await world.close();
  }
}

async function logInMany(world: World, times: number): Promise<void> {
  let left = times;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1;
        await logInOnce(world);
      }
    }),
  );
}

async function logInOnce(world: World): Promise<void> {
  const browser = new BrowserSession(world);
  const person = await newSubscriber(world);
  const form = await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
  const consent = await browser.submit(form, { ...person, autoLogin: 'Y' });
  const session = await browser.submit(consent);
  assert.equal(session.url.pathname, '/auth/session', session.text);
  await browser.get(`${world.gateway}/auth/session`);
  const headers = { Origin: world.gateway, Accept: 'application/json' };
  const answer = await browser.fetch(`${world.gateway}/auth/logout`, { method: 'POST', headers });
  assert.equal(answer.status, 200, 'a log-out');
}

const sum = (held: ReadonlyMap<string, number>): number =>
  Math.round([...held.values()].reduce((total, kib) => total + kib, 0));
