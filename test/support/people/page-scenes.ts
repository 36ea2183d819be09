import type { Page } from 'playwright-core';
import { applicationKey } from '../../../workers/service/shared/applications.ts';
import { askSandbox } from '../requests/sandbox-requests.ts';
import { applications } from '../world/test-settings.ts';
import type { World } from '../world/world.ts';
import { agreeIfAsked, button, consentBox, startLogin, submitSignIn } from './browser-steps.ts';
import { approveOn, newSubscriber, requestsOn } from './phones.ts';
import { authorizeUrl, people } from './sign-in.ts';

/** A page that a person can meet, and the way to it in a browser that has no cookies. */
interface Scene {
  name: string;
  /** What only this page has. */
  shows: string;
  open(page: Page, world: World): Promise<unknown>;
  /** Ends what the page is about elsewhere, such as a fault. */
  close?(world: World): Promise<unknown>;
}

/** Just longer than a request on the phone, and than a sign-in, lasts: in seconds. */
const requestEnds = 121;
const signInEnds = 601;

async function signInAs(page: Page, world: World, person: keyof typeof people): Promise<void> {
  await startLogin(page, world);
  await submitSignIn(page, people[person]);
}

async function logInToShop(page: Page, world: World): Promise<void> {
  await page.goto(`${world.gateway}/auth/login?return_to=/`);
  await submitSignIn(page, people.hana, { autoLogin: true });
  await agreeIfAsked(page);
  await page.waitForURL(`${world.gateway}/`);
}

const longNamed = {
  client_id: 'longnamed00000000001',
  name: '이름이아주길고띄어쓰기도없는애플리케이션이름이아주길고띄어쓰기도없는애플리케이션',
  redirect_uri: 'https://a-subdomain-with-a-long-name.and-another-long-one.application.example.net/callback',
};

async function registerLongNamed(world: World): Promise<void> {
  const kv: KVNamespace = (await world.env('plid-local')).APPLICATIONS;
  const { client_id, name, redirect_uri } = longNamed;
  const record = await kv.get<object>(applicationKey(applications.bank.client_id), 'json');
  const registered = { ...record, client_id, name, redirect_uris: [redirect_uri] };
  await kv.put(applicationKey(client_id), JSON.stringify(registered));
}

const signInScenes: Scene[] = [
  { name: 'sign in', shows: '[name=telcoCd]', open: (page, world) => startLogin(page, world) },
  {
    name: 'sign in, with errors in every field',
    shows: '#name-error',
    async open(page, world) {
      await startLogin(page, world);
      await page.fill('[name=phoneNo]', '02-123-4567');
      await page.click(button('sign-in'));
    },
  },
  {
    name: 'sign in, not confirmed by the carriers',
    shows: '[role=alert]',
    async open(page, world) {
      await startLogin(page, world);
      await submitSignIn(page, { ...people.hana, name: '김두나' });
    },
  },
  {
    name: 'sign in, the carrier is silent',
    shows: '[role=alert]',
    open: (page, world) => signInAs(page, world, 'jeomgeom'),
  },
  {
    name: 'sign in, too many requests to one phone',
    shows: '[role=alert]',
    async open(page, world) {
      await signInAs(page, world, 'manryo');
      await page.context().clearCookies();
      await signInAs(page, world, 'manryo');
    },
  },
  { name: 'waiting for the phone', shows: '.match', open: (page, world) => signInAs(page, world, 'daegi') },
  {
    name: 'the phone did not answer',
    shows: 'form[action$="/again"]',
    async open(page, world) {
      await signInAs(page, world, 'manryo');
      await world.clock.advance(requestEnds);
      await page.reload();
    },
  },
  {
    name: 'consent',
    shows: consentBox,
    async open(page, world) {
      await page.goto(authorizeUrl(world));
      await submitSignIn(page, people.duri);
    },
  },
  {
    name: 'consent, for an application with long names',
    shows: consentBox,
    async open(page, world) {
      await registerLongNamed(world);
      const { client_id, redirect_uri } = longNamed;
      await page.goto(authorizeUrl(world, { client_id, redirect_uri }));
      await submitSignIn(page, people.john);
    },
  },
  {
    name: 'the sign-in has expired',
    shows: 'form[action$="/cancel"] .button',
    async open(page, world) {
      await startLogin(page, world);
      await world.clock.advance(signInEnds);
      await page.click(button('sign-in'));
    },
  },
  {
    name: 'a sign-in of another browser',
    shows: 'h1',
    open: (page, world) => page.goto(`${world.service}/oauth2/authorize/wait?flow=1`),
  },
];

