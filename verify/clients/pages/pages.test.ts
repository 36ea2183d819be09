import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { agreeIfAsked, button, submitSignIn } from '../../../test/support/fixtures/browser-steps.ts';
import { type Person, people } from '../../../test/support/fixtures/sign-in.ts';
import { useStarted } from '../../../test/support/world/use-world.ts';
import { expectText } from '../../examples/sample-steps.ts';
import { debianPackages, hasDebian, withoutDebian } from '../debian-packages.ts';
import { inTurn } from '../in-turn.ts';
import { packAndInstall } from '../packed/pack.ts';
import { expressVariations, intoExistingExpress } from './existing-express.ts';
import { debianPackagesOf, type PageFiles, pageFilesOf } from './page-files.ts';
import { startPageProject, tarball } from './page-project.ts';
import { home, startPage, startPageService } from './page-world.ts';

/** A page, or a tab of one, whose files and commands are run as a reader runs them. */
interface DocumentedPage {
  file: string;
  /** What differs from the page, for the name of the tests. */
  how?: string;
  /** Versions of packages in place of those that the page installs. */
  versions?: Record<string, string>;
  /** Headings of the page with code that another test runs. */
  variations?: readonly string[];
  /** Puts the page's files into an existing application. */
  change?(page: PageFiles): PageFiles;
}

/** packed/pasted-servers.test.ts runs two of the variations, and the existing application the first one. */
const express = {
  file: 'docs/client/express.md',
  variations: expressVariations,
};
const express4 = { ...express, versions: { express: 'express@4' } };
const everyTime: DocumentedPage = { ...express4, how: ' on Express 4' };
const others: DocumentedPage[] = [
  { ...express, how: ' on Express 5' },
  { ...express4, how: ' in an existing application', change: intoExistingExpress },
  { file: 'docs/client/web.md#hono' },
  { file: 'docs/client/web.md#nestjs', versions: { typescript: 'typescript@5' } },
  { file: 'docs/client/web.md#nextjs' },
  { file: 'docs/client/web.md#sveltekit' },
  { file: 'docs/client/python.md#fastapi' },
  { file: 'docs/client/python.md#django' },
  { file: 'docs/client/laravel.md' },
];
const pages = [everyTime, ...inTurn(others)].map(
  ({ file, how = '', versions, variations, change = (page) => page }) => {
    const debian = debianPackagesOf(file);
    const title = `${file}${how}${debian.length > 0 ? withoutDebian : ''}`;
    const isExisting = change === intoExistingExpress;
    const page = change(pageFilesOf(file, variations));
    const isPackage = page.install.some((line) => line.includes(tarball));
    return { title, page, versions, debian, isExisting, isPackage };
  },
);

const service = useStarted(startPageService);
let packed: Buffer;
beforeAll(async () => {
  const consumer = await packAndInstall();
  packed = consumer.tarball;
  consumer.remove();
}, 180_000);

async function signIn(tab: Page, person: Person, choices: { autoLogin?: boolean } = {}): Promise<void> {
  await tab.getByText('Sign in').click();
  await submitSignIn(tab, person, choices);
  await agreeIfAsked(tab);
}

