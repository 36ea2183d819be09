import { describe, expect, test } from 'vitest';
import {
  agreeIfAsked,
  button,
  openPhone,
  signedInUser,
  startLogin,
  submitSignIn,
} from '../support/fixtures/browser-steps.ts';
import { type Person, people } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld } from './support/browser-world.ts';
import { usePage } from './support/use-page.ts';

const world = useBrowserWorld({ local: true });
const { context, page } = usePage(world);

async function logIn(person: Person, { autoLogin = false } = {}): Promise<Record<string, string>> {
  await startLogin(page, world, autoLogin ? '' : '&prompt=login');
  await submitSignIn(page, person, { autoLogin });
  await page.waitForURL((url) => !/\/(authorize|sign-in|wait)$/.test(url.pathname));
  await agreeIfAsked(page);
  return signedInUser(page, world);
}

describe('a request on the sandbox phone', () => {
  test('shows application, time, and three numbers, then five after a wrong one, and ends after another', async () => {
    await startLogin(page, world);
    await submitSignIn(page, people.daegi);
    const match = await page.locator('.match').innerText();
    const phone = await openPhone(context, world, people.daegi);
    const request = phone.locator('.request');
    expect(await request.innerText()).toContain('Demo Shop에 로그인하고 계신가요?');
    expect(await request.locator('time').innerText()).toMatch(/\d{1,2}:\d\d:\d\d/);
    const numbers = request.locator('button[name=match]');
    expect(await numbers.count()).toBe(3);
    expect(await numbers.allInnerTexts()).toContain(match);

    await numbers.filter({ hasNotText: match }).first().click();
    await page.waitForFunction((before) => document.querySelector('.match')?.textContent !== before, match);
    await phone.waitForFunction(() => document.querySelectorAll('button[name=match]').length === 5);
    const next = await page.locator('.match').innerText();
    await numbers.filter({ hasNotText: next }).first().click();
    await request.waitFor({ state: 'detached' });
    expect(await phone.locator('#requests .tag').first().innerText()).toBe('거절');
    await page.waitForURL(`${world.gateway}/auth/callback?**`);
    expect(await page.locator('h1').innerText()).toBe('휴대폰에서 승인되지 않았습니다');
  });
});

describe('the settings of the sandbox phone', () => {
  test('switch automatic login off, and the next sign-in needs the phone', async () => {
    await logIn(people.hana, { autoLogin: true });
    await startLogin(page, world);
    expect(await signedInUser(page, world)).toMatchObject({ autoLoginYn: 'Y', autoStatusCheck: 'N' });

    const phone = await openPhone(context, world, people.hana);
    const login = phone
      .locator('li', { hasText: 'Demo Shop' })
      .filter({ has: phone.locator('[name=client_id]') });
    expect(await login.innerText()).toMatch(/\d{4}\. \d{1,2}\. \d{1,2}\.까지/);
    await login.getByRole('button').click();
    await login.waitFor({ state: 'detached' });

    await startLogin(page, world);
    await page.waitForSelector(button('sign-in'));
  });

  test('leave and register again, and the next sign-in has another plid', async () => {
    const before = await logIn(people.duri, { autoLogin: true });
    const phone = await openPhone(context, world, people.duri);
    await phone.click('summary');
    await phone.click('form[action$="/leave"] button');
    await phone.waitForSelector('.notice.bad');
    await startLogin(page, world);
    await submitSignIn(page, people.duri);
    expect(await page.locator('[role=alert]').innerText()).toContain('일치하지 않습니다');

    await phone.click('form[action$="/register"] button');
    await phone.waitForSelector('form[action$="/leave"]', { state: 'attached' });
    await world.clock.advance(10);
    const after = await logIn(people.duri);
    expect(after).toMatchObject({ name: '이두리', autoLoginYn: 'N' });
    expect(after.plid).not.toBe(before.plid);
  });
});

test('an added subscriber can sign in, and a changed one signs in with the new values', async () => {
  const nari = { name: '나나리', phoneNo: '01077778888', telcoCd: 'L' };
  await page.goto(`${world.sandbox}/sandbox/subscribers`);
  await page.fill('[name=phoneNo]', nari.phoneNo);
  await page.fill('[name=name]', nari.name);
  await page.fill('[name=birthdate]', '011231');
  await page.selectOption('[name=telcoCd]', nari.telcoCd);
  await page.selectOption('[name=gender]', 'F');
  await page.selectOption('[name=behaviour]', 'approves');
  await page.click('form[action="/sandbox/subscribers"] button');
  await page.waitForURL(`**/sandbox*phoneNo=${nari.phoneNo}`);
  expect(await logIn(nari)).toMatchObject({ name: '나나리', birthdate: '011231', gender: 'F', telcoCd: 'L' });

  await page.goto(`${world.sandbox}/sandbox/subscribers?phoneNo=${nari.phoneNo}`);
  expect(await page.inputValue('[name=birthdate]')).toBe('011231');
  await page.fill('[name=name]', '나누리');
  await page.click('form[action="/sandbox/subscribers"] button');
  await page.waitForURL(`**/sandbox*phoneNo=${nari.phoneNo}`);
  await startLogin(page, world, '&prompt=login');
  await submitSignIn(page, nari);
  await page.waitForSelector('[role=alert]');
  await world.clock.advance(10);
  expect(await logIn({ ...nari, name: '나누리' })).toMatchObject({ name: '나누리' });
});

test('an added fault happens once, and the offered retry works', async () => {
  await page.goto(`${world.sandbox}/sandbox/faults`);
  await page.click('summary');
  await page.selectOption('[name=endpoint]', '/v1/user/me');
  await page.selectOption('[name=kind]', 'html');
  await page.click('form[action="/sandbox/faults"] button');
  expect(await page.locator('.log').innerText()).toContain('/v1/user/me');

  await startLogin(page, world);
  await submitSignIn(page, people.john);
  await agreeIfAsked(page);
  await page.waitForURL(`${world.gateway}/auth/callback?**`);
  await page.click('a[href^="/auth/login"]');
  await submitSignIn(page, people.john);
  expect(await signedInUser(page, world)).toMatchObject({ name: 'JOHN SMITH' });

  await page.goto(`${world.sandbox}/sandbox/faults`);
  expect(await page.locator('.log').count()).toBe(0);
});
