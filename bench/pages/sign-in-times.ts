import type { BrowserContextOptions } from 'playwright-core';
import type { BrowserWorld, startBrowserWorld } from '../../test/browser/support/browser-world.ts';
import { changeSubscriber } from '../../test/support/fixtures/phones.ts';
import { administer } from '../../test/support/requests/operator-requests.ts';
import { applications } from '../../test/support/world/test-settings.ts';
import { Hands } from './hands.ts';
import {
  arrive,
  automatically,
  byCode,
  byLink,
  byNumber,
  byNumberToRemember,
  byPasskey,
  byReturn,
  hasPasskeys,
  type Login,
  type Way,
  withAutomaticLogin,
  withPasskey,
} from './sign-in-ways.ts';

/** A page on a common phone. Chrome's bars take the rest of the screen. */
const phone = { hasTouch: true, viewport: { width: 360, height: 647 } };
const desk = { viewport: { width: 1280, height: 800 } };

interface Timed {
  seconds: number;
  hands: Hands;
}

/** Times one sign-in. The browser is signed out afterwards, on its first page. */
async function time(user: Login, way: Way): Promise<Timed> {
  const { world, context } = user;
  const [page = user.page] = context.pages();
  if (hasPasskeys(context)) await context.clearCookies({ name: /plid-device/ });
  await page.goto(`${world.gateway}/`);
  const login = { ...user, page };
  const start = performance.now();
  await login.hands.tap(page.locator('a.button[href^="/auth/login"]'));
  await way(login);
  await arrive(login);
  const seconds = (performance.now() - start) / 1000;
  for (const other of context.pages().slice(0, -1)) await other.close();
  await context.pages()[0]?.click('#logout');
  return { seconds, hands: login.hands };
}

/** A user unknown to the service, with a phone that waits for its owner. */
async function newcomer(world: BrowserWorld, device: BrowserContextOptions): Promise<Omit<Login, 'hands'>> {
  const phoneNo = `0106${1_000_000 + Math.floor(Math.random() * 8_000_000)}`;
  const person = { name: '홍길동', phoneNo, telcoCd: 'S' };
  await changeSubscriber(world, phoneNo, { behaviour: 'waits' });
  const context = await world.open(device);
  return { world, context, page: await context.newPage(), person };
}

type SignIn = [name: string, way: Way];

/** Each user's sign-ins, in order. Those without a name aren't reported. */
const users: [device: BrowserContextOptions, ...signIns: SignIn[]][] = [
  [phone, ['first sign-in, by the carrier’s app', byLink], ['return, by the carrier’s app', byLink]],
  [phone, ['first sign-in, by number', byNumber]],
  [phone, ['', byNumberToRemember], ['return, by number', byReturn]],
  [phone, ['', withAutomaticLogin], ['automatic login', automatically]],
  [phone, ['', withPasskey], ['return, by passkey', byPasskey]],
  [desk, ['first sign-in at a desktop, by QR code', byCode]],
];

const rounds = 3;

/**
 * Times a first sign-in and a return with each start, in Chromium, on a phone as Koreans have it. A scripted user reads, taps,
 * swipes, and types as slowly as people do. Everything that the user has to do is counted. Prints the median of three rounds, and the
 * user's part and the machine's part.
 */
export async function timeSignIns(start: typeof startBrowserWorld): Promise<void> {
  const world = await start({ local: true });
  await administer(world, 'PATCH', `/${applications.shop.client_id}`, { body: { passkeys: true } });
  const results = new Map<string, Timed[]>();
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const [device, ...signIns] of users) {
        const user = await newcomer(world, device);
        for (const [name, way] of signIns) {
          const hands = new Hands({ hasTouch: device.hasTouch === true });
          const timed = await time({ ...user, hands }, way);
          results.set(name, [...(results.get(name) ?? []), timed]);
        }
        await user.context.close();
      }
  } finally {
    await world.close();
  }
  results.delete('');
  for (const [name, timed] of results) console.log(`${name}: ${describe(timed)}`);
}

/** The median of several times, and what the user did meanwhile. */
function describe(timed: readonly Timed[]): string {
  const median = timed.toSorted((one, other) => one.seconds - other.seconds)[Math.floor(timed.length / 2)];
  if (median === undefined) return 'not timed';
  const { seconds, hands } = median;
  const user = hands.busy / 1000;
  const parts = `user ${user.toFixed(1)} s, machine ${(seconds - user).toFixed(1)} s`;
  return `${seconds.toFixed(1)} s (${parts}), ${hands.describe()}`;
}
