import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import { numberedKeySetting } from '../../../workers/core/worker/key-settings.ts';
import { isServiceKey } from '../../../workers/service/objects/phone-key-record.ts';
import { phoneOf } from '../../../workers/service/objects/phones.ts';
import type { Application } from '../../../workers/service/registry/applications.ts';
import { device } from '../../../workers/service/settings/service-sealed-types.ts';
import { deviceOfPhone } from '../../support/fixtures/agreement.ts';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { approveOn, newSubscriber, requestsOn } from '../../support/fixtures/phones.ts';
import { authorizeUrl, signIn } from '../../support/fixtures/sign-in.ts';
import { askInProcess } from '../../support/requests/ask-in-process.ts';
import { reportSubscriber, sendPeopleRequest } from '../../support/requests/operator-requests.ts';
import { listedWorkers } from '../../support/world/configurations.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { origins, serviceKeys, serviceSecrets } from '../../support/world/test-settings.ts';
import { closedAfterTest } from '../../support/world/use-world.ts';
import { startWorld, type World } from '../../support/world/world.ts';
import { newApplication } from '../support/counting-storage.ts';

const { PHONE_KEY } = serviceSecrets;
const another = randomBytes(32).toString('base64');
const holders = listedWorkers.filter((worker) => settingsOf(worker).some(({ name }) => name === 'PHONE_KEY'));
const [authorize, subscribers] = [holderOf('service-authorize'), holderOf('service-subscribers')];
const isTold =
  /^This worker is not set up. Fix these settings: PHONE_KEY differs from the one that this service uses/;

/** A service with one worker that has another key. */
async function startService({ worker }: { worker: string }, key: string) {
  const overrides = { [`plid-${worker}`]: { secrets: { PHONE_KEY: key } } };
  return closedAfterTest(await startWorld({ half: 'service', overrides }));
}

/** A worker's answer to its first route without any parameter or token: an error with 4xx, once its settings are right. */
async function ask(world: World, { routes }: { routes: readonly string[] }) {
  const [method = '', path = ''] = routes[0]?.split(' ') ?? [];
  const response = await world.fetch(`${world.service}${path}`, { method });
  const { message } = JSON.parse(await response.text());
  if (response.status < 500) return 'serves';
  return response.status === 500 && isTold.test(message) ? 'refuses' : `${response.status} ${message}`;
}

