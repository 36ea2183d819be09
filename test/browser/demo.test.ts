import { beforeEach, expect, test } from 'vitest';
import { agreeIfAsked, button, submitSignIn } from '../support/fixtures/browser-steps.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { useBrowserWorld } from './support/browser-world.ts';
import { usePage } from './support/use-page.ts';

const world = useBrowserWorld({ local: true });
const { page } = usePage(world);

beforeEach(async () => {
  await page.goto(`${world.gateway}/`);
});

const logInButton = 'a.button[href^="/auth/login"]';

async function logIn(person: keyof typeof people, { autoLogin = false } = {}): Promise<void> {
  await page.click(logInButton);
  await submitSignIn(page, people[person], { autoLogin });
  await agreeIfAsked(page);
  await page.waitForSelector('#logout');
}

/** The attributes that the shop shows, by the specification's names. */
const known = () =>
  page
    .locator('.known dt')
    .evaluateAll((terms) =>
      Object.fromEntries(
        terms.map((term) => [term.querySelector('code')?.textContent, term.nextElementSibling?.textContent]),
      ),
    );

test('the shop names sandbox users, the sign-in page accepts one, and disconnecting signs out', async () => {
  const listed = page.locator('.phones button').first();
  const name = await listed.locator('strong').innerText();
  const [phoneNo = '', carrier = ''] = await listed.locator('.unbroken').allInnerTexts();
  await page.click(logInButton);
  await page.fill('[name=name]', name);
  await page.fill('[name=phoneNo]', phoneNo);
  await page.getByLabel(carrier, { exact: true }).check();
  await page.click(button('sign-in'));
  await agreeIfAsked(page);
  await page.waitForSelector('#logout');
  expect(await page.locator('h1').innerText()).toContain(name);
  await page.click('#disconnect button');
  await page.waitForSelector(logInButton);
});

test('the decrypted identity is displayed next to the encrypted messages', async () => {
  await logIn('duri');
  expect(await known()).toMatchObject({
    name: '이두리',
    phoneNo: '01000000002',
    birthdate: '850515',
    gender: 'M',
  });
  const steps = page.locator('.wire details');
  expect(await steps.count()).toBe(4);
  for (const step of await steps.all()) {
    if ((await step.getAttribute('open')) === null) await step.locator('summary').click();
  }
  const [authorize = '', code = '', token = '', user = ''] = await steps.allInnerTexts();
  expect(authorize).toContain('response_type=code');
  expect(code).toContain('code=');
  expect(token).toContain('grant_type=authorization_code');
  expect(user).toContain('"gender": "M"');
  expect(user).toMatch(/"name": "[A-Za-z0-9+/]+=*"/);
  expect(user).not.toContain('이두리');
});

test('consent is asked for again after disconnecting; an automatic login recognizes the user; another number can be chosen', async () => {
  await logIn('hana', { autoLogin: true });
  expect(await page.locator('.notice').innerText()).toContain('이제부터 자동 로그인');
  await page.click('#logout button');
  await page.click(logInButton);
  await page.waitForSelector('#logout');
  expect(await page.locator('.notice').innerText()).toContain('자동으로 로그인');
  expect(await known()).toMatchObject({ name: '김하나' });
  const user = page.locator('.wire details').last();
  expect(await user.innerText()).toContain('"gender": ""');

  await page.click('a[href*="prompt=select_account"]');
  await submitSignIn(page, people.john);
  await agreeIfAsked(page);
  await page.waitForSelector('#logout');
  expect(await known()).toMatchObject({ name: 'JOHN SMITH' });
});

test('a sign-out stays a sign-out after Back', async () => {
  await logIn('john');
  await page.click('#logout button');
  await page.waitForSelector(logInButton);
  await page.goBack();
  await page.waitForSelector(logInButton);
  expect(await known()).toEqual({});
});

test('the language chosen in the shop applies to the sign-in pages', async () => {
  await page.click('a[hreflang=en]');
  await page.click(logInButton);
  expect(await page.getAttribute('html', 'lang')).toBe('en');
});
