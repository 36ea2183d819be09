import { agreeIfAsked, submitSignIn } from '../../support/fixtures/browser-steps.ts';
import { newSubscriber } from '../../support/fixtures/phones.ts';
import { people } from '../../support/fixtures/sign-in.ts';
import { logInToShop, type Scene } from './scene.ts';

export const demoScenes: Scene[] = [
  {
    name: 'the demo shop, signed out',
    shows: 'a[href^="/auth/login"]',
    open: (page, world) => page.goto(`${world.gateway}/`),
  },
  {
    name: 'the demo shop, with a phone next to it',
    shows: '.beside iframe',
    open: (page, world) => page.goto(`${world.sandbox}/sandbox/side-by-side?phoneNo=${people.daegi.phoneNo}`),
  },
  { name: 'the demo shop, signed in', shows: 'form[action="/auth/logout"]', open: logInToShop },
  {
    name: 'the demo shop, signed in automatically',
    shows: 'form[action="/auth/logout"]',
    async open(page, world) {
      await logInToShop(page, world);
      await page.click('#logout button');
      await page.click('a[href^="/auth/login"]');
    },
  },
  {
    name: 'the demo shop, signed in without automatic login',
    shows: 'form[action="/auth/logout"]',
    async open(page, world) {
      await page.goto(`${world.gateway}/auth/login?return_to=/&prompt=login`);
      await submitSignIn(page, await newSubscriber(world));
      await agreeIfAsked(page);
    },
  },
  {
    name: 'an address of the demo shop that has no page',
    shows: 'a.button[href="/"]',
    open: (page, world) => page.goto(`${world.gateway}/nowhere`),
  },
  {
    name: 'the privacy notice of the demo applications',
    shows: 'h1',
    open: (page, world) => page.goto(`${world.service}/sandbox/privacy`),
  },
];
