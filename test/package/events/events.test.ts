import { Readable } from 'node:stream';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { EventError, type EventOptions, readEvent } from '../../../packages/plid/events/index.ts';
import { eventKeySetting, publicKeysOf } from '../../../workers/service/settings/event-keys.ts';
import { revoked, signedEvent, signedOut } from '../../gateway/support/event-requests.ts';
import { applications, origins, serviceSecrets } from '../../support/world/test-settings.ts';

const published = await publicKeysOf(v.parse(eventKeySetting, serviceSecrets.EVENT_KEY) ?? []);
const type = 'application/secevent+jwt';
const plid = 'a-plid';

// The module caches keys, so each test starts a day later.
let now = 2_000_000_000;
let asked: string[];
let answer: () => Response | Promise<Response>;
beforeEach(() => {
  now += 86_400;
  asked = [];
  answer = () => Response.json(published);
});

const read = async (changes: Partial<EventOptions> = {}, token?: string) =>
  readEvent(requestOf(token ?? (await signedEvent(plid, now))), optionsOf(changes));
const optionsOf = (changes: Partial<EventOptions> = {}): EventOptions => ({
  service: origins.service,
  clientId: applications.shop.client_id,
  now: () => now,
  fetch: async (url) => {
    asked.push(String(url));
    return answer();
  },
  ...changes,
});
const requestOf = (body: string) =>
  new Request('https://shop.example.com/events', { method: 'POST', body, headers: { 'Content-Type': type } });

describe('an event on an application’s server', () => {
  test('says who left, when, and how', async () => {
    const toe = now - 1.5;
    const claims = { jti: 'event-1', toe };
    const details = { plid, jti: 'event-1', time: new Date(toe * 1000) };
    const deleted = await read({}, await signedEvent(plid, now, { claims }));
    expect(deleted).toEqual({ ...details, type: 'purged' });
    const left = { claims: { ...claims, events: { [revoked]: {} } } };
    expect(await read({}, await signedEvent(plid, now, left))).toEqual({ ...details, type: 'disconnected' });
    const ended = { claims: { ...claims, events: { [signedOut]: {} } } };
    expect(await read({}, await signedEvent(plid, now, ended))).toEqual({ ...details, type: 'signed_out' });
    const other = { claims: { ...claims, events: { 'https://example.com/other': {} } } };
    expect(await read({}, await signedEvent(plid, now, other))).toEqual({ ...details, type: 'other' });
  });

  test('is compared with the option service without its slash, or with the option issuer', async () => {
    expect(await read({ service: `${origins.service}/` })).toMatchObject({ plid });
    const issuer = 'https://issuer.example.com';
    await expect(read({ issuer })).rejects.toMatchObject({ reason: 'event_of_other_issuer' });
    const claims = { iss: issuer, sub_id: { format: 'iss_sub', iss: issuer, sub: plid } };
    expect(await read({ issuer }, await signedEvent(plid, now, { claims }))).toMatchObject({ plid });
  });

  test('is read by the system clock by default', async () => {
    const token = await signedEvent(plid, Date.now() / 1000);
    expect(await read({ now: undefined }, token)).toMatchObject({ plid });
    await expect(read({}, token)).rejects.toMatchObject({ reason: 'event_of_other_time' });
  });

  test.each<[string, (token: string) => Parameters<typeof readEvent>[0]]>([
    ['a stream of Node', (token) => nodeRequest(Readable.from([Buffer.from(token)]))],
    ['many chunks', (token) => nodeRequest(Readable.from([...token].map((letter) => Buffer.from(letter))))],
    ['a text that express.text has read', (body) => nodeRequest(Readable.from([]), { body })],
    [
      'bytes that express.raw has read',
      (token) => nodeRequest(Readable.from([]), { body: Buffer.from(token) }),
    ],
  ])('is read from %s', async (_, request) => {
    expect(await readEvent(request(await signedEvent(plid, now)), optionsOf())).toMatchObject({ plid });
  });

  test.each<[string, Parameters<typeof readEvent>[0]]>([
    [
      'too long a stream',
      nodeRequest(Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(1_000, 'x')))),
    ],
    ['too long a text', nodeRequest(Readable.from([]), { body: 'x'.repeat(17_000) })],
    ['an interrupted stream', nodeRequest(interrupted())],
    ['an object that express.json has read', nodeRequest(Readable.from([]), { body: {} })],
    ['a request without a type', Object.assign(Readable.from([]), { headers: {} })],
    ['a GET', new Request('https://shop.example.com/events')],
  ])('is not read from %s', async (_, request) => {
    await expect(readEvent(request, optionsOf())).rejects.toMatchObject({
      reason: 'event_malformed',
      status: 400,
    });
    expect(asked).toEqual([]);
  });
});

function nodeRequest(stream: Readable, more: { body?: unknown } = {}) {
  return Object.assign(stream, { headers: { 'content-type': type }, ...more });
}

function interrupted(): Readable {
  return Readable.from(
    (function* () {
      yield Buffer.from('e30');
      throw new Error('aborted');
    })(),
  );
}

describe('the service’s public keys', () => {
  test('are read once an hour, at the path of the option keysPath', async () => {
    const keysPath = '/keys';
    for (const _ of [1, 2]) await read({ keysPath });
    expect(asked).toEqual([`${origins.service}/keys`]);
    now += 3_600;
    await read({ keysPath });
    expect(asked).toHaveLength(2);
  });

  test('are separate for each service', async () => {
    await read();
    await expect(
      read({ service: 'https://other.example.com', issuer: origins.service }),
    ).resolves.toBeDefined();
    expect(asked).toEqual(
      [origins.service, 'https://other.example.com'].map((origin) => `${origin}/.well-known/jwks.json`),
    );
  });

  test.each<[string, () => Response | Promise<Response>, string]>([
    ['is down', () => new Response(null, { status: 503 }), '5'],
    ['asks to wait', () => new Response(null, { status: 429, headers: { 'Retry-After': '30' } }), '30'],
    ['is unreachable', () => Promise.reject(new Error('ENOTFOUND')), '5'],
    ['answers nonsense', () => new Response('<html>'), '5'],
    ['answers no list', () => Response.json({ keys: {} }), '5'],
  ])('let the service send the event again if it %s', async (_, unusable, seconds) => {
    answer = unusable;
    const failure = await read().catch((error: unknown) => error as EventError);
    expect(failure).toBeInstanceOf(EventError);
    const response = (failure as EventError).response();
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, seconds]);
    expect(await response.json()).toEqual({ description: (failure as EventError).message });
    // The next attempt within a minute asks for nothing.
    await expect(read()).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '60' } });
    expect(asked).toHaveLength(1);
  });

  test('may be none', async () => {
    answer = () => Response.json({ error: 'not_found', message: 'x' }, { status: 404 });
    await expect(read()).rejects.toMatchObject({ reason: 'event_key_unknown', status: 400, headers: {} });
  });
});

test.each([
  [{ service: 'login.example.com' }, 'service'],
  [{ clientId: '' }, 'clientId'],
  [{ timeout: 0 }, 'timeout'],
  [{ keysPath: '@evil.example.com/' }, 'keysPath'],
])('the options %j are refused', async (changes, name) => {
  const failing = read(changes);
  await expect(failing).rejects.toMatchObject({ name: 'PlidMismatch', reason: 'option' });
  await expect(failing).rejects.toThrow(`The option ${name} is missing or not valid.`);
});
