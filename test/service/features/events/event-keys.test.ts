import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { eventKeySetting } from '../../../../workers/service/settings/event-keys.ts';
import { grantSignIn } from '../../../support/fixtures/grants.ts';
import {
  administer,
  registerApplication,
  type ShownApplication,
  shownApplication,
} from '../../../support/requests/operator-requests.ts';
import { jsonOf, requestDisconnect } from '../../../support/requests/service-requests.ts';
import { derivedSigningKey, serviceSecrets } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';
import type { World } from '../../../support/world/world.ts';
import { readEvent, registerReceiver, startEventReceiver } from '../../support/event-receiver.ts';

const worldWith = (EVENT_KEY: string | undefined) =>
  useWorld({ half: 'service', overrides: { 'plid-service-objects': { secrets: { EVENT_KEY } } } });

const publicKeys = async (world: World) => {
  const response = await world.fetch(`${world.service}/.well-known/jwks.json`);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json']);
  return ((await response.json()) as { keys: Record<string, string>[] }).keys;
};
const eventsOf = ({ events }: ShownApplication) => events;
const events = 'https://books.example.com/auth/events';

describe("an application's event address", () => {
  const world = useWorld({ half: 'service' });

  test('is empty by default', async () => {
    const application = await registerApplication(world);
    expect(eventsOf(application)).toBe('');
    const shown = await administer(world, 'GET', '/demoshop000000000001');
    expect(eventsOf(await shownApplication(shown))).toBe('');
  });

  test('can be registered, changed, kept by another change, and removed', async () => {
    const { client_id, ...application } = await registerApplication(world, { events });
    expect(application.events).toBe(events);
    const change = async (body: object) =>
      eventsOf(
        await shownApplication(
          await administer(world, 'PATCH', `/${client_id}`, { body: { ...body, allow_loopback: true } }),
        ),
      );
    expect(await change({ events: 'http://localhost:3000/events?to=1' })).toBe(
      'http://localhost:3000/events?to=1',
    );
    expect(await change({ reads: 'once' })).toBe('http://localhost:3000/events?to=1');
    expect(await change({ events: '' })).toBe('');
  });

  test.each([
    'http://books.example.com/events',
    'https://books.example.com/events#here',
    'https://user@books.example.com/events',
    'https://Books.example.com/events',
    'https://books.example.com/a/../events',
    'https://*.example.com/events',
    'https://books.example.com/이벤트',
    ' https://books.example.com/events',
    'ftp://books.example.com/events',
    'javascript:alert(1)',
    '/events',
    `https://books.example.com/${'a'.repeat(2_048)}`,
  ])("can't be %j", async (address) => {
    const { client_id } = await registerApplication(world);
    const response = await administer(world, 'PATCH', `/${client_id}`, { body: { events: address } });
    expect(response.status).toBe(400);
    expect((await jsonOf(response)).message).toMatch(/^Events cannot be sent to /);
    await expect(registerApplication(world, { events: address })).rejects.toThrow('Not registered');
  });

  test.each([null, 7, [events]])("can't be %j, which isn't a string", async (address) => {
    const { client_id } = await registerApplication(world);
    const response = await administer(world, 'PATCH', `/${client_id}`, { body: { events: address } });
    expect((await jsonOf(response)).message).toBe('The value of events is not valid.');
  });
});

describe('a service without EVENT_KEY', () => {
  const world = worldWith(undefined);

  test('publishes no key, and rejects an application with events, with an error that names EVENT_KEY', async () => {
    expect(await publicKeys(world)).toEqual([]);
    const { client_id } = await registerApplication(world, { events: '' });
    const response = await administer(world, 'PATCH', `/${client_id}`, { body: { events } });
    expect(response.status).toBe(400);
    expect((await jsonOf(response)).message).toBe(
      'This service cannot sign events because EVENT_KEY is not set. Deploy the service again to create the key.',
    );
    await expect(registerApplication(world, { events })).rejects.toThrow('EVENT_KEY');
    await expect(registerApplication(world, { openid_logout: events })).rejects.toThrow('EVENT_KEY');
    const { applications } = JSON.parse(await (await administer(world, 'GET', '-export')).text());
    const body = { ...applications[0], events, replace: true };
    const imported = await administer(world, 'POST', '-import', { body });
    expect([imported.status, (await jsonOf(imported)).message]).toEqual([
      400,
      expect.stringContaining('EVENT_KEY'),
    ]);
  });

  test('still lets users leave and disconnect', async () => {
    const { plid } = await grantSignIn(world);
    expect((await requestDisconnect(world, { plid })).status).toBe(200);
  });
});

test('EVENT_KEY is refused if two of its keys have one id, because receivers choose a key by its id', () => {
  const key = serviceSecrets.EVENT_KEY;
  const other = derivedSigningKey('the next event key');
  const isValid = (value: string) => v.is(eventKeySetting, value);
  expect([isValid(`${key},e2:${other}`), isValid(`${key},e1:${other}`), isValid(`${key},${key}`)]).toEqual([
    ...[true, false, false],
  ]);
});

describe('while EVENT_KEY is rotated', () => {
  const world = worldWith(`e2:${derivedSigningKey('the next event key')},${serviceSecrets.EVENT_KEY}`);

  test('every public key is published, without its private part', async () => {
    const keys = await publicKeys(world);
    expect(keys.map(({ kid }) => kid)).toEqual(['e2', 'e1']);
    for (const key of keys)
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  test('the first key signs the events', async () => {
    const receiver = await startEventReceiver();
    const client_id = await registerReceiver(world, receiver);
    const { plid } = await grantSignIn(world, { client_id });
    await world.durableObjects.ACCOUNT.getByName(plid).terminate(await world.clock.now());
    await expect.poll(() => receiver.received.length).toBe(1);
    const { header } = await readEvent(world, receiver.received[0]?.body);
    expect(header.kid).toBe('e2');
    await receiver.close();
  });
});