const gatewayScenes: Scene[] = [
  {
    name: 'the phone denied',
    shows: 'a[href^="/auth/login"]',
    open: (page, world) => signInAs(page, world, 'geojeol'),
  },
  {
    name: 'another number was chosen on the phone',
    shows: 'a[href^="/auth/login"]',
    async open(page, world) {
      const person = await newSubscriber(world, 'waits');
      await startLogin(page, world);
      await submitSignIn(page, person);
      await page.waitForSelector('.match');
      const [request] = await requestsOn(world, person.phoneNo);
      await approveOn(
        world,
        person.phoneNo,
        request?.choices.find((choice) => choice !== request.match),
      );
      await page.waitForURL(`${world.gateway}/auth/callback?**`);
    },
  },
  {
    name: 'cancelled, where a session is needed',
    shows: 'a[href^="/auth/login"]',
    async open(page, world) {
      await startLogin(page, world, '&required=Y');
      await page.click(button('cancel'));
    },
  },
  {
    name: 'a callback that belongs to no sign-in',
    shows: 'a[href^="/auth/login"]',
    open: (page, world) => page.goto(`${world.gateway}/auth/callback?code=1&state=1`),
  },
  {
    name: 'the service does not answer the gateway',
    shows: 'a[href^="/auth/login"]',
    async open(page, world) {
      const fault = { endpoint: '/oauth2/token', kind: 'cut', count: 10 };
      await askSandbox(world, 'PUT', '/faults', { faults: [fault] });
      await signInAs(page, world, 'john');
      await agreeIfAsked(page);
    },
    close: (world) => askSandbox(world, 'DELETE', '/faults'),
  },
];

/** Signs in to their own page. */
async function openAccount(page: Page, world: World): Promise<void> {
  await logInToShop(page, world);
  await world.clock.advance(10);
  await page.goto(`${world.service}/account`);
  await page.click(accountButton('sign-in'));
  await submitSignIn(page, people.hana);
  await page.waitForSelector(accountButton('sign-out'));
}

const accountButton = (form: string) => `form[action="/account/${form}"] button`;

const accountScenes: Scene[] = [
  {
    name: 'a person’s own page, before the sign-in',
    shows: accountButton('sign-in'),
    open: (page, world) => page.goto(`${world.service}/account?notice=failed`),
  },
  {
    name: 'what a person is connected with',
    shows: accountButton('end-automatic-login'),
    open: openAccount,
  },
  {
    name: 'a connection, about to be ended',
    shows: accountButton('disconnect'),
    async open(page, world) {
      await openAccount(page, world);
      await page.click('a[href^="/account/disconnect"]');
    },
  },
  {
    name: 'a person’s own page, refused',
    shows: 'a.button[href="/account"]',
    async open(page, world) {
      await openAccount(page, world);
      await page.goto(`${world.service}/account/disconnect?client_id=1&client_id=2`);
    },
  },
];

const sandboxScenes: Scene[] = [
  { name: 'the phones', shows: '.phones', open: (page, world) => page.goto(`${world.sandbox}/sandbox`) },
  {
    name: 'a phone with a request on it',
    shows: '.numbers',
    async open(page, world) {
      await signInAs(page, world, 'daegi');
      await page.goto(`${world.sandbox}/sandbox?phoneNo=${people.daegi.phoneNo}`);
    },
  },
  {
    name: 'a phone with an automatic login',
    shows: '[name=client_id] + button',
    async open(page, world) {
      await logInToShop(page, world);
      await page.goto(`${world.sandbox}/sandbox?phoneNo=${people.hana.phoneNo}`);
      await page.click('summary');
    },
  },
  {
    name: 'a phone that has left',
    shows: 'form[action$="/register"]',
    async open(page, world) {
      await askSandbox(world, 'POST', `/subscribers/${people.john.phoneNo}/leave`);
      await page.goto(`${world.sandbox}/sandbox?phoneNo=${people.john.phoneNo}`);
    },
    close: (world) => askSandbox(world, 'POST', `/subscribers/${people.john.phoneNo}/register`),
  },
  {
    name: 'the subscribers',
    shows: 'form [name=birthdate]',
    open: (page, world) => page.goto(`${world.sandbox}/sandbox/subscribers`),
  },
  {
    name: 'a subscriber to change',
    shows: 'form [name=birthdate]',
    open: (page, world) => page.goto(`${world.sandbox}/sandbox/subscribers?phoneNo=${people.hana.phoneNo}`),
  },
  {
    name: 'the faults',
    shows: 'form[action$="/clear"]',
    async open(page, world) {
      const error = {
        endpoint: '/oauth2/token',
        kind: 'error',
        status: 500,
        error: 'server_error',
        milliseconds: 9,
      };
      const variant = { endpoint: '/v1/user/me', kind: 'encrypted-agegroup', count: 3 };
      await askSandbox(world, 'PUT', '/faults', { faults: [error, variant] });
      await page.goto(`${world.sandbox}/sandbox/faults`);
    },
    close: (world) => askSandbox(world, 'DELETE', '/faults'),
  },
  {
    name: 'an error of the sandbox',
    shows: '.notice.bad',
    open: (page, world) => page.goto(`${world.sandbox}/sandbox/nowhere`),
  },
];

const demoScenes: Scene[] = [
  {
    name: 'the demo shop, signed out',
    shows: 'a[href^="/auth/login"]',
    open: (page, world) => page.goto(`${world.gateway}/`),
  },
  { name: 'the demo shop, signed in', shows: 'form[action="/auth/logout"]', open: logInToShop },
];

export const scenes = { signInScenes, accountScenes, gatewayScenes, sandboxScenes, demoScenes };
