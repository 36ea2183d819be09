import { beforeEach, describe, expect, test } from 'vitest';
import { purged, revoked, signedEvent } from '../gateway/support/event-requests.ts';
import { applications, origins } from '../support/world/test-settings.ts';
import { doorClock, useEventDoors } from './support/event-doors.ts';

const doors = useEventDoors();
const plid = 'a-plid';
const kind = { 'Content-Type': 'application/secevent+jwt' };
const day = 86_400;

type Changes = Parameters<typeof signedEvent>[2];
const subject = (changes: object): Changes => ({
  claims: { sub_id: { format: 'iss_sub', iss: origins.service, sub: plid, ...changes } },
});
const long = 'x'.repeat(129);

/** Events with a valid signature that don't count, each with the error code of RFC 8935, and when it is issued. */
const foreign: Record<string, [err: string, changes: Changes, later?: number]> = {
  'signed with another key of the same ID': ['authentication_failed', { key: 'a forger’s key' }],
  'signed with an unpublished key': ['invalid_key', { header: { kid: 'e2' } }],
  'of another issuer': ['invalid_issuer', { claims: { iss: 'https://evil.example' } }],
  'about a user of another issuer': ['invalid_issuer', subject({ iss: 'https://evil.example' })],
  'for another application': ['invalid_audience', { claims: { aud: applications.bank.client_id } }],
  'for a client ID that begins with this one': [
    'invalid_audience',
    { claims: { aud: `${applications.shop.client_id}0` } },
  ],
  'for a list of other applications': ['invalid_audience', { claims: { aud: ['x', 'y'] } }],
  'for no application': ['invalid_request', { claims: { aud: undefined } }],
  'for a number': ['invalid_request', { claims: { aud: [1] } }],
  'four days old': ['invalid_request', {}, -4 * day],
  'more than a minute ahead': ['invalid_request', {}, 61],
  'without iat': ['invalid_request', { claims: { iat: undefined } }],
  'with a negative iat': ['invalid_request', { claims: { iat: -1 } }],
  'with a negative toe': ['invalid_request', { claims: { toe: -1 } }],
  'with a text as toe': ['invalid_request', { claims: { toe: '1900000000' } }],
  'without a jti': ['invalid_request', { claims: { jti: undefined } }],
  'with an empty jti': ['invalid_request', { claims: { jti: '' } }],
  'with a jti of two words': ['invalid_request', { claims: { jti: 'a b' } }],
  'with a long jti': ['invalid_request', { claims: { jti: long } }],
  'without a subject': ['invalid_request', { claims: { sub_id: undefined } }],
  'with another subject format': ['invalid_request', subject({ format: 'opaque' })],
  'with an empty subject': ['invalid_request', subject({ sub: '' })],
  'with a long subject': ['invalid_request', subject({ sub: long })],
  'without events': ['invalid_request', { claims: { events: undefined } }],
  'with a list of events': ['invalid_request', { claims: { events: [] } }],
  'with an event without details': ['invalid_request', { claims: { events: { [purged]: 'x' } } }],
  'without a key ID': ['invalid_request', { header: { kid: undefined } }],
  'that is another kind of JWT': ['invalid_request', { header: { typ: 'JWT' } }],
  'that is a logout_token': ['invalid_request', { header: { typ: 'logout+jwt' } }],
  'with a longer typ': ['invalid_request', { header: { typ: 'secevent+jwt2' } }],
  'with another typ prefix': ['invalid_request', { header: { typ: 'x/secevent+jwt' } }],
  'without a typ': ['invalid_request', { header: { typ: undefined } }],
  'with an extension that has to be understood': [
    'invalid_request',
    { header: { crit: ['b64'], b64: true } },
  ],
};

