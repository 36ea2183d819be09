import type { Page } from 'playwright-core';
import { accountPageNotices } from '../../../workers/service/features/account-page/account-settings.ts';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { submitSignIn } from '../../support/fixtures/browser-steps.ts';
import { endsOn, newSubscriber } from '../../support/fixtures/phones.ts';
import { type Person, people, signIn } from '../../support/fixtures/sign-in.ts';
import { applications } from '../../support/world/test-settings.ts';
import type { World } from '../../support/world/world.ts';
import { logInToShop, type Scene } from './scene.ts';

/** Signs in to the account page. */
export async function openAccount(page: Page, world: World, person: Person): Promise<void> {
  await page.goto(`${world.service}/account`);
  await page.click(accountButton('sign-in'));
  await submitSignIn(page, person);
  await page.waitForSelector(accountButton('sign-out'));
}

/** The account page of a user who is connected to both applications, and logged in automatically at one. */
async function openFullAccount(page: Page, world: World): Promise<void> {
  const { client_id, redirect_uri } = applications.bank;
  await logInToShop(page, world);
  await world.clock.advance(10);
  await signIn(new BrowserSession(world), world, people.hana, { query: { client_id, redirect_uri } });
  await world.clock.advance(10);
  await openAccount(page, world, people.hana);
}

const accountButton = (form: string) => `form[action="/account/${form}"] button`;

const noticeScenes = accountPageNotices.map(
  (notice): Scene => ({
    name: `the account page, signed out, with the notice ${notice}`,
    shows: '.notice',
    open: (page, world) => page.goto(`${world.service}/account?notice=${notice}`),
  }),
);

const kinds = ['new_browser', 'automatic_login', 'consent'] as const;
const endScenes = kinds.map(
  (kind): Scene => ({
    name: `the page that a notice links to, ${kind}`,
    shows: accountButton('end'),
    async open(page, world) {
      const person = await newSubscriber(world);
      await signIn(new BrowserSession(world), world, person, { autoLogin: true });
      await page.goto((await endsOn(world, person.phoneNo, kinds.length))[kind] ?? '');
    },
  }),
);

export const accountScenes: Scene[] = [
  ...endScenes,
  {
    name: 'the account page, before the sign-in',
    shows: accountButton('sign-in'),
    open: (page, world) => page.goto(`${world.service}/account`),
  },
  ...noticeScenes,
  {
    name: 'the sign-in to the account page',
    shows: '[name=telcoCd]',
    async open(page, world) {
      await page.goto(`${world.service}/account`);
      await page.click(accountButton('sign-in'));
    },
  },
  {
    name: 'the sign-in to the account page, waiting for the phone',
    shows: '.match',
    async open(page, world) {
      await page.goto(`${world.service}/account`);
      await page.click(accountButton('sign-in'));
      await submitSignIn(page, people.daegi);
    },
  },
  {
    name: 'the account page, with connections',
    shows: accountButton('end-automatic-login'),
    open: openFullAccount,
  },
  {
    name: 'the account page, without connections',
    shows: '.card > p:only-child',
    open: async (page, world) => openAccount(page, world, await newSubscriber(world)),
  },
  {
    name: 'a connection, about to be ended',
    shows: accountButton('disconnect'),
    async open(page, world) {
      await openFullAccount(page, world);
      await page.click('a[href^="/account/disconnect?client_id"]');
    },
  },
  {
    name: 'all connections, about to be ended',
    shows: `${accountButton('disconnect')}, [name=all]`,
    async open(page, world) {
      await openFullAccount(page, world);
      await page.click('a[href="/account/disconnect?all=Y"]');
    },
  },
  {
    name: 'a sign-out at every application of this browser, to be confirmed',
    shows: 'form[action^="/oauth2/openid/logout/confirm"]',
    async open(page, world) {
      await logInToShop(page, world);
      await page.goto(`${world.service}/oauth2/openid/logout`);
    },
  },
  {
    name: 'a sign-out, done',
    shows: '.ends a[href="/account"]',
    open: (page, world) => page.goto(`${world.service}/oauth2/openid/logout`),
  },
  {
    name: 'a sign-out, refused',
    shows: '.ends a[href="/account"]',
    open: (page, world) => page.goto(`${world.service}/oauth2/openid/logout?client_id=1`),
  },
  {
    name: 'the account page, refused',
    shows: '.ends a[href="/account"]',
    async open(page, world) {
      await openAccount(page, world, await newSubscriber(world));
      await page.goto(`${world.service}/account/disconnect?client_id=1&client_id=2`);
    },
  },
];
