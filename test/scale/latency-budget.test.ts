import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Waterfall } from '../support/assertions/waterfall.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { type Person, steps } from '../support/fixtures/sign-in.ts';
import { useLatencyWorld } from '../support/world/latency-world.ts';
import { root } from '../support/world/test-workers.ts';
import { listen, pageOf, tap } from './support/waiting-page.ts';

/**
 * The hops that a user waits for: calls of an object or of KV, one after the other. Each call of a binding takes a fixed time here, so that the
 * longest way through them can be seen. `npx vitest run test/scale/latency-budget.test.ts -u` updates the table of docs/verification/tables/costs.md.
 */
const budget = {
  'Sign-in page, in new isolates': 1,
  'Submitted form, up to the waiting page': 1,
  'Waiting page: its socket, and one poll': 1,
  'After the tap, up to the consent page': 2,
  'Submitted consent, up to the callback': 2,
  'Callback, with new isolates of token and user': 6,
  'Session read': 1,
  'After the tap with earlier consent, up to the callback': 2,
  Callback: 4,
  'Automatic login at the service': 1,
};
type Step = keyof typeof budget;
/** From the address that a page opens after its socket's message, until the user is signed in. */
const afterTap = 6;

const world = useLatencyWorld();
const counted = new Map<Step, Waterfall>();

/** Plays one step of a login, slowly. @returns what it ends in. */
async function play<Result>(step: Step, work: () => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  const waterfall = await world.waterfall(async () => results.push(await work()));
  counted.set(step, waterfall);
  return results[0] as Result;
}

/** A browser that stops before the callback, and at the application. */
const newBrowser = () =>
  new BrowserSession(world, {
    visitable: ({ pathname }) => pathname !== '/auth/callback' && pathname !== '/welcome',
  });

const openLogin = (browser: BrowserSession) => browser.get(`${world.gateway}/auth/login?return_to=/welcome`);

let member: { person: Person; browser: BrowserSession };

test('a first sign-in in new isolates', async () => {
  const person = await newSubscriber(world, 'waits');
  const browser = newBrowser();
  const form = await play('Sign-in page, in new isolates', () => openLogin(browser));
  const fields = { ...person, autoLogin: 'Y' };
  const waiting = await play('Submitted form, up to the waiting page', () => browser.submit(form, fields));
  const { word } = await play('Waiting page: its socket, and one poll', () => listen(browser, waiting));
  await tap(world, person);
  expect(await word).toBe('answered');
  const consent = await play('After the tap, up to the consent page', () => browser.get(pageOf(waiting)));
  expect(consent.url.pathname).toBe(steps.consent);
  const callback = await play('Submitted consent, up to the callback', () =>
    browser.submit(consent, { autoLogin: 'Y' }),
  );
  const end = await play('Callback, with new isolates of token and user', () => browser.get(callback.url));
  expect(end.url.pathname).toBe('/welcome');
  const session = await play('Session read', () => browser.fetch(`${world.gateway}/auth/session`));
  expect(session.status).toBe(200);
  member = { person, browser };
});

test('a sign-in with known consent', async () => {
  const browser = newBrowser();
  const waiting = await browser.submit(await openLogin(browser), member.person);
  const { word } = await listen(browser, waiting);
  await tap(world, member.person);
  expect(await word).toBe('answered');
  const after = 'After the tap with earlier consent, up to the callback';
  const callback = await play(after, () => browser.get(pageOf(waiting)));
  expect((await play('Callback', () => browser.get(callback.url))).url.pathname).toBe('/welcome');
});

test('an automatic login', async () => {
  const { browser } = member;
  browser.setCookie(world.gateway, '__Host-plid-session', '');
  const callback = await play('Automatic login at the service', () => openLogin(browser));
  expect((await browser.get(callback.url)).url.pathname).toBe('/welcome');
});

afterAll(() => {
  const drawn = [...counted].map(([step, { hops, drawn }]) => `${step}: hops: ${hops}\n${drawn}`);
  console.log(drawn.join('\n\n'));
});

test.each(Object.entries(budget))('%s needs %i hops at most', (step, most) => {
  const { hops, path, drawn } = counted.get(step as Step) ?? { path: [], drawn: 'was not played' };
  expect(hops, `${path.join(' → ')}\n${drawn}`).toBeLessThanOrEqual(most);
});

test(`from the app link to the session there are ${afterTap} hops at most`, () => {
  const parts = ['After the tap with earlier consent, up to the callback', 'Callback'] as const;
  const [first, then] = parts.map((step) => counted.get(step)?.hops ?? Number.NaN);
  expect(Number(first) + Number(then), `${first} + ${then}`).toBeLessThanOrEqual(afterTap);
});

test('docs/verification/tables/costs.md lists the hops', async () => {
  const document = readFileSync(path.join(root, 'docs/verification/tables/costs.md'), 'utf8');
  const rows = [...counted].map(([step, { hops, path: way, beside }]) =>
    [step, hops, way.join(' → '), beside.join(', ')].join(' | '),
  );
  const table = [
    'Step | Hops | In sequence | In parallel, or after the response',
    '--- | --- | --- | ---',
    ...rows,
  ];
  const lines = table.map((row) => `| ${row} |`).join('\n');
  const written = document.replace(
    /(<!-- hops -->\n\n).*?(<!-- end of hops -->)/s,
    (_, begin: string, end: string) => `${begin}${lines}\n\n${end}`,
  );
  await expect(written).toMatchFileSnapshot('../../docs/verification/tables/costs.md');
});
