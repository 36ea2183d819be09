/**
 * `npm run bench:waiting -- http://localhost:8787`: how long the waiting page takes to move on once a phone has answered, in Chromium, in a world
 * that `npm start` serves there. Each form is tried 50 times, with taps at random moments: where the carrier calls, and where the
 * service holds the page's question.
 */
import { setTimeout } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { button, submitSignIn } from '../test/support/people/browser-steps.ts';
import { changeSubscriber, requestsOn } from '../test/support/people/phones.ts';
import { startChromium } from '../test/support/world/chromium.ts';
import type { World } from '../test/support/world/world.ts';

const logins = 50;
/** The moments of taps after the page is shown, in milliseconds. */
const [earliest, latest] = [500, 6_000];
/** Another one each time, so that every person meets the shop for the first time. */
const firstNumber = 1_000_000 + Math.floor(Math.random() * 8_000_000);
const [origin = 'http://localhost:8787'] = process.argv.slice(2);
const world = { fetch, sandbox: origin } as unknown as World;

/** @param calls whether the carrier does. @returns from the tap until the next page is there, in milliseconds. */
async function logIn(browser: Browser, number: number, calls: 'Y' | 'N'): Promise<number> {
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
  await Promise.all([page.waitForSelector(button('consent')), tap(request)]);
  const moved = performance.now();
  await context.close();
  return moved - tapped;
}

/** The person taps the right number. */
const tap = ({ id = '', match = '' } = {}) =>
  fetch(`${origin}/sandbox/requests/${id}/approve`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ match }),
  });

const browser = await startChromium({});
for (const [form, calls, from] of [
  ['the carrier calls', 'Y', 0],
  ['the question is held', 'N', logins],
] as const) {
  const taken: number[] = [];
  for (let number = 0; number < logins; number += 1) taken.push(await logIn(browser, from + number, calls));
  taken.sort((left, right) => left - right);
  const [median, late] = [taken[logins / 2] ?? 0, taken[47] ?? 0];
  console.log(`${form}: median ${median.toFixed(0)} ms, 48th of ${logins} ${late.toFixed(0)} ms`);
}
await browser.close();
