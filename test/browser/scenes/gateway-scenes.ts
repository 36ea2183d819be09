import type { Page } from 'playwright-core';
import { agreeIfAsked, button, startLogin, submitSignIn } from '../../support/fixtures/browser-steps.ts';
import { eventually } from '../../support/fixtures/eventually.ts';
import { App } from '../../support/fixtures/native-app.ts';
import { approveOn, changeSubscriber } from '../../support/fixtures/phones.ts';
import { people } from '../../support/fixtures/sign-in.ts';
import { userAgentOf } from '../../support/fixtures/user-agents.ts';
import type { World } from '../../support/world/world.ts';
import { again, callbackOf, callbackPath, failingServiceScenes } from './failing-service-scenes.ts';
import { goesOn, logInToShop, type Scene, signInAs, signInAsNewcomer } from './scene.ts';

/** The address at which these scenes open their apps; the world has to allow it (`APP_LINKS`). */
export const appLink = 'com.example.app:/signed-in';

/** The interval between two requests to one phone, in seconds. */
const secondsBetweenRequests = 4;

/** Just after a flow expires, in seconds. */
const flowEnds = 3_601;

/** Begins a sign-in. @returns its `state`. */
async function begin(page: Page, world: World, query = ''): Promise<string> {
  await startLogin(page, world, query);
  return new URL(page.url()).searchParams.get('state') ?? '';
}

const openCallback = (page: Page, world: World, query: Record<string, string>) =>
  page.goto(`${world.gateway}${callbackPath}?${new URLSearchParams(query)}`);

/** Opens the callback in another browser, once KV holds the sign-in's nonce. */
async function comeWithoutCookie(page: Page, world: World, return_to: string): Promise<void> {
  await page.goto(`${world.gateway}/auth/login?${new URLSearchParams({ return_to })}`);
  const state = new URL(page.url()).searchParams.get('state') ?? '';
  await page.context().clearCookies();
  await eventually(async () => {
    await openCallback(page, world, { code: '1', state });
    if ((await page.$(`a[href="${return_to}"]`)) === null) throw new Error(`${return_to} is not known yet`);
  });
}

/** Sign-ins that the phone or the user has ended. */
const endingScenes: Scene[] = [
  { name: 'the phone denied', shows: again, open: (page, world) => signInAs(page, world, 'geojeol') },
  {
    // The page says this only to a browser that has signed in with the number before.
    name: 'another number was chosen on the phone',
    shows: again,
    async open(page, world) {
      const person = await signInAsNewcomer(page, world);
      const { phoneNo } = person;
      await agreeIfAsked(page);
      await page.waitForURL(({ pathname }) => !pathname.startsWith('/oauth2/'));
      await changeSubscriber(world, phoneNo, { behaviour: 'waits' });
      await world.clock.advance(secondsBetweenRequests);
      await startLogin(page, world, '&prompt=login');
      await submitSignIn(page, person);
      await page.waitForSelector('.match');
      // The first wrong number only shows a notice.
      await approveOn(world, phoneNo, '00');
      await goesOn(page, '.notice[role=status]');
      await approveOn(world, phoneNo, '00');
      await goesOn(page, again);
      await page.waitForURL(`${world.gateway}${callbackPath}?**`);
    },
  },
  {
    name: 'cancelled, at a page that needs a session',
    shows: again,
    async open(page, world) {
      await startLogin(page, world, '&required=Y');
      await page.click(button('cancel'));
    },
  },
  {
    name: 'too young, at a page that needs a session',
    shows: '.actions a.button[href="/"]',
    async open(page, world) {
      await startLogin(page, world, '&required=Y');
      await submitSignIn(page, people.eorin);
      await page.click(button('cancel'));
    },
  },
  {
    name: 'not approved, by a service that does not say why',
    shows: again,
    open: async (page, world) =>
      openCallback(page, world, { state: await begin(page, world), error: 'access_denied' }),
  },
  {
    name: 'an automatic login that was not possible',
    shows: again,
    open: (page, world) => startLogin(page, world, '&prompt=none'),
  },
];

