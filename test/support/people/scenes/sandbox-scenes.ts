import { askSandbox } from '../../requests/sandbox-requests.ts';
import { people } from '../sign-in.ts';
import { logInToShop, type Scene, signInAs } from './scene.ts';

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
    name: 'no faults',
    shows: 'form[action="/sandbox/faults"]',
    open: (page, world) => page.goto(`${world.sandbox}/sandbox/faults`),
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
    shows: '.phone .notice',
    open: (page, world) => page.goto(`${world.sandbox}/sandbox?phoneNo=${people[who].phoneNo}`),
  }),
);

export const sandboxScenes: Scene[] = [...pageScenes, ...phoneScenes];
