import { describe, expect, test } from 'vitest';
import type { Seed } from '../../../../sandbox/world/demo-applications.ts';
import { environmentOf } from '../../../../sandbox/world/environment.ts';
import {
  registerDemoApplications,
  registerOrUpdateApplication,
} from '../../../../sandbox/world/register-demo-applications.ts';
import { keyRing } from '../../../../workers/core/crypto/keys.ts';
import { fieldCipherOf } from '../../../../workers/service/registry/application-secrets.ts';
import { BrowserSession } from '../../../support/fixtures/browser-session.ts';
import { leaveApp, newSubscriber } from '../../../support/fixtures/phones.ts';
import { requestAuthorization } from '../../../support/fixtures/sign-in.ts';
import {
  administer,
  consentTerms,
  initialFields,
  registerApplication,
  shownApplication,
} from '../../../support/requests/operator-requests.ts';
import { decryptField } from '../../../support/requests/service-requests.ts';
import { applications, serviceKeys } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

// A world of its own: a developer's change of the demo shop would stay for the next file as well.
const world = useWorld({ local: true, own: true });

const patch = (client_id: string, body: object) => administer(world, 'PATCH', `/${client_id}`, { body });

test('a changed application of the local environment applies to the next request', async () => {
  const [before, after] = ['https://a.example/before', 'https://a.example/after'];
  const { client_id } = await registerApplication(world, { redirect_uris: [before] });
  const authorize = async (redirect_uri: string) =>
    (await requestAuthorization(world, { client_id, redirect_uri })).status;
  expect(await authorize(before)).toBe(200);
  await patch(client_id, { redirect_uris: [after] });
  expect([await authorize(before), await authorize(after)]).toEqual([400, 200]);
  await administer(world, 'DELETE', `/${client_id}`);
  expect(await authorize(after)).toBe(400);
});

const ofAuthJs = 'http://localhost:3000/api/auth/callback/plid';

test.each([
  ['the README', 'http://localhost:3000/callback'],
  ['Auth.js', ofAuthJs],
  ['better-auth', 'http://localhost:3000/api/auth/oauth2/callback/plid'],
  ['Spring Security', 'http://localhost:8080/login/oauth2/code/plid'],
])('the demo shop is registered with the callback of %s', async (_, redirect_uri) => {
  expect((await requestAuthorization(world, { redirect_uri })).status).toBe(200);
});

