import { afterEach, beforeEach, expect, test } from 'vitest';
import par from '../../../workers/service/features/par/index.ts';
import { pushedRequestLifetime } from '../../../workers/service/settings/service-lifetimes.ts';
import { serviceEnv } from '../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../effects/support/numbered-world.ts';
import { endOf, ProcessBrowser } from '../../effects/support/process-browser.ts';
import { storeUser } from '../../effects/support/stored-user.ts';
import { basic } from '../../support/requests/service-requests.ts';
import { applications, origins } from '../../support/world/test-settings.ts';

const { shop } = applications;
let world: NumberedWorld;
beforeEach(async () => {
  world = new NumberedWorld();
  await storeUser(world);
  await world.objects.ask('Application', shop.client_id, 'update', { par: 'once' }, {}, world.now, 'kim');
  await world.advance(60);
});
afterEach(() => world.close());

/** Pushes a request. @returns the parameters with which a browser uses it. */
async function push(state: string, redirect_uri = shop.redirect_uri) {
  const fields = { response_type: 'code', redirect_uri, state, prompt: 'login' };
  const headers = { Authorization: basic(shop), 'Content-Type': 'application/x-www-form-urlencoded' };
  const init = { method: 'POST', headers, body: new URLSearchParams(fields).toString() };
  const answer = await world.send(par, serviceEnv(world), `${origins.service}/oauth2/par`, init);
  const { request_uri } = (await answer.json()) as { request_uri: string };
  return { request_uri };
}

test('a request that works once resumes its own sign-in in the same browser, and no other', async () => {
  const browser = new ProcessBrowser(world);
  const request = await push('one');
  expect(endOf(await browser.start(request))).toBe('page 200');
  for (const _ of ['second', 'third']) expect(endOf(await browser.start(request))).toBe('sign-in');
  const other = await push('two');
  expect(endOf(await new ProcessBrowser(world).start(other)), 'its use elsewhere').toBe('page 200');
  expect(endOf(await browser.start(other)), 'the sign-in of another request is open here').toBe('page 400');
});

test('a sign-in is not resumed for a request with the same state that would return to another address', async () => {
  const redirect_uris = [shop.redirect_uri, `${shop.redirect_uri}/other`];
  await world.objects.ask('Application', shop.client_id, 'update', { redirect_uris }, {}, world.now, 'kim');
  await world.advance(60);
  const browser = new ProcessBrowser(world);
  expect(endOf(await browser.start(await push('one')))).toBe('page 200');
  const other = await push('one', redirect_uris[1]);
  expect(endOf(await new ProcessBrowser(world).start(other)), 'its use elsewhere').toBe('page 200');
  expect(endOf(await browser.start(other))).toBe('page 400');
});

test('a sign-in that has ended is not resumed', async () => {
  const browser = new ProcessBrowser(world);
  const request = await push('one');
  await browser.start(request);
  await browser.post('cancel', {});
  for (const _ of ['second', 'third']) expect(endOf(await browser.start(request))).toBe('page 400');
});

test('a request that was used stays used until it has expired by every clock', async () => {
  const request = await push('one');
  expect(endOf(await new ProcessBrowser(world).start(request))).toBe('page 200');
  await world.advance(pushedRequestLifetime - 5, 4);
  // The clock of another worker may be a minute slow.
  for (const passed of [0, 4, 10]) {
    world.now += passed;
    expect(endOf(await new ProcessBrowser(world).start(request)), `${passed}`).toBe('page 400');
  }
  await world.advance(0, 2);
  const used = [...world.objects.storages()].filter(([key]) => key.startsWith('PushedRequest '));
  expect(used).toHaveLength(1);
  expect(JSON.stringify(world.stored())).toContain('"used":{"version":1');
});
