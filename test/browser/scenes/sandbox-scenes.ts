import type { Page } from 'playwright-core';
import { maxCount } from '../../../sandbox/fault.ts';
import { BarocertCaller } from '../../../sandbox/test/support/barocert-caller.ts';
import { type Notice, noticeKinds, type Start } from '../../../workers/core/carrier/port.ts';
import { newSubscriber } from '../../support/fixtures/phones.ts';
import { people } from '../../support/fixtures/sign-in.ts';
import { asked, askedAbout, sendToCarrier } from '../../support/requests/carrier-questions.ts';
import { askSandbox } from '../../support/requests/sandbox-requests.ts';
import { serviceSecrets } from '../../support/world/test-settings.ts';
import type { World } from '../../support/world/world.ts';
import { logInToShop, type Scene, signInAs } from './scene.ts';

const token = serviceSecrets.CARRIER_S_TOKEN;

/** Sends a request to the phone of a subscriber whom no other scene uses. @returns the number, and the ID of the request. */
async function askPhone(world: World, changes: object): Promise<{ phoneNo: string; requestId: string }> {
  const person = await newSubscriber(world, 'waits');
  const answer = await sendToCarrier(world, 'confirm', { ...askedAbout(person), ...changes }, token);
  return { phoneNo: person.phoneNo, ...((await answer.json()) as { requestId: string }) };
}

/** Phones with requests of kinds that the service does not send yet. */
const askedScenes: Scene[] = [
  {
    name: 'a phone on which the number is typed',
    shows: '.typed',
    async open(page, world) {
      const context = {
        country: 'KR',
        city: 'Seoul',
        knownBrowser: true,
        automaticLogin: true,
        attributes: 9,
        account: true,
      };
      const { requestId } = await askPhone(world, { entry: 'type', context });
      await page.goto(`${world.sandbox}/sandbox/open/${requestId}`);
    },
  },
  {
    name: 'a phone on which the number is compared',
    shows: '.request button[name=match]',
    async open(page, world) {
      const { requestId } = await askPhone(world, { entry: 'none' });
      await page.goto(`${world.sandbox}/sandbox/open/${requestId}`);
    },
  },
  {
    name: 'a phone with the message of another company',
    shows: '.vendor-text',
    async open(page, world) {
      const person = await newSubscriber(world, 'waits');
      await new BarocertCaller(world).receiptOf(person);
      await page.goto(`${world.sandbox}/sandbox?phoneNo=${person.phoneNo}`);
    },
  },
  {
    name: 'a request that was started without a number, before a phone has opened it',
    shows: 'form[action*="/sandbox/open/"]',
    open: (page, world) => openStarted(page, world),
  },
  {
    name: 'a request that was started without a number, on a phone',
    shows: '.request',
    async open(page, world) {
      await openStarted(page, world);
      await page.click(`button[value="${people.daegi.phoneNo}"]`);
    },
  },
  {
    name: 'a phone with notices, and a request that was cancelled',
    shows: '#requests .log a',
    async open(page, world) {
      const { phoneNo, requestId } = await askPhone(world, {});
      await sendToCarrier(world, 'cancel', { requestId }, token);
      for (const kind of noticeKinds)
        await sendToCarrier(world, 'notify', noticeOf(world, phoneNo, kind), token);
      await page.goto(`${world.sandbox}/sandbox?phoneNo=${phoneNo}`);
    },
  },
  {
    name: 'a phone without the app',
    shows: 'form[action$="/register"]',
    open: (page, world) => page.goto(`${world.sandbox}/sandbox?phoneNo=${people.miseol.phoneNo}`),
  },
];

async function openStarted(page: Page, world: World): Promise<void> {
  const answer = await sendToCarrier(world, 'start', asked('S'), token);
  const { requestId } = (await answer.json()) as Start & { requestId: string };
  await page.goto(`${world.sandbox}/sandbox/open/${requestId}`);
}

function noticeOf(world: World, phoneNo: string, kind: Notice['kind']): Notice {
  const { id, signIn, telcoCd, application, applicationHost, context } = asked('S');
  const what = { id: `${id}-${phoneNo}-${kind}`, signIn, telcoCd, application, applicationHost, context };
  return { ...what, kind, phoneNo, mvno: false, at: 1_790_000_000, end: `${world.service}/end/x` };
}

/** Starts a relay with a subscriber whom no other scene uses. */
async function beginRelay(
  page: Page,
  world: World,
  aim: 'shop' | 'link',
  behaviour: 'waits' | 'approves' = 'waits',
): Promise<void> {
  const { phoneNo } = await newSubscriber(world, behaviour);
  await page.goto(`${world.sandbox}/sandbox/relay`);
  await page.selectOption('[name=aim]', aim);
  await page.click(`button[value="${phoneNo}"]`);
}

const relayScenes: Scene[] = [
  {
    name: 'the relays',
    shows: 'form[action="/sandbox/relay"]',
    open: (page, world) => page.goto(`${world.sandbox}/sandbox/relay`),
  },
  {
    name: 'a relay that waits for the phone',
    shows: '#relay .match',
    open: (page, world) => beginRelay(page, world, 'shop'),
  },
  {
    name: 'a relay that has signed in',
    shows: '#relay dd + dt + dd + dt + dd + dt + dd',
    open: (page, world) => beginRelay(page, world, 'shop', 'approves'),
  },
  {
    name: 'a relay that forwards a link',
    shows: '#relay a[target=_blank]',
    open: (page, world) => beginRelay(page, world, 'link'),
  },
];

const pageScenes: Scene[] = [
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
    name: 'a phone with a request that it never answers',
    shows: '.log .tag',
    async open(page, world) {
      await signInAs(page, world, 'manryo');
      await page.goto(`${world.sandbox}/sandbox?phoneNo=${people.manryo.phoneNo}`);
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
    name: 'a phone whose user has left',
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
      const always = { endpoint: 'carrier', kind: 'outage', count: maxCount };
      await askSandbox(world, 'PUT', '/faults', { faults: [error, variant, always] });
      await page.goto(`${world.sandbox}/sandbox/faults`);
    },
    close: (world) => askSandbox(world, 'DELETE', '/faults'),
  },
  {
    name: 'no faults, with the fields of a custom one',
    shows: 'details[open] form[action="/sandbox/faults"]',
    async open(page, world) {
      await page.goto(`${world.sandbox}/sandbox/faults`);
      await page.click('summary');
    },
  },
  {
    name: 'an error of the sandbox',
    shows: '.notice.bad',
    open: (page, world) => page.goto(`${world.sandbox}/sandbox/nowhere`),
  },
];

/** Phones that answer by themselves, or not at all. */
const phoneScenes = (['hana', 'geojeol', 'jeomgeom'] as const).map(
  (who): Scene => ({
    name: `the phone of ${who}`,
    shows: '.own-answers',
    open: (page, world) => page.goto(`${world.sandbox}/sandbox?phoneNo=${people[who].phoneNo}`),
  }),
);

export const sandboxScenes: Scene[] = [...pageScenes, ...askedScenes, ...relayScenes, ...phoneScenes];