/** Texts made of a valid event. */
const broken: Record<string, [err: string, change: (token: string) => string]> = {
  'with a changed signature': ['authentication_failed', changed(2)],
  'without a signature': ['authentication_failed', (token) => token.replace(/[^.]+$/, '')],
  'with alg none': ['invalid_request', (token) => withAlgorithm(token, 'none').replace(/[^.]+$/, '')],
  'with alg HS256': ['invalid_request', (token) => withAlgorithm(token, 'HS256')],
  'with alg RS256': ['invalid_request', (token) => withAlgorithm(token, 'RS256')],
  'with alg es256': ['invalid_request', (token) => withAlgorithm(token, 'es256')],
  'cut after its claims': ['invalid_request', (token) => token.replace(/\.[^.]+$/, '')],
  'with a fourth part': ['invalid_request', (token) => `${token}.e30`],
  'that is empty': ['invalid_request', () => ''],
  'that is a text': ['invalid_request', () => 'account purged'],
  'longer than 16 KiB': ['invalid_request', (token) => token.padEnd(16 * 1024 + 1, '\n')],
};

/** Replaces the first character of a part of a JWT. */
function changed(at: number): (token: string) => string {
  return (token) =>
    token
      .split('.')
      .map((part, index) => (index === at ? (part.startsWith('A') ? 'B' : 'A') + part.slice(1) : part))
      .join('.');
}

function withAlgorithm(token: string, alg: string): string {
  const header = Buffer.from(JSON.stringify({ alg, typ: 'secevent+jwt', kid: 'e1' })).toString('base64url');
  return token.replace(/^[^.]+/, header);
}

/** @param later seconds from now. */
const event = (changes: Changes = {}, later = 0) => signedEvent(plid, doorClock.now + later, changes);

describe.each(doors)('at $name', ({ left, send }) => {
  beforeEach(() => {
    left.splice(0);
    // An unknown key is looked up at most once a minute.
    doorClock.now += 60;
  });

  async function expectRefused(answer: Promise<Response>, err: string) {
    const { status, headers, body } = await answer.then(async (response) => ({
      ...{ status: response.status, headers: response.headers },
      body: (await response.json()) as { err: string; description: string },
    }));
    expect([status, body.err, left]).toEqual([400, err, []]);
    expect([headers.get('Content-Type'), headers.get('Content-Language')]).toEqual([
      'application/json',
      'en',
    ]);
    expect(body.description).toMatch(/^[A-Z].*\.$/);
  }

  test.each(Object.entries(foreign))('an event %s is rejected', async (_, [err, changes, later]) => {
    await expectRefused(send(await event(changes, later), kind), err);
  });

  test.each(Object.entries(broken))('an event %s is rejected', async (_, [err, change]) => {
    await expectRefused(send(change(await event()), kind), err);
  });

  test.each(['application/json', 'application/jwt', 'text/plain', 'application/secevent+jwt2'])(
    'an event as %s is rejected',
    async (type) => {
      await expectRefused(send(await event(), { 'Content-Type': type }), 'invalid_request');
    },
  );

  test.each<[string, Changes, number?]>([
    ['of a deleted account', {}],
    ['of a disconnection', { claims: { events: { [revoked]: {} } } }],
    ['of both', { claims: { events: { [revoked]: {}, [purged]: {} } } }],
    ['for several applications', { claims: { aud: ['x', applications.shop.client_id] } }],
    ['of three days ago', {}, -3 * day],
    ['a minute ahead', {}, 60],
    ['without toe', { claims: { toe: undefined } }],
    ['of type application/SECEVENT+jwt', { header: { typ: 'application/SECEVENT+jwt' } }],
  ])('an event %s is accepted', async (_, changes, later) => {
    const answer = await send(await event(changes, later), kind);
    expect([answer.status, await answer.text(), left]).toEqual([202, '', [plid]]);
  });

  test('a repeated event is accepted again, because the first answer may have been lost', async () => {
    const token = await event();
    expect([(await send(token, kind)).status, (await send(token, kind)).status]).toEqual([202, 202]);
    expect(left).toEqual([plid, plid]);
  });

  test('an event of an unknown type is accepted without effect', async () => {
    const type = 'https://schemas.openid.net/secevent/risc/event-type/account-enabled';
    expect((await send(await event({ claims: { events: { [type]: {} } } }), kind)).status).toBe(202);
    expect(left).toEqual([]);
  });

  test('an event of exactly 16 KiB is accepted, with parameters of the media type', async () => {
    const token = (await event()).padEnd(16 * 1024, '\n');
    const answer = await send(token, { 'Content-Type': 'Application/Secevent+JWT ; charset=x' });
    expect([answer.status, left]).toEqual([202, [plid]]);
  });
});