describe("a worker with another PHONE_KEY than the service's", () => {
  test.each(holders)('$worker fails and reports the reason', async (holder) => {
    const world = await startService(holder, another);
    const others = holders.filter((each) => each !== holder);
    expect(others).not.toEqual([]);
    for (const other of others) expect(await ask(world, other)).toBe('serves');
    expect([await ask(world, holder), await ask(world, holder)]).toEqual(['refuses', 'refuses']);
    await expect.poll(world.logs).toMatch(/"level":"error".*"reason":"settings","cause":"PHONE_KEY differs/);
    for (const key of [PHONE_KEY, another]) expect(world.logs()).not.toContain(key);
    if (holder !== authorize) return;
    const response = await world.fetch(authorizeUrl(world), { headers: { Accept: 'text/html' } });
    const page = await response.text();
    expect([response.status, page.includes('<h1>'), page.includes('PHONE_KEY')]).toEqual([500, true, false]);
  });

  test("reaches no phone, account, or carrier with its isolates' first requests", async () => {
    const folder = mkdtempSync(path.join(testFolder(), 'another-key-'));
    const world = closedAfterTest(await startWorld({ half: 'service', folder }));
    const [member, newcomer] = [await newSubscriber(world), await newSubscriber(world, 'waits')];
    const returning = new BrowserSession(world);
    const typing = new BrowserSession(world);
    const waiting = new BrowserSession(world);
    await signIn(returning, world, member, { autoLogin: true });
    const form = await typing.get(authorizeUrl(world));
    const page = await waiting.submit(await waiting.get(authorizeUrl(world)), newcomer);
    await approveOn(world, newcomer.phoneNo);
    const shown = async () =>
      Promise.all([member, newcomer].map(({ phoneNo }) => requestsOn(world, phoneNo)));
    const before = await shown();

    const { phoneNo } = member;
    const first = [
      () => [
        returning.get(authorizeUrl(world)),
        reportSubscriber(world, 'leave', { phoneNo }),
        sendPeopleRequest(world, 'erase', { phoneNo }),
      ],
      () => [typing.submit(form, member)],
      () => [waiting.get(page.url)],
    ];
    const secrets = { PHONE_KEY: another };
    const changed = Object.fromEntries(holders.map(({ worker }) => [`plid-${worker}`, { secrets }]));
    for (const send of first) {
      await world.killAndStart(changed);
      const sent = send();
      const answers = await Promise.all(sent);
      expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 500));
      const { ACCOUNT } = world.durableObjects;
      const calls = await ACCOUNT.getByName('any').calls();
      expect(calls, 'each has asked for the register of the key, and for nothing else').toBe(sent.length);
    }
    expect(await shown()).toEqual(before);
  });

  const automaticLogin = async (application: Application) => {
    const named = { plid: randomUUID(), device: randomUUID(), ...deviceOfPhone };
    const cookie = await device.seal(serviceKeys, named, Math.floor(Date.now() / 1000) + 60);
    const { client_id, redirect_uris } = application;
    const query = new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: redirect_uris[0] ?? '',
      state: 'x',
    });
    const headers = { Cookie: `__Host-plid-device-${client_id}=${cookie}` };
    return new Request(`${origins.service}/oauth2/authorize?${query}`, { headers });
  };
  const about = (path: string, token: string) => async () => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({
      phoneNo: '01099990001',
      ...(path.startsWith('people') && { reason: 'test' }),
    });
    return new Request(`${origins.service}/admin/${path}`, { method: 'POST', headers, body });
  };

  test.each([
    ['service-authorize', 'grantAutomatically', automaticLogin],
    ['service-subscribers', 'leave', about('subscribers/leave', serviceSecrets.CARRIER_TOKEN)],
    ['service-people', 'stored', about('people/show', serviceSecrets.ADMIN_TOKEN)],
  ])('%s reaches nothing before a slow check has completed', async (name, method, requestFor) => {
    const happened: string[] = [];
    const isServiceKey = async () => {
      await setTimeout(200);
      happened.push('known');
      return true;
    };
    const object = { isServiceKey, append: async () => {}, [method]: async () => void happened.push(method) };
    const objects = { idFromName: String, get: () => object };
    const application = await newApplication();
    const limits = settingsOf(holderOf(name)).filter(({ binding }) => binding?.kind === 'ratelimits');
    const env = {
      ...serviceSecrets,
      ADMIN_TOKEN: `kim:${serviceSecrets.ADMIN_TOKEN}`,
      ...Object.fromEntries(limits.map((each) => [each.name, { limit: async () => ({ success: true }) }])),
      ...{ BASE_URL: origins.service, APPLICATIONS: { get: async () => application } },
      ...{
        ACCOUNT: objects,
        PHONE: objects,
        WAITING: objects,
        PUSHED_REQUEST: {},
        SIGNER: {},
        DISCLOSURES: {},
        REVIEWERS: {},
        ACCESS_RECORDS: objects,
      },
    };
    await askInProcess(holderOf(name), await requestFor(application), env);
    expect(happened).toEqual(['known', method]);
  });

  test('checks once, and a failed check locks no user out and is repeated', async () => {
    const world = await startService(subscribers, another);
    const { ACCOUNT } = world.durableObjects;
    const objects = ACCOUNT.getByName('any');
    const signInPage = async () => (await world.fetch(authorizeUrl(world))).status;
    await objects.failAll('reset');
    expect([await signInPage(), await ask(world, subscribers)]).toEqual([200, 'serves']);
    await expect.poll(world.logs).toContain('"operation":"comparing PHONE_KEY with the other workers"');

    await objects.failAll();
    await world.clock.advance(5);
    const before = await objects.calls();
    for (let visit = 0; visit < 3; visit += 1) expect(await signInPage()).toBe(200);
    expect((await objects.calls()) - before).toBe(1);
    expect(await ask(world, subscribers)).toBe('refuses');
  });
});

describe('a PHONE_KEY that replaces another', () => {
  test('has the next number, and from then on the former key is rejected', async () => {
    const world = await startService(authorize, `2:${another}`);
    expect(await ask(world, authorize)).toBe('serves');
    expect(await ask(world, subscribers)).toBe('refuses');
  });

  test('is accepted from either state, and no other key of its number is', () => {
    const kept = new Map<string, unknown>();
    const kv = {
      get: (name: string) => kept.get(name),
      put: (name: string, value: unknown) => void kept.set(name, value),
    };
    const offer = (number: number, fingerprint: string) =>
      isServiceKey({ kv } as unknown as DurableObjectStorage, { number, fingerprint });
    expect([offer(1, 'a'), offer(1, 'b'), offer(1, 'a')]).toEqual([true, false, true]);
    expect([offer(3, 'c'), offer(1, 'a'), offer(2, 'c'), offer(3, 'a')]).toEqual([true, false, false, false]);
    expect([offer(4, 'a'), offer(4, 'c')]).toEqual([true, false]);
  });

  test('with the same value and a later number finds existing data', async () => {
    const PHONE = { idFromName: (name: string) => name, get: (id: string) => id };
    const objectOf = (key: string) =>
      phoneOf(
        { PHONE: PHONE as never, PHONE_KEY: v.parse(numberedKeySetting, key), LOCATION_HINT: 'apac-ne' },
        '01099990001',
      ) as unknown;
    expect(await objectOf(`3:${PHONE_KEY}`)).toBe(await objectOf(PHONE_KEY));
    expect(await objectOf(`3:${another}`)).not.toBe(await objectOf(PHONE_KEY));
  });

  test.each(['0:', '1234567890123456:', '-1:', 'two:', ':', '2 :'])('rejects the number %j', (number) => {
    expect(v.is(numberedKeySetting, number + PHONE_KEY)).toBe(false);
  });
});

function holderOf(name: string) {
  const holder = holders.find(({ worker }) => worker === name);
  if (holder === undefined) throw new Error(`${name} has no PHONE_KEY`);
  return holder;
}
