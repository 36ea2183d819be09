import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import { newSubscriber } from '../../test/support/fixtures/phones.ts';
import { authorizeUrl, type Person } from '../../test/support/fixtures/sign-in.ts';
import { askedAbout } from '../../test/support/requests/carrier-questions.ts';
import { latestRequest } from '../../test/support/requests/sandbox-requests.ts';
import { startChromium } from '../../test/support/world/chromium.ts';
import { startProxy } from '../../test/support/world/http-proxy.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import type { Carrier } from '../../workers/core/carrier/port.ts';

const world = useWorld({ local: true });
let proxy: Awaited<ReturnType<typeof startProxy>>;
let chromium: Browser;
/** The user whose phone is open: another one in each test, since a denial delays the next request. */
let person: Person;
beforeAll(async () => {
  proxy = await startProxy(world);
  chromium = await startChromium({ 'localhost:8787': `127.0.0.1:${proxy.port}` });
});
afterAll(async () => {
  await chromium?.close();
  await proxy?.close();
});

/** Signs in elsewhere with the number of the open phone. */
async function signInElsewhere(): Promise<void> {
  await world.clock.advance(3);
  const other = new BrowserSession(world);
  await other.submit(await other.get(authorizeUrl(world)), person);
}

describe.each([
  { locale: 'ko-KR', arrived: '새 인증 요청이 도착했습니다.', width: 320 },
  { locale: 'en-US', arrived: 'A request has arrived.', width: 1280 },
])('the phone in Chromium, in $locale, $width px wide', ({ locale, arrived, width }) => {
  let context: BrowserContext;
  let phone: Page;
  let loads: number;
  const problems: string[] = [];
  beforeEach(async () => {
    context = await chromium.newContext({ locale, viewport: { width, height: 800 } });
    context.setDefaultTimeout(10_000);
    context.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    context.on('weberror', (error) => problems.push(String(error.error())));
    person = await newSubscriber(world, 'waits');
    phone = await context.newPage();
    loads = 0;
    phone.on('load', () => {
      loads += 1;
    });
    await phone.goto(`${world.sandbox}/sandbox?phoneNo=${person.phoneNo}`);
  });
  afterEach(async () => {
    await context.close();
    expect(problems).toEqual([]);
  });

  test('shows and announces a request without reloading', async () => {
    await signInElsewhere();
    await phone.waitForSelector('.request');
    expect(await phone.locator('[role=status]').innerText()).toBe(arrived);
    expect(await phone.locator('.request').innerText()).toContain('Demo Shop');
    expect(loads).toBe(1);
    await phone.click('form[action$=deny] button');
  });

  test('approves by a tap on the right number', async () => {
    await signInElsewhere();
    const { id, match } = await latestRequest(world, person.phoneNo);
    await phone.click(`#requests [id="${id}-${match}"]`);
    await phone.waitForSelector('.request', { state: 'detached' });
    expect(await latestRequest(world, person.phoneNo)).toMatchObject({ id, status: 'approved' });
  });

  test('denies by one tap on a target as large as the others', async () => {
    await signInElsewhere();
    const { id, match } = await latestRequest(world, person.phoneNo);
    const sizeOf = async (button: string) => phone.locator(`[id="${id}-${button}"]`).boundingBox();
    const [right, deny] = [await sizeOf(match), await sizeOf('deny')];
    expect(deny?.height).toBeGreaterThanOrEqual(right?.height ?? 0);
    expect(deny?.width).toBeGreaterThanOrEqual(right?.width ?? 0);
    await phone.click(`[id="${id}-deny"]`);
    await phone.waitForSelector('.request', { state: 'detached' });
    expect(await latestRequest(world, person.phoneNo)).toMatchObject({ id, status: 'denied' });
  });

  test('keeps the keyboard focus when another request arrives', async () => {
    await signInElsewhere();
    const { id } = await latestRequest(world, person.phoneNo);
    await phone.focus(`[id="${id}-deny"]`);
    // The service has one request open on a phone; another line of its carrier may have one as well.
    const carrier = (await world.env('plid-local')).CARRIER as unknown as Carrier;
    await carrier.confirm(askedAbout(person));
    await phone.waitForFunction(() => document.querySelectorAll('.request').length === 2);
    expect(await phone.evaluate(() => document.activeElement?.id)).toBe(`${id}-deny`);
    for (let left = 2; left > 0; left--) await phone.locator('form[action$=deny] button').first().click();
  });

  test('removes an expired request by itself', async () => {
    await signInElsewhere();
    await phone.waitForSelector('.request');
    await world.clock.advance(121);
    await phone.waitForSelector('.request', { state: 'detached' });
    expect(loads).toBe(1);
  });
});
