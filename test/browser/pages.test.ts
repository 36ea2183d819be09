import { describe, expect, test } from 'vitest';
import {
  button,
  consentBox,
  goTo,
  signedInUser,
  startLogin,
  submitSignIn,
} from '../support/fixtures/browser-steps.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { askSandbox, latestRequest } from '../support/requests/sandbox-requests.ts';
import { useBrowserWorld } from './support/browser-world.ts';
import { usePage } from './support/use-page.ts';

/** The size of a page and everything that it loads, in bytes, not compressed. */
const mostBytes = 24 * 1024;

const world = useBrowserWorld();
const { context, page, refusals } = usePage(world);

/** The pages of a login, one after the other, by name. */
async function* walk(): AsyncGenerator<string> {
  await startLogin(page, world);
  yield 'sign in';
  await page.click(button('sign-in'));
  yield 'sign in, with errors';
  await submitSignIn(page, people.daegi);
  await page.waitForSelector('.match');
  yield 'waiting';
  await page.goto(`${world.service}/oauth2/authorize/wait?flow=1`);
  yield 'a sign-in of another browser';
  await startLogin(page, world);
  await submitSignIn(page, people.duri);
  await page.waitForSelector(button('consent'));
  yield 'consent';
  await startLogin(page, world);
  // The wait after another test's denial is over then.
  await world.clock.advance(100);
  await submitSignIn(page, people.geojeol);
  await page.waitForURL(`${world.gateway}/auth/callback?**`);
  yield 'denied';
}

test('no page requests another host, and each is under 24 KiB with all it loads', async () => {
  const hosts = new Set<string>();
  let loading: Promise<number>[] = [];
  context.on('request', (request) => hosts.add(new URL(request.url()).host));
  context.on('response', (response) => {
    if (response.status() >= 300 && response.status() < 400) return;
    if (response.request().isNavigationRequest()) loading = [];
    const size = response.body().then(({ length }) => length);
    // If the page navigates away, this promise is rejected. The test doesn't need its result then.
    size.catch(() => undefined);
    loading.push(size);
  });
  const tooLarge: Record<string, number> = {};
  for await (const name of walk()) {
    await page.waitForLoadState();
    const sizes = await Promise.all(loading);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (bytes < 1_000 || bytes > mostBytes) tooLarge[name] = bytes;
  }
  expect(tooLarge).toEqual({});
  expect([...hosts].sort()).toEqual(['login.example.com', 'shop.example.com']);
});

/** Ways by which foreign text would become markup or script on a page; the names of those that the browser allowed. */
const injections = () => {
  const script = document.createElement('script');
  const button = document.createElement('button');
  document.body.appendChild(script);
  document.body.appendChild(button);
  const tried: Record<string, () => void> = {
    'inner markup': () => void Object.assign(button, { innerHTML: '<b>' }),
    markup: () => document.body.insertAdjacentHTML('beforeend', '<p id="injected">'),
    script: () => void Object.assign(script, { textContent: 'document.title = "injected"' }),
    'script in a node': () => script.append('document.title = "injected"'),
    'script by address': () => void Object.assign(script, { src: '/injected.js' }),
    handler: () => button.setAttribute('onclick', 'document.title = "injected"'),
    'a document': () => void new DOMParser().parseFromString('<p>', 'text/html'),
    evaluation: () => void setTimeout('document.title = "injected"'),
    'a policy': () =>
      void (
        globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
      ).trustedTypes.createPolicy('own', {}),
  };
  const passed = Object.entries(tried).flatMap(([name, run]) => {
    try {
      run();
      return [name];
    } catch {
      return [];
    }
  });
  button.style.cssText = '';
  button.setAttribute('style', 'color: red');
  button.click();
  const ran = document.title === 'injected' || button.style.color !== '';
  return ran ? [...passed, 'what ran'] : passed;
};

test('every page has a CSP without unsafe-inline, and shows text as text', async () => {
  let policy = '';
  page.on('response', async (response) => {
    policy = response.headers()['content-security-policy'] ?? policy;
  });
  for await (const name of walk()) {
    expect(policy, name).toMatch(/^default-src 'none';/);
    expect(policy, name).not.toContain('unsafe');
    // A node's text is refused when it is run, not before.
    expect(await page.evaluate(injections), name).toEqual(['script in a node']);
  }
  expect(refusals().splice(0).length).toBeGreaterThan(6 * 8);
});