describe('another local environment of this folder at its own port', () => {
  const callbackAt = (origin: string) => `${origin}/auth/callback`;
  const statusAt = async (origin: string) =>
    (await requestAuthorization(world, { redirect_uri: callbackAt(origin) })).status;
  const shop = async () =>
    shownApplication(await administer(world, 'GET', `/${applications.shop.client_id}`));

  /** The first request, on which that world registers its applications. */
  const begin = async (origin: string) =>
    registerDemoApplications(environmentOf(await world.env('plid-local'), origin), await world.clock.now());

  test("doesn't affect sign-ins of this one, even without earlier copies", async () => {
    expect(await statusAt(world.gateway)).toBe(200);
    const there = 'http://localhost:9999';
    await begin(there);
    await world.clock.advance(90);
    expect([await statusAt(world.gateway), await statusAt(there)]).toEqual([200, 200]);
    // The notice for people is at this world's address.
    expect(await shop()).toMatchObject({ privacy_url: `${world.service}/sandbox/privacy` });
  });

  test('receives no event of this one', async () => {
    const browser = new BrowserSession(world);
    const person = await newSubscriber(world);
    await browser.submit(await browser.submit(await browser.get(`${world.gateway}/auth/login`), person));
    const status = async () => (await browser.fetch(`${world.gateway}/auth/session`)).status;
    expect(await status()).toBe(200);
    await begin('http://localhost:9999');
    await world.clock.advance(90);
    await leaveApp(world, person.phoneNo);
    await expect.poll(status).toBe(401);
  });

  test('with --redirect-uri has its callback instead of the usual one, until the next start', async () => {
    const [usual, own] = ['http://localhost:3000/callback', 'http://localhost:5173/callback'];
    const statuses = async () => {
      const answers = [usual, own].map((redirect_uri) => requestAuthorization(world, { redirect_uri }));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const env = { ...(await world.env('plid-local')), REDIRECT_URIS: own };
    await registerDemoApplications(environmentOf(env, world.gateway), await world.clock.now());
    expect((await shop()).redirect_uris).toEqual(expect.arrayContaining([own, ofAuthJs]));
    expect((await shop()).redirect_uris).not.toContain(usual);
    await begin(world.gateway);
    await world.clock.advance(90);
    expect(await statuses()).toEqual([200, 400]);
  });

  test('is one of many: the latest eight callbacks stay, and foreign ones', async () => {
    const before = (await shop()).redirect_uris;
    await patch(applications.shop.client_id, { redirect_uris: [...before, 'https://own.example/callback'] });
    for (let port = 9001; port <= 9010; port += 1) await begin(`http://localhost:${port}`);
    const { redirect_uris } = await shop();
    expect(redirect_uris).toEqual(expect.arrayContaining(['https://own.example/callback', ofAuthJs]));
    expect(redirect_uris.filter((address: string) => address.endsWith('/auth/callback'))).toHaveLength(8);
    expect(await statusAt(world.gateway)).toBe(200);
  });

  test("keeps the developer's changes", async () => {
    const own = { privacy_url: 'https://own.example/privacy', events: '' };
    await patch(applications.shop.client_id, own);
    await begin('http://localhost:9999');
    expect(await shop()).toMatchObject(own);
  });

  test.each(['http://localhost:3000/auth/events', 'http://localhost:4000/auth/events'])(
    'sends events to the server of the developer at %s',
    async (events) => {
      await patch(applications.shop.client_id, { events });
      await begin('http://localhost:9999');
      await begin(world.gateway);
      expect(await shop()).toMatchObject({ events });
    },
  );
});

describe('a seeded application', () => {
  const [first, second, own] = ['http://localhost:1/cb', 'http://localhost:2/cb', 'http://localhost:3/own'];
  const client_secret = 'ab'.repeat(32);
  let seeds = 0;

  /** A seed with a client id of its own, and a later version of it. */
  function newSeed(): { client_id: string; seed: Seed; later: Seed } {
    seeds += 1;
    const client_id = `seed${String(seeds).padStart(16, '0')}`;
    const seed: Seed = {
      ...initialFields,
      client_id,
      name: `Seed ${seeds}`,
      redirect_uris: [first],
      attributes: ['ci'],
      client_secret,
      ...consentTerms,
    };
    const later = { ...seed, name: `Later ${seeds}`, redirect_uris: [second] };
    return { client_id, seed, later: { ...later, attributes: ['ci', 'name'] } };
  }
  const start = async (changed: Seed, KEYS = serviceKeys) =>
    registerOrUpdateApplication(
      { ...(await world.env('plid-local')), KEYS },
      changed,
      await world.clock.now(),
    );
  const shown = async (client_id: string) =>
    shownApplication(await administer(world, 'GET', `/${client_id}`));

  test('is registered once, and unchanged by a start without changes', async () => {
    const { client_id, seed } = newSeed();
    await start(seed);
    await start(seed);
    expect(await shown(client_id)).toMatchObject({ name: seed.name, redirect_uris: [first], version: 1 });
  });

  test("that changed in the seed reaches older state, except for developers' changes", async () => {
    const { client_id, seed, later } = newSeed();
    await start(seed);
    await patch(client_id, { name: 'Mine', reads: 'once' });
    await start(later);
    const expected = { name: 'Mine', redirect_uris: [second], attributes: ['ci', 'name'], reads: 'once' };
    expect(await shown(client_id)).toMatchObject(expected);
    await patch(client_id, { redirect_uris: [second, own], attributes: [] });
    await start(seed);
    expect(await shown(client_id)).toMatchObject({
      name: 'Mine',
      redirect_uris: [second, own, first],
      attributes: [],
    });
  });

  test('gets its secret back if KEYS are new, and only that one', async () => {
    const { client_id, seed } = newSeed();
    await start(seed);
    const lost = keyRing(new Map([['new', new Uint8Array(32).fill(7)]]));
    await start(seed, lost);
    const { APPLICATION } = world.durableObjects;
    const { secrets } = await APPLICATION.getByName(client_id).read();
    expect(secrets).toHaveLength(1);
    const cipher = await fieldCipherOf(lost, secrets[0]);
    expect(decryptField(await cipher.encrypt('한글'), client_secret)).toBe('한글');
  });

  test('that was deleted stays deleted', async () => {
    const { client_id, seed, later } = newSeed();
    await start(seed);
    await administer(world, 'DELETE', `/${client_id}`);
    await start(later);
    expect((await administer(world, 'GET', `/${client_id}`)).status).toBe(404);
  });
});
