import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { startFront } from '../support/front.ts';
import { startWorld, type World } from '../support/world.ts';

const topologies = [
  {
    topology: 'the worker of each route',
    local: false,
    hosts: ['login', 'shop', 'sandbox'].map((name) => `${name}.example.com:443`),
  },
  { topology: 'workers/local.ts', local: true, hosts: ['localhost:8787'] },
];

describe.each(topologies)('a login in Chromium, on $topology', ({ local, hosts }) => {
  let world: World;
  let front: Awaited<ReturnType<typeof startFront>>;
  let chromium: Browser;
  let context: BrowserContext;
  let refused: string[];

  beforeAll(async () => {
    world = await startWorld({ local });
    front = await startFront(world, { tls: !local });
    chromium = await startChromium(
      Object.fromEntries(hosts.map((host) => [host, `127.0.0.1:${front.port}`])),
    );
  });
  afterAll(async () => {
    await chromium?.close();
    await front?.close();
    await world?.close();
  });

  beforeEach(async () => {
    context = await chromium.newContext({ ignoreHTTPSErrors: true, locale: 'ko-KR' });
    context.setDefaultTimeout(10_000);
    refused = [];
    context.on('console', (message) => {
      if (/Content.Security.Policy|violates/i.test(message.text())) refused.push(message.text());
    });
  });
  afterEach(async () => {
    await context.close();
    expect(refused).toEqual([]);
  });

  const start = (page: Page) => page.goto(`${world.gateway}/auth/login?return_to=/auth/session`);

  async function fillIn(page: Page, name: string, phoneNo: string, telcoCd: string) {
    await page.fill('[name=name]', name);
    await page.fill('[name=phoneNo]', phoneNo);
    await page.check(`[name=telcoCd][value=${telcoCd}]`);
    await page.click('form[action$="/sign-in"] button[type=submit]');
  }

  const userOn = async (page: Page) => {
    await page.waitForURL(`${world.gateway}/auth/session`);
    return JSON.parse(await page.locator('body').innerText()).user;
  };

  test('a phone that approves at once: sign-in, consent with the policy on, and back, decrypted', async () => {
    const page = await context.newPage();
    await start(page);
    await fillIn(page, '김하나', '010-0000-0001', 'S');
    await page.click('form[action$="/consent"] button[type=submit]');
    expect(await userOn(page)).toMatchObject({
      name: '김하나',
      phoneNo: '01000000001',
      telcoCd: 'S',
      agegroup: '30',
    });
  });

  test('a person approves on the phone, in another tab, by the number', async () => {
    const page = await context.newPage();
    await start(page);
    await fillIn(page, '박대기', '010-0000-0004', 'S');
    await page.waitForURL('**/oauth2/authorize/wait**');
    const match = await page.locator('.match').innerText();

    const phone = await context.newPage();
    await phone.goto(`${world.sandbox}/sandbox?phoneNo=01000000004`);
    await phone.click(`button[name=match][value="${match}"]`);

    await page.bringToFront();
    await page.waitForURL('**/oauth2/authorize/consent**');
    await page.check('[name=autoLogin]');
    await page.click('form[action$="/consent"] button[type=submit]');
    expect(await userOn(page)).toMatchObject({ name: '박대기', autoLoginYn: 'Y', autoStatusCheck: 'Y' });

    await page.evaluate(() =>
      fetch('/auth/logout', { method: 'POST', headers: { Accept: 'application/json' } }),
    );
    await start(page);
    expect(await userOn(page)).toMatchObject({ name: '박대기', autoLoginYn: 'Y', autoStatusCheck: 'N' });
  });

  test('one who cancels comes back to the application, which shows one way on', async () => {
    const page = await context.newPage();
    await start(page);
    await page.click('form[action$="/cancel"] button[type=submit]');
    await page.waitForURL(`${world.gateway}/auth/callback?**`);
    await page.click('a[href^="/auth/login"]');
    await page.waitForURL(`${world.service}/oauth2/authorize?**`);
  });
});