describe('the sign-in form', () => {
  test.each([
    '01000000001',
    '010-0000-0001',
    ' 010 0000 0001 ',
    '010.0000.0001',
    '+82 10-0000-0001',
    '+821000000001',
    '０１０－００００－０００１',
  ])('accepts a phone number as users type it: %s', async (phoneNo) => {
    await startLogin(page, world);
    await submitSignIn(page, { ...people.hana, phoneNo });
    await page.waitForSelector(button('consent'));
    expect(new URL(page.url()).pathname).toBe('/oauth2/authorize/consent');
  });

  test('shows an error beside its field with the fix, keeps the typed values, and focuses the field', async () => {
    await startLogin(page, world);
    await submitSignIn(page, { ...people.hana, phoneNo: '02-123-4567' });
    expect(await page.inputValue('[name=name]')).toBe('김하나');
    expect(await page.inputValue('[name=phoneNo]')).toBe('02-123-4567');
    expect(await page.isChecked('[name=telcoCd][value=S]')).toBe(true);
    const field = page.locator('[name=phoneNo]');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.getAttribute('aria-describedby')).toContain('phoneNo-error');
    expect(await page.locator('#phoneNo-error').innerText()).toContain('010-1234-5678');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.locator('.error').count()).toBe(1);
  });

  test('requests the right keyboards and autofill', async () => {
    await startLogin(page, world);
    const attributesOf = (name: string) =>
      page
        .locator(`[name=${name}]`)
        .evaluate(({ type, autocomplete, inputMode, enterKeyHint, autocapitalize }: HTMLInputElement) => [
          ...[type, autocomplete, inputMode],
          ...[enterKeyHint, autocapitalize],
        ]);
    expect(await attributesOf('name')).toEqual(['text', 'name', '', 'next', 'characters']);
    expect((await attributesOf('phoneNo')).slice(0, 4)).toEqual(['tel', 'tel', 'tel', 'send']);
  });

  test('shows a rate limit of a phone, and when to try again', async () => {
    await startLogin(page, world);
    await submitSignIn(page, people.manryo);
    await page.waitForSelector('.match');
    await goTo(page, 'about:blank');
    await context.clearCookies();
    await startLogin(page, world);
    await submitSignIn(page, people.manryo);
    const notice = page.locator('[role=alert]');
    expect(await notice.innerText()).toMatch(
      /번호에 문제가 있는 것은 아닙니다.\s+아래 버튼을 눌러 두면 \d:\d\d 뒤에 자동으로 보냅니다\./,
    );
    expect(await page.inputValue('[name=name]')).toBe('정만료');
  });
});

describe('the waiting page', () => {
  test("polls without a reload, announces the phone's answer, and continues", async () => {
    const person = await newSubscriber(world, 'waits', false);
    await startLogin(page, world);
    await submitSignIn(page, person);
    await page.waitForSelector('.match');
    await page.evaluate(() => {
      const region = document.querySelector('#phone-status');
      const note = () => sessionStorage.setItem('said', region?.textContent ?? '');
      if (region !== null) new MutationObserver(note).observe(region, { childList: true });
      sessionStorage.setItem('said', 'nothing');
    });
    expect(await page.evaluate(() => sessionStorage.getItem('said'))).toBe('nothing');
    const { id, match } = await latestRequest(world, person.phoneNo);
    await askSandbox(world, 'POST', `/requests/${id}/approve`, { match });
    await page.waitForSelector(button('consent'));
    expect(await page.evaluate(() => sessionStorage.getItem('said'))).toContain('응답했습니다');
  });
});

describe('the language of the pages', () => {
  const languageOf = () => page.getAttribute('html', 'lang');

  test("is the browser's until the user chooses another, which is remembered", async () => {
    await startLogin(page, world);
    expect(await languageOf()).toBe('ko');
    await page.click('button[lang=en]');
    expect(await languageOf()).toBe('en');
    await submitSignIn(page, people.john);
    expect(await languageOf()).toBe('en');
    await startLogin(page, world);
    expect(await languageOf()).toBe('en');
    await page.click('button[lang=ko]');
    await startLogin(page, world);
    expect(await languageOf()).toBe('ko');
  });

  test("is the application's ui_locales, and the user can change it", async () => {
    await startLogin(page, world, '&ui_locales=fr%20en-GB%20ko');
    expect(await languageOf()).toBe('en');
    await page.click('button[lang=ko]');
    expect(await languageOf()).toBe('ko');
    await page.click(button('sign-in'));
    expect(await languageOf()).toBe('ko');
  });
});

describe('the consent', () => {
  const isOver = (name: string) => expect(signedInUser(page, world)).resolves.toMatchObject({ name });

  test('names the application, every attribute, and how automatic login ends', async () => {
    await startLogin(page, world);
    await submitSignIn(page, people.john, { autoLogin: true });
    await page.waitForSelector(button('consent'));
    const text = await page.locator('main').innerText();
    expect(text).toContain('Demo Shop');
    expect(text).toContain('shop.example.com');
    for (const attribute of [
      '연계정보',
      '휴대폰 번호',
      '이름',
      '성별',
      '연령대',
      '생일',
      '생년월일',
      '통신사',
      '식별값',
    ])
      expect(text).toContain(attribute);
    expect(text).toMatch(/14일/);
    expect(await page.locator('main').textContent()).toMatch(/자동 로그인을 끄거나/);
    expect(await page.isChecked(consentBox)).toBe(true);
  });

  test('submitted twice is one sign-in', async () => {
    await startLogin(page, world);
    await submitSignIn(page, people.hana);
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1;
    });
    await page.dblclick(button('consent'));
    await isOver('김하나');
    expect(sent).toBe(1);
  });
});
