import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { button, goBackTo } from '../support/fixtures/browser-steps.ts';
import { type Person, people } from '../support/fixtures/sign-in.ts';
import { phoneHeaders } from '../support/fixtures/user-agents.ts';
import { requestsOf } from '../support/requests/sandbox-requests.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';
import { axeFindings } from './support/inspect-page.ts';

const world = useBrowserWorld({ local: true });
const desk = { width: 1280, height: 800 };
/** The longest wait of a page's script here, in milliseconds: otherwise a marked control stays marked for seconds. */
const longestPause = 400;

let context: BrowserContext;
let page: Page;
let refusals: string[];
/** The condition for which a press waits, in addition to its time. */
let mayPress: () => Promise<void>;

async function open(options: BrowserContextOptions = {}): Promise<void> {
  // A number may be asked again an hour after a denial.
  await world.clock.advance(3_600);
  context = await world.open({ viewport: desk, ...options });
  refusals = watchRefusals(context);
  mayPress = () => Promise.resolve();
  await context.exposeFunction('mayPress', () => mayPress());
  await context.addInitScript((longest) => {
    const later = globalThis.setTimeout;
    const { mayPress } = globalThis as unknown as { mayPress(): Promise<void> };
    const sooner = (run: () => void, milliseconds = 0) => {
      const isPress = String(run).includes('.click()');
      later(() => (isPress ? void mayPress().then(run) : run()), Math.min(milliseconds, longest));
    };
    Object.assign(globalThis, { setTimeout: sooner });
  }, longestPause);
  page = await context.newPage();
  await page.goto(`${world.gateway}/sandbox/side-by-side`);
}
afterEach(async () => {
  await context.close();
  expect(refusals).toEqual([]);
});

/** Makes each press wait for a call of the returned function: a page then stays for as long as the test looks at it. */
function holdPresses(): () => void {
  let allowed = 0;
  mayPress = async () => {
    while (allowed === 0) await setTimeout(20);
    allowed -= 1;
  };
  return () => {
    allowed += 1;
  };
}

const phone = () => page.frameLocator('.beside iframe');
const logIn = 'a.button[href^="/auth/login"]';
const signInAs = ({ phoneNo }: Person) => page.click(`button[name=phoneNo][value="${phoneNo}"]`);
const titleOf = () => page.locator('h1').innerText();

/** test/browser/every-page/every-page.ts reads every page in both languages; here only the layout counts. */
const text = {
  running: '박대기 님으로 로그인하는 중입니다',
  welcome: (name: string) => `${name} 님, 반갑습니다.`,
  denied: '휴대폰에서 승인되지 않았습니다',
  expired: '요청 시간이 지났습니다',
  carrierFails: '지금은 통신사에 연결할 수 없습니다',
  consent: 'Demo Shop에 개인정보를 제공할까요?',
  byHand: '스크립트가 꺼져 있습니다',
  others: '다른 휴대폰',
};
const languages = [
  { locale: 'ko-KR', phoneOf: '박대기 님의 휴대폰' },
  { locale: 'en-US', phoneOf: '박대기’s phone' },
];

