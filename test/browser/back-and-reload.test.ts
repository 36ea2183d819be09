import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { button, goBackTo, goTo, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { newSubscriber, requestsOn } from '../support/fixtures/phones.ts';
import { type Person, people } from '../support/fixtures/sign-in.ts';
import { askSandbox } from '../support/requests/sandbox-requests.ts';
import { useBrowserWorld, watchRefusals } from './support/browser-world.ts';

const world = useBrowserWorld({ local: true });

/** test/browser/every-page/every-page.ts reads every page in both languages; Back and reload do the same in each. */
const text = {
  consent: 'Demo Shop에 개인정보를 제공할까요?',
  finished: '이미 끝난 로그인입니다',
  cancelled: '로그인을 완료하지 못했습니다',
  denied: '휴대폰에서 승인되지 않았습니다',
  missing: '진행 중인 로그인을 찾을 수 없습니다',
  account: '연결된 서비스 관리',
};

const logIn = 'a.button[href^="/auth/login"]';

describe('Back and reload', () => {
  let context: BrowserContext;
  let page: Page;
  let refusals: string[];

  beforeEach(async () => {
    await world.clock.advance(3_600);
    context = await world.open();
    refusals = watchRefusals(context);
    page = await context.newPage();
    await page.goto(`${world.gateway}/`);
  });
  afterEach(async () => {
    await context.close();
    expect(refusals).toEqual([]);
  });

  const title = () => page.locator('h1').innerText();
  const begin = async (person: Person) => {
    await page.click(logIn);
    await submitSignIn(page, person);
  };
  /** Presses the button that leads from a page of the sign-in back to the shop. */
  const returnToShop = () => page.click('form[action$="/cancel"] button');

  test('reload shows every step again, with the same request on the phone', async () => {
    const person = await newSubscriber(world, 'waits');
    await page.click(logIn);
    await page.reload();
    await page.click(button('sign-in'));
    await page.waitForSelector('#name-error');
    await page.reload();
    await page.waitForSelector('#name-error');
    await submitSignIn(page, person);
    const match = await page.locator('.match').innerText();
    await page.reload();
    expect(await page.locator('.match').innerText()).toBe(match);
    const [request, ...others] = await requestsOn(world, person.phoneNo);
    expect(others).toEqual([]);
    await askSandbox(world, 'POST', `/requests/${request?.id}/approve`, { match });
    await page.waitForSelector(button('consent'));
    await page.reload();
    expect(await title()).toBe(text.consent);
    await page.click(button('consent'));
    await page.waitForSelector('#logout');
    await page.reload();
    await page.waitForSelector('#logout');
  });

  test('Back after a sign-in says that it has finished, and leads to the signed-in shop', async () => {
    await begin(await newSubscriber(world));
    await page.click(button('consent'));
    await page.waitForSelector('#logout');
    for (const again of [1, 2]) {
      await page.goBack();
      expect(await title(), String(again)).toBe(text.finished);
      await page.reload();
      expect(await title()).toBe(text.finished);
      await returnToShop();
      await page.waitForSelector('#logout');
    }
  });

  test('Back to the form after a sign-in shows no typed data', async () => {
    await begin(await newSubscriber(world));
    await page.click(button('consent'));
    await page.waitForSelector('#logout');
    await goBackTo(page, '/oauth2/authorize');
    await expect.poll(() => page.inputValue('[name=name]')).toBe('');
    expect(await page.inputValue('[name=phoneNo]')).toBe('');
    await page.reload();
    expect(await page.inputValue('[name=name]')).toBe('');
    await page.click(button('cancel'));
    await page.waitForSelector('#logout');
  });

  test('Back and reload after a denial show the same page, or a sign-in that can be started again', async () => {
    await begin(people.geojeol);
    expect(await title()).toBe(text.denied);
    await page.reload();
    expect(await title()).toBe(text.denied);
    await page.goBack();
    await page.waitForSelector(button('sign-in'));
    await submitSignIn(page, await newSubscriber(world));
    await page.click(button('consent'));
    await page.waitForSelector('#logout');
  });

  test('Back after declining consent says that the sign-in was cancelled, and leads to the shop', async () => {
    await begin(await newSubscriber(world));
    await page.waitForSelector(button('consent'));
    await page.click(button('cancel'));
    await page.waitForSelector(logIn);
    await page.goBack();
    expect(await title()).toBe(text.cancelled);
    await page.reload();
    await returnToShop();
    await page.waitForSelector(logIn);
  });

  test('Back after a sign-out shows no user', async () => {
    await begin(await newSubscriber(world));
    await page.click(button('consent'));
    await page.click('#logout button');
    await page.waitForSelector(logIn);
    await page.goBack();
    expect(await page.locator('#logout').count()).toBe(0);
  });

  test("a sign-in that isn't found leads to the connected services", async () => {
    await page.goto(`${world.service}/oauth2/authorize/wait?flow=1`);
    expect(await title()).toBe(text.missing);
    await page.click('main a');
    expect(await title()).toBe(text.account);
    await page.click('form[action="/account/sign-in"] button');
    await page.waitForSelector(button('sign-in'));
    expect(await page.locator('.foot a[href="/account"]').count()).toBe(0);
  });

  test('the connected services open in a window of their own from the consent page and the page footer', async () => {
    await page.click(logIn);
    expect(await page.locator('.foot a[href="/account"]').getAttribute('target')).toBe('_blank');
    await submitSignIn(page, await newSubscriber(world));
    const opening = context.waitForEvent('page');
    await page.click('.links a[href="/account"]');
    const opened = await opening;
    expect(await opened.locator('h1').innerText()).toBe(text.account);
    expect(await title()).toBe(text.consent);
    await page.goto(`${world.gateway}/auth/login?return_to=/&isHybrid=Y`);
    expect(await page.locator('a[href="/account"]').count()).toBe(0);
  });

  test('an unknown URL leads to the shop', async () => {
    const answer = await page.goto(`${world.gateway}/nowhere`);
    expect(answer?.status()).toBe(404);
    await page.click('main a');
    await page.waitForSelector(logIn);
  });
});

describe('the next user of the browser', () => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    await world.clock.advance(3_600);
    context = await world.open();
    page = await context.newPage();
    await page.goto(`${world.gateway}/`);
  });
  afterEach(() => context.close());

  const waits = async () => {
    const person = await newSubscriber(world, 'waits');
    await page.click(logIn);
    await submitSignIn(page, person);
    await page.waitForSelector('.match');
    return person;
  };
  /** Lets the waiting person's time pass, and shows them where the sign-in is then. */
  const waitsFor = async (seconds: number) => {
    await waits();
    await world.clock.advance(seconds);
    await goTo(page, page.url());
    await page.waitForSelector('.match', { state: 'detached' });
  };
  const cancel = async () => {
    await page.click(button('cancel'));
    await page.waitForSelector(logIn);
  };
  const deny = async () => {
    await page.click(logIn);
    await submitSignIn(page, people.geojeol);
    await page.waitForSelector(`h1:has-text("${text.denied}")`);
  };
  const endings: [name: string, end: () => Promise<unknown>][] = [
    ['a cancelled sign-in', () => waits().then(cancel)],
    ['a denial on the phone', deny],
    ['a sign-in of hours ago', () => waitsFor(7_200)],
  ];
  test.each(endings)('who goes Back after %s sees neither name nor number', async (_, end) => {
    await end();
    await goBackTo(page, '/oauth2/authorize');
    await page.waitForSelector(button('sign-in'));
    await expect.poll(typed).toEqual(['', '']);
    await page.reload();
    expect(await typed()).toEqual(['', '']);
  });

  const expiries: [name: string, end: () => Promise<unknown>][] = [
    ['a request that expired', () => waitsFor(150).then(cancel)],
    ['a request that has waited for minutes', () => waitsFor(590)],
  ];
  test.each(expiries)('after %s sees the data only masked, for ten minutes', async (_, end) => {
    await end();
    await goTo(page, `${world.gateway}/`);
    await page.click(logIn);
    expect(await page.locator('.person').innerText()).toMatch(/010-\*{4}-\d{4}$/);
    expect(await typed()).toEqual(['', '']);
    await world.clock.advance(600);
    await goTo(page, `${world.gateway}/`);
    await page.click(logIn);
    expect(await page.locator('.person').count()).toBe(0);
    expect(await typed()).toEqual(['', '']);
  });

  test.each(['cancelled', 'denied', 'granted'])(
    'sees nothing of a sign-in by Back without scripts if it was %s',
    async (end) => {
      const silent = await world.open({ javaScriptEnabled: false });
      onTestFinished(() => silent.close());
      page = await silent.newPage();
      await page.goto(`${world.gateway}/`);
      if (end === 'denied') await deny();
      else {
        await page.click(logIn);
        await submitSignIn(page, await newSubscriber(world, end === 'granted' ? 'approves' : 'waits'));
        await page.click(end === 'granted' ? button('consent') : button('cancel'));
        await page.waitForSelector(end === 'granted' ? '#logout' : logIn);
      }
      await goBackTo(page, '/oauth2/authorize');
      expect(await typed()).toEqual(['', '']);
      expect(await page.locator('[name=telcoCd]:checked').count()).toBe(0);
    },
  );

  const typed = () => Promise.all(['name', 'phoneNo'].map((field) => page.inputValue(`[name=${field}]`)));

  test('sees the typed data by Back while the sign-in is in progress', async () => {
    const person = await waits();
    await page.goBack();
    await page.waitForSelector(button('sign-in'));
    expect(await typed()).toEqual([person.name, expect.stringMatching(/^010-\d{4}-\d{4}$/)]);
  });

  test('gets the form filled in only if the previous user chose that', async () => {
    for (const remember of [true, false]) {
      await page.click(logIn);
      if (!remember) await page.click('summary');
      await page.setChecked('[name=remember]', remember);
      const person = await newSubscriber(world, 'waits');
      await submitSignIn(page, person);
      await cancel();
      const kept = (await context.cookies()).some(({ name }) => name.endsWith('plid-form'));
      expect(kept).toBe(remember);
      await page.click(logIn);
      await page.waitForSelector('[name=name]', { state: 'attached' });
      expect(await page.locator('#returning').count()).toBe(remember ? 1 : 0);
      expect(await typed()).toEqual(['', '']);
      await cancel();
    }
  });
});
