import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { button, submitSignIn } from '../../../test/support/fixtures/browser-steps.ts';
import { type Person, people } from '../../../test/support/fixtures/sign-in.ts';
import { startChromium } from '../../../test/support/world/chromium.ts';
import { freePort } from '../../../test/support/world/example-process.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { npmStart, untilFree } from '../../../test/support/world/npm-start.ts';
import { publicKeys } from '../../world/public-secrets.ts';

/** `npm start` with the adapter for SKT and KT, and the sandbox's carrier for LG U+. */
async function start() {
  const [port, state] = [await freePort(), mkdtempSync(path.join(testFolder(), 'start barocert '))];
  const carriers = ['--carrier', 'S=barocert:', '--carrier', 'K=barocert:'];
  const started = npmStart(['--port', String(port), '--persist-to', state, ...carriers]);
  const close = async () => {
    started.signal('SIGKILL');
    await untilFree(port);
  };
  return { ...started, origin: `http://localhost:${port}`, close };
}

let world: Awaited<ReturnType<typeof start>>;
let chromium: Browser;
let context: BrowserContext;
let page: Page;
let added = 0;
beforeAll(async () => {
  [world, chromium] = await Promise.all([start(), startChromium({})]);
  await world.running;
}, 90_000);
afterAll(async () => {
  await chromium?.close();
  await world?.close();
});

const open = async (locale: string) => {
  context = await chromium.newContext({ locale });
  context.setDefaultTimeout(15_000);
  page = await context.newPage();
};
afterEach(() => context?.close());

/** Sends the sign-in form of the demo shop. */
async function signIn(person: Person): Promise<void> {
  await page.goto(`${world.origin}/auth/login?return_to=/auth/session`);
  await submitSignIn(page, person);
}

/** A user who has not signed in yet, and whose phone waits. */
async function addSubscriber(): Promise<Person> {
  added += 1;
  const person: Person = { name: '홍길동', phoneNo: `0105555000${added}`, telcoCd: 'S' };
  const subscriber = { ...person, gender: 'M', birthdate: '950315', foreign: 'L', behaviour: 'waits' };
  const answer = await fetch(`${world.origin}/sandbox/subscribers`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(subscriber),
  });
  expect(answer.status).toBe(200);
  return person;
}

/** The phone's page, in a tab of its own. */
async function openPhone({ phoneNo }: Person): Promise<Page> {
  const phone = await context.newPage();
  await phone.goto(`${world.origin}/sandbox?phoneNo=${phoneNo}`);
  return phone;
}

async function agree(): Promise<{ name: string; telcoCd: string }> {
  await page.waitForURL('**/consent?*');
  await page.click(button('consent'));
  await page.waitForURL(`${world.origin}/auth/session`);
  return JSON.parse(await page.locator('body').innerText()).user;
}

const logged = (worker: string) =>
  world
    .log()
    .split('\n')
    .filter((line) => line.includes(`"worker":"${worker}"`));

describe.each([
  { locale: 'en-US', only: 'Approve only if the app shows this number', app: 'Open the Sandbox app' },
  { locale: 'ko-KR', only: '앱에 같은 숫자가 보일 때만 승인해 주세요', app: 'Sandbox 앱 열기' },
])('npm start -- --carrier S=barocert:, in $locale', ({ locale, only, app }) => {
  beforeEach(() => open(locale));

  test('shows the same number on the waiting page and on the phone, which approves', async () => {
    const person = await addSubscriber();
    await signIn(person);
    const match = await page.locator('.match').innerText();
    expect(match).toMatch(/^\d\d$/);
    const waiting = await page.locator('main').innerText();
    expect(waiting).toContain(only);
    expect(waiting).toContain(app);
    const request = (await openPhone(person)).locator('.request');
    const lines = (await request.innerText()).split('\n');
    expect(lines[0]).toBe(`[${match}] Demo Shop 로그인`);
    expect(lines).toContain(`로그인 화면의 숫자가 ${match}일 때만 승인하세요.`);
    expect(lines).toContain(`Approve only if the sign-in page shows ${match}.`);
    const approve = request.locator('form[action$="/approve"] button');
    expect(await approve.count()).toBe(1);
    await approve.click();
    const { name, telcoCd } = person;
    expect(await agree()).toMatchObject({ name, telcoCd });
  });

  test('ends with a denial on the phone', async () => {
    const person = await addSubscriber();
    await signIn(person);
    await page.waitForSelector('.match');
    const phone = await openPhone(person);
    await phone.click('.request [id$="-deny"]');
    await page.waitForURL((url) => url.pathname === '/auth/callback');
    expect(new URL(page.url()).searchParams.get('plid_reason')).toBe('denied');
  });
});

describe('npm start -- --carrier S=barocert: --carrier K=barocert:', () => {
  beforeEach(() => open('en-US'));

  test("prints the networks and the API's address, keeps all users, and prints no token", () => {
    expect(world.output()).toMatch(
      /Barocert adapter\n\n +SKT, KT +calls the simulated Barocert API at http:\/\/127\.0\.0\.1:\d+\n/,
    );
    for (const { name } of [people.daegi, people.duri, people.john]) expect(world.output()).toContain(name);
    expect(world.output()).not.toContain('Callback from carriers');
  });

  test('explains that a number has no app, with the code of the simulated API', async () => {
    await signIn(people.miseol);
    await page.waitForURL((url) => url.pathname.endsWith('/wait'));
    expect(await page.locator('h1').innerText()).toBe('No app for this number yet');
    await expect.poll(() => logged('service-barocert').at(-1)).toContain('"fault":"unregistered"');
  });

  test("asks the sandbox's carrier for a subscriber of LG U+", async () => {
    const before = logged('service-barocert').length;
    await signIn(people.john);
    expect(await agree()).toMatchObject({ telcoCd: 'L' });
    await expect.poll(() => world.log()).toContain('"route":"/sandbox/carrier/:call"');
    expect(logged('service-barocert')).toHaveLength(before);
  });

  test('passes the check of the connections', async () => {
    const answer = await fetch(`${world.origin}/admin/carriers/check`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${publicKeys.ADMIN_TOKEN}` },
    });
    const { carriers } = (await answer.json()) as { carriers: object[] };
    expect(carriers).toEqual(
      ['S', 'K', 'L'].map((carrier) => ({
        carrier,
        milliseconds: expect.any(Number),
        starts: carrier === 'L',
      })),
    );
  });
});