describe.each(pages)('$title', ({ page, versions, debian, isExisting, isPackage }) => {
  if (debian.length > 0 && !hasDebian) return test.skip('signs users in');
  const env = () => debianPackages(debian);
  const options = () => ({ page, versions, packed, service: service.address, env: env() });
  const start = () => startPage((port) => startPageProject({ ...options(), port }));
  const world = useStarted(start);

  test('a user opens a page, signs in, returns to that page, and signs out', async () => {
    const tab = await world.open();
    await tab.goto(`${home}/orders`);
    await submitSignIn(tab, people.duri);
    await agreeIfAsked(tab);
    await expectText(tab, 'Orders of 이두리');
    expect(tab.url()).toBe(`${home}/orders`);
    await tab.goto(home);
    await expectText(tab, 'Hello, 이두리.');
    await tab.getByText('Sign out').click();
    await expectText(tab, 'Sign in');
    expect(tab.url()).toBe(`${home}/`);
    await tab.goto(`${home}/orders`);
    await tab.locator('[name=phoneNo]').waitFor();
  });

  test('a user who cancels is back where they were, and one whose phone denies sees a page and can try again', async () => {
    const tab = await world.open();
    await tab.goto(home);
    await tab.getByText('Sign in').click();
    await tab.click(button('cancel'));
    if (isPackage) await tab.waitForURL(`${home}/`);
    else await tab.getByText('다시 시도').click();
    await signIn(tab, people.geojeol);
    await expectText(
      tab,
      isPackage ? 'The sign-in wasn’t approved on the phone' : '휴대폰에서 로그인이 승인되지 않았습니다',
    );
    await tab.getByText(isPackage ? 'Sign in again' : '다시 시도').click();
    if (!isPackage) await tab.getByText('Sign in').click();
    await submitSignIn(tab, people.hana);
    await agreeIfAsked(tab);
    await expectText(tab, 'Hello, 김하나.');
  });

  test.runIf(isPackage)(
    'a user who cancels on the way to a page for signed-in users sees a page',
    async () => {
      const tab = await world.open();
      await tab.goto(`${home}/orders`);
      await tab.click(button('cancel'));
      await expectText(tab, 'The sign-in was cancelled');
      await tab.getByText('Home').click();
      await expectText(tab, 'Sign in');
    },
  );

  test.runIf(isExisting)('the cart of a session moves to the signed-in user', async () => {
    const tab = await world.open();
    await tab.goto(home);
    await tab.getByText('Cart: 0').click();
    await expectText(tab, 'Cart: 1');
    await signIn(tab, people.duri);
    await expectText(tab, 'Hello, 이두리.');
    await expectText(tab, 'Cart: 1');
    await tab.getByText('Sign out').click();
    await expectText(tab, 'Cart: 0');
  });

  test.runIf(isExisting)('the cart of a signed-in user does not move to another user', async () => {
    const tab = await world.open();
    await tab.goto(home);
    await signIn(tab, people.duri);
    await tab.getByText('Cart: 0').click();
    await expectText(tab, 'Cart: 1');
    await tab.goto(`${home}/login`);
    await submitSignIn(tab, people.hana);
    await agreeIfAsked(tab);
    await expectText(tab, 'Hello, 김하나.');
    await expectText(tab, 'Cart: 0');
  });

  test('an automatic login shows the stored name', async () => {
    const tab = await world.open();
    await tab.goto(home);
    await signIn(tab, people.hana, { autoLogin: true });
    await expectText(tab, 'Hello, 김하나.');
    await tab.getByText('Sign out').click();
    await tab.getByText('Sign in').click();
    await expectText(tab, 'Hello, 김하나.');
  });

  test("after an automatic login, a user whom the application hasn't stored signs in with the phone", async () => {
    const { altteul } = people;
    const tab = await world.open();
    await tab.context().addCookies(await service.automaticLogin(altteul.phoneNo));
    await tab.goto(home);
    const automatic = tab.waitForRequest((request) => request.url().startsWith(`${home}/callback?`));
    await tab.getByText('Sign in').click();
    await automatic;
    await submitSignIn(tab, altteul);
    await agreeIfAsked(tab);
    await expectText(tab, 'Hello, 서알뜰.');
  });

  test('a user who disconnects is signed out everywhere, and asked for consent again', async () => {
    const [tab, other] = [await world.open(), await world.open()];
    for (const each of [other, tab]) {
      await each.goto(home);
      await signIn(each, people.john);
      await expectText(each, 'Hello, JOHN SMITH.');
    }
    await tab.getByText('Disconnect').click();
    await expectText(tab, 'Sign in');
    const consent = tab.waitForRequest((request) => request.url().endsWith('/oauth2/authorize/consent'));
    await signIn(tab, people.john);
    await expectText(tab, 'Hello, JOHN SMITH.');
    await consent;
    await other.goto(home);
    await expectText(other, 'Sign in');
  });

  test('forms of other sites and forged callbacks are rejected', async () => {
    const tab = await world.open();
    await tab.goto(home);
    await signIn(tab, people.duri);
    await expectText(tab, 'Hello, 이두리.');
    const forged = `${home}/callback?code=stolen&state=forged`;
    const stranger = await world.open();
    expect((await stranger.goto(forged))?.status()).toBe(400);
    // A signed-in user may see the first page instead, and stays signed in.
    await tab.goto(forged);
    for (const path of ['/logout', '/disconnect']) {
      await tab.route('https://attacker.example/', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<form method="post" action="${home}${path}"><button>`,
        }),
      );
      await tab.goto('https://attacker.example/');
      const posted = tab.waitForResponse(`${home}${path}`);
      await tab.locator('button').click();
      expect((await posted).status(), path).toBe(403);
    }
    await tab.goto(home);
    await expectText(tab, 'Hello, 이두리.');
  });

  test('during a service outage a user sees a page with status 503, and no personal data is logged', async () => {
    await service.failNextTokenRequest();
    const tab = await world.open();
    await tab.goto(home);
    const callback = tab.waitForResponse((response) => response.url().startsWith(`${home}/callback`));
    await signIn(tab, people.duri);
    expect((await callback).status()).toBe(503);
    await expectText(
      tab,
      isPackage ? 'You can’t sign in right now' : '지금은 로그인할 수 없습니다. 잠시 후 다시 시도해 주세요.',
    );
    expect(world.logs()).not.toMatch(/[0-9a-f]{64}|이두리/);
  });
});