test.each(languages)(
  'shop and phone are side by side, or stacked on a narrow screen ($locale)',
  async ({ locale, phoneOf }) => {
    await open({ locale });
    expect(new URL(page.url()).pathname).toBe('/');
    await phone().locator('h1', { hasText: phoneOf }).waitFor();
    expect(await phone().locator('.phones').isVisible()).toBe(false);
    const boxes = async () => {
      const [shop, frame] = [page.locator('main'), page.locator('.beside')];
      return [await shop.boundingBox(), await frame.boundingBox()] as const;
    };
    const [shop, beside] = await boxes();
    expect(beside?.x).toBeGreaterThanOrEqual((shop?.x ?? 0) + (shop?.width ?? 0));
    expect([beside?.y, beside?.height]).toEqual([0, desk.height]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const [above, below] = await boxes();
    expect([below?.x, below?.width, (below?.y ?? 0) + (below?.height ?? 0)]).toEqual([0, 360, 740]);
    expect(below?.y).toBeGreaterThan(370);
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan((below?.y ?? 0) + 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    await page.reload();
    await phone().locator('h1', { hasText: phoneOf }).waitFor();
    await phone().locator('form[action$="/close"] button').click();
    await page.waitForSelector('.beside', { state: 'detached' });
    await page.click(logIn);
    await page.waitForSelector('#sign-in');
    expect(await page.locator('.beside').count()).toBe(0);
    expect(await page.inputValue('[name=name]')).toBe('');
  },
);

describe('the side-by-side page', () => {
  beforeEach(() => open());

  /** Expects the shop's greeting, and disconnects the shop, so that the next login asks for consent. */
  async function expectWelcome({ name }: Person): Promise<void> {
    await page.waitForSelector('#logout');
    expect(await titleOf()).toBe(text.welcome(name));
    await page.click('#disconnect button');
    await page.waitForSelector(logIn);
  }

  /** Expects the phone from its status bar to the button that denies, below the toast and within the window. */
  async function expectWholePhone(): Promise<void> {
    const toast = await page.locator('.toast').boundingBox();
    const bar = await phone().locator('.phone-bar').boundingBox();
    const deny = await phone().locator('form[action$=deny] button').first().boundingBox();
    expect(bar?.y).toBeGreaterThan((toast?.y ?? 0) + (toast?.height ?? 0));
    expect((deny?.y ?? 0) + (deny?.height ?? 0)).toBeLessThan(desk.height);
  }

  test.each([desk, { width: 360, height: 740 }])(
    'signs in with one tap as a subscriber whose phone waits ($width px wide, all in view)',
    async (size) => {
      await page.setViewportSize(size);
      const press = holdPresses();
      await signInAs(people.daegi);
      await page.waitForSelector(`${button('sign-in')}.pressing`);
      press();
      await page.waitForSelector('.match');
      expect(await page.locator('.toast').innerText()).toContain(text.running);
      const pressed = phone().locator('.numbers .pressing');
      expect(await pressed.innerText()).toBe(await page.locator('.match').innerText());
      const [number, frame] = [
        await pressed.boundingBox(),
        await page.locator('.beside iframe').boundingBox(),
      ];
      expect(number?.y).toBeGreaterThanOrEqual(frame?.y ?? 0);
      expect((number?.y ?? 0) + (number?.height ?? 0)).toBeLessThan(size.height + 1);
      if (size === desk) await expectWholePhone();
      press();
      await page.waitForSelector(`${button('consent')}.pressing`);
      expect(await titleOf()).toBe(text.consent);
      press();
      await expectWelcome(people.daegi);
    },
  );

  test('opens another phone from its menu, and remembers the phone', async () => {
    await phone().locator('summary', { hasText: text.others }).click();
    await phone().locator(`.phones a[href*="${people.hana.phoneNo}"]`).click();
    const title = phone().locator('h1', { hasText: people.hana.name });
    await title.waitFor();
    expect(await phone().locator('.phones').isVisible()).toBe(false);
    await page.reload();
    await title.waitFor();
  });

  test('signs in with one tap on a phone, where the form is folded', async () => {
    await context.close();
    await open({
      userAgent: phoneHeaders['User-Agent'],
      hasTouch: true,
      viewport: { width: 360, height: 740 },
    });
    await signInAs(people.daegi);
    await expectWelcome(people.daegi);
  });

  test('signs in with one tap as each subscriber whose phone approves automatically', async () => {
    for (const person of [people.hana, people.duri, people.john]) {
      await signInAs(person);
      await expectWelcome(person);
    }
  });

  test('shows a denial, a missing answer, and a failing carrier with one tap', async () => {
    await signInAs(people.geojeol);
    await page.waitForURL('**/auth/callback?**');
    expect(await titleOf()).toBe(text.denied);
    await page.click('a[href="/"]');

    await signInAs(people.manryo);
    await page.waitForSelector('.match');
    expect(await phone().locator('.request').count()).toBe(0);
    await world.clock.advance(121);
    await page.waitForSelector('form[action$="/again"]');
    expect(await titleOf()).toBe(text.expired);
    await page.click(button('cancel'));

    await signInAs(people.jeomgeom);
    await page.waitForSelector('[role=alert]');
    expect(await page.locator('[role=alert]').innerText()).toContain(text.carrierFails);
    // The form is sent once.
    await page.waitForTimeout(3 * longestPause);
    expect(await page.locator('[role=alert]').innerText()).toContain(text.carrierFails);
  });

  test('waits on the consent page if its box is unchecked, and sends nothing again on Back', async () => {
    await page.uncheck('[name=agree]');
    await signInAs(people.john);
    await page.waitForSelector(button('consent'));
    await page.waitForTimeout(3 * longestPause);
    expect(await titleOf()).toBe(text.consent);
    await page.click(button('consent'));
    await page.waitForSelector('#logout');
    const requests = (await requestsOf(world, people.john.phoneNo)).length;
    await goBackTo(page, '/oauth2/authorize');
    await page.waitForTimeout(3 * longestPause);
    expect(await page.inputValue('[name=name]')).toBe(people.john.name);
    expect(new URL(page.url()).pathname).toBe('/oauth2/authorize');
    expect(await requestsOf(world, people.john.phoneNo)).toHaveLength(requests);
  });

  test('fills the form in without scripts, and the user presses the buttons', async () => {
    await context.close();
    await open({ javaScriptEnabled: false });
    await signInAs(people.daegi);
    expect(await page.locator('.beside').innerText()).toContain(text.byHand);
    expect(await page.inputValue('[name=phoneNo]')).toBe('010-0000-0004');
    await page.click(button('sign-in'));
    const match = await page.locator('.match').innerText();
    await phone().locator('.numbers button', { hasText: match }).click();
    await phone().locator('.numbers').waitFor({ state: 'detached' });
    await page.click('noscript a');
    await page.click(button('consent'));
    await expectWelcome(people.daegi);
  });
});

describe('the frame next to a sign-in page', () => {
  beforeEach(() => open());

  test("contains only the phone, because pages of service and gateway can't be framed", async () => {
    const answer = await page.goto(`${world.gateway}/auth/login?return_to=/`);
    expect(await page.locator('.beside').count()).toBe(1);
    const headers = answer?.headers() ?? {};
    expect(headers['content-security-policy']).toContain("frame-src 'self'; frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    await phone().locator('h1').waitFor();
    await page.frames()[1]?.evaluate((address) => location.assign(address), page.url());
    await expect.poll(() => refusals.join()).toContain("frame-ancestors 'none'");
    refusals.splice(0);
  });

  test('is as accessible as the page, wide and narrow', async () => {
    await context.close();
    await open({ bypassCSP: true });
    await signInAs(people.daegi);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 740 });
      await page.reload();
      await phone().locator('h1').waitFor();
      expect(await axeFindings(page, 'all')).toEqual([]);
    }
  });

  test("is missing in a browser that hasn't opened it", async () => {
    const other = await world.open();
    const alone = await other.newPage();
    await alone.goto(`${world.gateway}/`);
    expect(await alone.locator('.beside').count()).toBe(0);
    await other.close();
  });

  test("starts no sign-in for another site's form", async () => {
    const send = (phoneNo: string, headers: Record<string, string>) =>
      world.fetch(`${world.gateway}/sandbox/side-by-side`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: `phoneNo=${phoneNo}`,
      });
    const foreign = await send(people.hana.phoneNo, { Origin: 'https://evil.example' });
    const unknown = await send('01099999999', { Origin: world.gateway });
    expect([foreign.status, unknown.status]).toEqual([400, 404]);
    expect([...foreign.headers.getSetCookie(), ...unknown.headers.getSetCookie()]).toEqual([]);
  });
});