const callbackScenes: Scene[] = [
  {
    name: 'a callback without a sign-in',
    shows: again,
    open: (page, world) => openCallback(page, world, { code: '1', state: '1' }),
  },
  {
    name: 'a callback of another sign-in',
    shows: again,
    async open(page, world) {
      await begin(page, world);
      await openCallback(page, world, { code: '1', state: 'of another sign-in' });
    },
  },
  {
    name: 'a callback that is opened in another browser',
    shows: 'a[href="/orders/7"]',
    open: (page, world) => comeWithoutCookie(page, world, '/orders/7'),
  },
  {
    name: 'a callback that is opened in another browser, of a sign-in to a page whose path reads like a text',
    shows: 'a[href="/your%20orders"]',
    open: (page, world) => comeWithoutCookie(page, world, '/your%20orders'),
  },
  {
    name: 'a callback that comes too late',
    shows: again,
    async open(page, world) {
      const state = await begin(page, world);
      await world.clock.advance(flowEnds);
      await openCallback(page, world, { code: '1', state });
    },
  },
  {
    name: 'a callback after the user has signed out',
    shows: again,
    async open(page, world) {
      const [returned] = await Promise.all([callbackOf(page), logInToShop(page, world)]);
      await page.click('#logout button');
      await page.waitForSelector(again);
      await page.goto(returned.url());
    },
  },
  {
    name: 'a callback without its parameters',
    shows: again,
    open: (page, world) => openCallback(page, world, {}),
  },
  {
    name: 'an address of the gateway that has no page',
    shows: 'a.button[href="/"]',
    open: (page, world) => page.goto(`${world.gateway}/auth/logout`),
  },
  {
    name: 'a sign-out by a relying party, to be confirmed',
    shows: 'form[action^="/auth/oidc/logout/confirm"]',
    async open(page, world) {
      await logInToShop(page, world);
      await page.goto(`${world.gateway}/auth/oidc/logout`);
    },
  },
  {
    name: 'a sign-out by a relying party, done',
    shows: 'a.button[href="/"]',
    open: (page, world) => page.goto(`${world.gateway}/auth/oidc/logout`),
  },
  {
    name: 'a login with an address that is not the application’s',
    shows: again,
    open: (page, world) => page.goto(`${world.gateway}/auth/login?return_to=//elsewhere.example`),
  },
];

const openLogin = (page: Page, world: World) => page.goto(`${world.gateway}/auth/login?return_to=/orders`);

const inAppScenes: Scene[] = [
  {
    name: 'a login inside an app, which can open the phone’s own browser',
    shows: 'a.button[href^="kakaotalk:"]',
    userAgent: userAgentOf('KakaoTalk', 'Android'),
    open: openLogin,
  },
  {
    name: 'a login inside an app, whose menu opens the phone’s own browser',
    shows: 'a.button[href*="browser=current"]',
    userAgent: userAgentOf('Instagram', 'iOS'),
    open: openLogin,
  },
];

const appScenes: Scene[] = [
  {
    name: 'back to an app that does not open by itself',
    shows: `a[href^="${appLink}"]`,
    async open(page, world) {
      await page.goto((await new App(world).start({ app_link: appLink })).authorize_url);
      await page.click(button('cancel'));
    },
  },
  {
    name: 'the sign-in of an app, returned to a browser',
    shows: 'h1',
    async open(page, world) {
      await page.goto((await new App(world).start()).authorize_url);
      await page.click(button('cancel'));
    },
  },
  {
    name: 'a disconnect by a signed-out user',
    shows: 'a.button[href="/auth/login"]',
    async open(page, world) {
      await logInToShop(page, world);
      await page.context().clearCookies();
      await page.click('#disconnect button');
    },
  },
];

export const gatewayScenes: Scene[] = [
  ...endingScenes,
  ...callbackScenes,
  ...failingServiceScenes,
  ...appScenes,
  ...inAppScenes,
];
