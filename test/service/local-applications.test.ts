import { describe, expect, test } from 'vitest';
import { keyRing } from '../../workers/core/crypto/keys.ts';
import { registerSeed, type Seed } from '../../workers/local/seed.ts';
import { fieldCipherOf } from '../../workers/service/shared/applications.ts';
import { requestAuthorization } from '../support/people/sign-in.ts';
import {
  administer,
  consentTerms,
  registerApplication,
  shownApplication,
} from '../support/requests/operator-requests.ts';
import { decryptField } from '../support/requests/service-requests.ts';
import { serviceKeys } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ local: true });

const patch = (client_id: string, body: object) => administer(world, 'PATCH', `/${client_id}`, { body });

test('a change is seen by the next request', async () => {
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

test.each([
  ['the README', 'http://localhost:3000/callback'],
  ['Auth.js', 'http://localhost:3000/api/auth/callback/plid'],
  ['better-auth', 'http://localhost:3000/api/auth/oauth2/callback/plid'],
  ['Spring Security', 'http://localhost:8080/login/oauth2/code/plid'],
])('the demo shop is registered with the callback of %s', async (_, redirect_uri) => {
  expect((await requestAuthorization(world, { redirect_uri })).status).toBe(200);
});

describe('a seed', () => {
  const [first, second, own] = ['http://localhost:1/cb', 'http://localhost:2/cb', 'http://localhost:3/own'];
  const secretOf = 'a secret of the tests';
  let seeds = 0;

  /** A seed of a client id of its own, and what it is changed to later. */
  function newSeed(): { client_id: string; seed: Seed; later: Seed } {
    seeds += 1;
    const client_id = `seed${String(seeds).padStart(16, '0')}`;
    const seed: Seed = {
      ...{ client_id, name: `Seed ${seeds}`, redirect_uris: [first], attributes: ['ci'], secretOf },
      ...{ ...consentTerms, purpose_en: '', retention_en: '', support_url: '', optional: [] },
    };
    const later = { ...seed, name: `Later ${seeds}`, redirect_uris: [second] };
    return { client_id, seed, later: { ...later, attributes: ['ci', 'name'] } };
  }
  const start = async (changed: Seed, KEYS = serviceKeys) =>
    registerSeed({ ...(await world.env('plid-local')), KEYS }, changed, await world.clock.now());
  const shown = async (client_id: string) =>
    shownApplication(await administer(world, 'GET', `/${client_id}`));

  test('is registered once, and a start that changes nothing changes nothing', async () => {
    const { client_id, seed } = newSeed();
    await start(seed);
    await start(seed);
    expect(await shown(client_id)).toMatchObject({ name: seed.name, redirect_uris: [first], version: 1 });
  });

  test('that has changed since reaches an older state, but what the developer changed stays', async () => {
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

  test('that release 0.2 has registered gets what people are told, unless the developer has written it', async () => {
    const { client_id, seed } = newSeed();
    const {
      recipient,
      purpose,
      purpose_en,
      retention,
      retention_en,
      privacy_url,
      support_url,
      optional,
      ...older
    } = seed;
    await start(older as Seed);
    await patch(client_id, { recipient: '주식회사 나' });
    await start(seed);
    const { name } = older;
    expect(await shown(client_id)).toMatchObject({ name, ...consentTerms, recipient: '주식회사 나' });
  });

  test('has its secret again where KEYS are new, and never more than that one', async () => {
    const { client_id, seed } = newSeed();
    await start(seed);
    const lost = keyRing(new Map([['new', new Uint8Array(32).fill(7)]]));
    await start(seed, lost);
    const { APPLICATION } = await world.env('plid-local');
    const { secrets } = await APPLICATION.get(APPLICATION.idFromName(client_id)).read();
    expect(secrets).toHaveLength(1);
    const cipher = await fieldCipherOf(lost, secrets[0]);
    const hex = Buffer.from(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secretOf)),
    ).toString('hex');
    expect(decryptField(await cipher.encrypt('한글'), hex)).toBe('한글');
  });

  test('that was deleted stays deleted', async () => {
    const { client_id, seed, later } = newSeed();
    await start(seed);
    await administer(world, 'DELETE', `/${client_id}`);
    await start(later);
    expect((await administer(world, 'GET', `/${client_id}`)).status).toBe(404);
  });
});
