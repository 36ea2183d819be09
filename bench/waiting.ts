import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { button, submitSignIn } from '../test/support/fixtures/browser-steps.ts';
import { changeSubscriber, requestsOn } from '../test/support/fixtures/phones.ts';
import { startChromium } from '../test/support/world/chromium.ts';
import type { World } from '../test/support/world/world.ts';

const logins = 50;
/** The moments of taps after the page is shown, in milliseconds. */
const [earliest, latest] = [500, 6_000];
/** Another one each time, so that every person meets the shop for the first time. */
const firstNumber = 1_000_000 + Math.floor(Math.random() * 8_000_000);

/** @param calls whether the carrier does. @returns from the tap until the next page is there, in milliseconds. */
async function logIn(browser: Browser, origin: string, number: number, calls: 'Y' | 'N'): Promise<number> {
  const world = { fetch, sandbox: origin } as unknown as World;
  const person = { name: '홍길동', phoneNo: `0105${firstNumber + number}`, telcoCd: 'S' };
  await changeSubscriber(world, person.phoneNo, { behaviour: 'waits', calls });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${origin}/auth/login?return_to=/auth/session`);
  await submitSignIn(page, person);
  await page.waitForSelector('.match');
  await setTimeout(earliest + Math.random() * (latest - earliest));
  const [request] = await requestsOn(world, person.phoneNo);
  const tapped = performance.now();
  await Promise.all([page.waitForSelector(button('consent')), tap(origin, request)]);
  const moved = performance.now();
  await context.close();
  return moved - tapped;
}

/** The user taps the right number. */
const tap = (origin: string, { id = '', match = '' } = {}) =>
  fetch(`${origin}/sandbox/requests/${id}/approve`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ match }),
  });

/**
 * Measures how soon the waiting page moves on after the phone has answered, in Chromium. Each form is tried 50 times, with taps
 * at random moments: if the carrier calls, and if the service holds the page's request.
 * @param origin of a running `npm start`.
 */
export async function measureWaiting(origin: string): Promise<void> {
  const isRunning = await fetch(`${origin}/sandbox`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isRunning) throw new Error(`No response from ${origin}. Start it in another terminal: npm start`);
  const browser = await startChromium({});
  try {
    await tryForm(browser, origin, 'the carrier calls', 'Y', 0);
    await tryForm(browser, origin, 'the request is held', 'N', logins);
  } finally {
    await browser.close();
  }
}

async function tryForm(browser: Browser, origin: string, form: string, calls: 'Y' | 'N', from: number) {
  const taken: number[] = [];
  for (let number = 0; number < logins; number += 1)
    taken.push(await logIn(browser, origin, from + number, calls));
  taken.sort((left, right) => left - right);
  const [median, late] = [taken[logins / 2] ?? 0, taken[47] ?? 0];
  console.log(`${form}: median ${median.toFixed(0)} ms, 48th of ${logins} ${late.toFixed(0)} ms`);
}
