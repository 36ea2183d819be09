import type { Page } from 'playwright-core';
import { agreeIfAsked } from '../../support/fixtures/browser-steps.ts';
import { askSandbox } from '../../support/requests/sandbox-requests.ts';
import type { World } from '../../support/world/world.ts';
import { type Scene, signInAs } from './scene.ts';

/** Just after the deadline for exchanging a code, in seconds. */
const exchangeEnds = 60;

export const again = 'a[href^="/auth/login"]';
export const callbackPath = '/auth/callback';

/** The address of the callback, which the browser only passes through. */
export const callbackOf = (page: Page) =>
  page.waitForRequest((request) => new URL(request.url()).pathname === callbackPath);

/** Signs in as a user who has agreed before, while the service answers the gateway with a fault. */
async function signInWith(page: Page, world: World, fault: object): Promise<void> {
  await askSandbox(world, 'PUT', '/faults', { faults: [{ endpoint: '/oauth2/token', count: 10, ...fault }] });
  await signInAs(page, world, 'hana');
  await agreeIfAsked(page);
}
/** Waits until a callback has claimed its sign-in: the exchange of the code then meets the fault. */
async function claimed(world: World): Promise<void> {
  while ((await (await askSandbox(world, 'GET', '/faults')).text()).includes('"count":10'));
}
const withoutFaults = (world: World) => askSandbox(world, 'DELETE', '/faults');

export const failingServiceScenes: Scene[] = [
  {
    name: 'the service breaks off its answer to the gateway',
    shows: again,
    open: (page, world) => signInWith(page, world, { kind: 'cut' }),
    close: withoutFaults,
  },
  {
    name: 'the service is out of order',
    shows: again,
    open: (page, world) => signInWith(page, world, { kind: 'error', status: 503, error: 'server_error' }),
    close: withoutFaults,
  },
  {
    name: 'the service refuses the code',
    shows: again,
    open: (page, world) => signInWith(page, world, { kind: 'error', status: 400, error: 'invalid_grant' }),
    close: withoutFaults,
  },
  {
    name: 'the service refuses the gateway',
    shows: again,
    open: (page, world) => signInWith(page, world, { kind: 'error', status: 401, error: 'invalid_client' }),
    close: withoutFaults,
  },
  {
    name: 'the sign-in is interrupted while it is completed',
    shows: again,
    async open(page, world) {
      const other = await page.context().newPage();
      const returning = callbackOf(other);
      const first = signInWith(other, world, { kind: 'delay', milliseconds: 5_000 }).catch(() => undefined);
      const returned = await returning;
      await claimed(world);
      await world.clock.advance(exchangeEnds);
      // Chromium delays a second request for the same address until the first is answered.
      await page.goto(`${returned.url()}&again=Y`);
      await other.close();
      await first;
    },
    close: withoutFaults,
  },
];
