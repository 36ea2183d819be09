import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { firstClientErrorPause, firstRetryPause } from '../../../../workers/core/http/delivery.ts';
import { accountClientId } from '../../../../workers/service/registry/account-client.ts';
import {
  eventRetryPeriod,
  manualRedeliveryPeriod,
} from '../../../../workers/service/settings/service-lifetimes.ts';
import type { AtRest } from '../../../support/assertions/inspect-storage.ts';
import { account, grantSignIn } from '../../../support/fixtures/grants.ts';
import {
  administer,
  reportSubscriber,
  sendPeopleRequest,
} from '../../../support/requests/operator-requests.ts';
import { requestDisconnect } from '../../../support/requests/service-requests.ts';
import { applications, origins } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';
import {
  type EventReceiver,
  readEvent,
  registerReceiver,
  startEventReceiver,
} from '../../support/event-receiver.ts';
import { phoneIn } from '../../support/phone-objects.ts';

const world = useWorld({ half: 'service' });

const purged = 'https://schemas.openid.net/secevent/risc/event-type/account-purged';
const revoked = 'https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked';

let receiver: EventReceiver;
let client_id = '';
beforeAll(async () => {
  receiver = await startEventReceiver();
  client_id = await registerReceiver(world, receiver);
});
afterAll(() => receiver?.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answers();
});

let lastNumber = 1_000_000;

async function newPerson(client_ids = [client_id]) {
  const phoneNo = `0108${++lastNumber}`;
  const phone = await phoneIn(world, phoneNo);
  const now = await world.clock.now();
  const registration = await phone.approve(
    { owner: `owner of ${phoneNo}`, carrier: 'S', sent: now, signIn: 'a sign-in' },
    now,
  );
  const plid = registration?.plid ?? '';
  for (const each of client_ids) await grantSignIn(world, { plid, client_id: each });
  return { phoneNo, plid, phone };
}

const leave = ({ phoneNo }: { phoneNo: string }) => reportSubscriber(world, 'leave', { phoneNo });
const atRest = async (plid: string): Promise<AtRest> => {
  const stub: unknown = account(world, plid);
  return (stub as { atRest(): Promise<AtRest> }).atRest();
};
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 50 });
const arrived = (count: number) => eventually(() => expect(receiver.received).toHaveLength(count));
const jtiOf = async (index: number) => (await readEvent(world, receiver.received[index]?.body)).payload.jti;
const undelivered = async (of = client_id) => {
  const answer = await (await administer(world, 'GET', `/${of}/events`)).json();
  return (answer as { events: { jti: string; plid: string }[] }).events;
};
const resend = async (body: object, of = client_id) => {
  const response = await administer(world, 'POST', `/${of}/events/resend`, { body });
  return [response.status, await response.json()];
};
const lines = (jti: string | undefined) =>
  world
    .logs()
    .split('\n')
    .filter((line) => line.includes(`"jti":"${jti}"`))
    .map((line) => JSON.parse(line));

describe('an application with an event address', () => {
  test('gets a signed event when its user leaves, with no personal data except the plid', async () => {
    const person = await newPerson();
    await world.clock.advance(60);
    expect((await leave(person)).status).toBe(200);
    await arrived(1);
    const [sent] = receiver.received;
    expect(sent).toMatchObject({
      method: 'POST',
      url: '/events',
      headers: { 'content-type': 'application/secevent+jwt', accept: 'application/json' },
    });
    const { payload, header } = await readEvent(world, sent?.body);
    expect(header).toEqual({ alg: 'ES256', typ: 'secevent+jwt', kid: 'e1' });
    expect(payload).toEqual({
      iss: origins.service,
      aud: client_id,
      iat: await world.clock.now(),
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      toe: expect.any(Number),
      sub_id: { format: 'iss_sub', iss: origins.service, sub: person.plid },
      events: { [purged]: {} },
    });
    expect(Math.abs(Number(payload.toe) - Date.now() / 1000)).toBeLessThan(20);
  });

  test('gets an event when it disconnects a user itself', async () => {
    const other = await startEventReceiver();
    const { shop } = applications;
    await administer(world, 'PATCH', `/${shop.client_id}`, {
      body: { events: other.events, allow_loopback: true },
    });
    const { plid } = await newPerson([shop.client_id, client_id]);
    expect((await requestDisconnect(world, { plid })).status).toBe(200);
    await eventually(() => expect(other.received).toHaveLength(1));
    const { payload } = await readEvent(world, other.received[0]?.body);
    expect(payload).toMatchObject({ aud: shop.client_id, events: { [revoked]: {} } });
    expect(payload.sub_id).toMatchObject({ sub: plid });
    expect((await requestDisconnect(world, { plid })).status).toBe(400);
    await administer(world, 'PATCH', `/${shop.client_id}`, { body: { events: '' } });
    await other.close();
    expect([other.received.length, receiver.received.length]).toEqual([1, 0]);
  });

  test('gets account-purged for the former owner when a number has a new owner', async () => {
    const { phone, plid } = await newPerson();
    await world.clock.advance(5);
    const now = await world.clock.now();
    const next = await phone.approve(
      { owner: 'somebody else', carrier: 'S', sent: now, signIn: 'a sign-in' },
      now,
    );
    expect(next?.registration).toBe('changed hands');
    await arrived(1);
    const { payload } = await readEvent(world, receiver.received[0]?.body);
    expect(payload).toMatchObject({ events: { [purged]: {} }, sub_id: { sub: plid } });
  });

  test('gets an event when the operator erases a user', async () => {
    const { plid } = await newPerson();
    expect((await sendPeopleRequest(world, 'erase', { plid })).status).toBe(200);
    await arrived(1);
    const { payload } = await readEvent(world, receiver.received[0]?.body);
    expect(payload).toMatchObject({ events: { [purged]: {} }, sub_id: { sub: plid } });
  });

  test('gets an event when the carrier, or the user on the account page, disconnects it', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    await reportSubscriber(world, 'disconnect', { phoneNo: one.phoneNo, client_id });
    await arrived(1);
    const session = await grantSignIn(world, { plid: other.plid, client_id: accountClientId });
    const stub = account(world, other.plid);
    await stub.redeem(session.grant, accountClientId, await world.clock.now());
    await stub.endInSession(session.grant, { what: 'connections' }, await world.clock.now());
    await arrived(2);
    const told = await Promise.all(receiver.received.map(({ body }) => readEvent(world, body)));
    expect(told.map(({ payload }) => payload)).toMatchObject([
      { aud: client_id, events: { [revoked]: {} }, sub_id: { sub: one.plid } },
      { aud: client_id, events: { [revoked]: {} }, sub_id: { sub: other.plid } },
    ]);
  });

  test("gets an event when its user leaves, like the user's other applications and no others", async () => {
    const second = await registerReceiver(world, receiver);
    const deleted = await registerReceiver(world, receiver);
    const person = await newPerson([client_id, second, deleted, applications.bank.client_id]);
    await administer(world, 'DELETE', `/${deleted}`);
    await newPerson([second]);
    await leave(person);
    await arrived(2);
    const told = await Promise.all(receiver.received.map(({ body }) => readEvent(world, body)));
    expect(told.map(({ payload }) => payload.aud).sort()).toEqual([client_id, second].sort());
    await eventually(async () =>
      expect(Object.keys(JSON.parse((await atRest(person.plid)).stored))).toEqual(['schema', 'terminated']),
    );
    expect(receiver.received).toHaveLength(2);
  });

  test('gets no event if the user was disconnected before leaving', async () => {
    const { shop } = applications;
    const person = await newPerson([client_id, shop.client_id]);
    await requestDisconnect(world, { plid: person.plid });
    await leave(person);
    await arrived(1);
    const { payload } = await readEvent(world, receiver.received[0]?.body);
    expect(payload.aud).toBe(client_id);
  });
});

describe("an event that wasn't accepted", () => {
  test('is sent again with the same jti after a pause that doubles', async () => {
    receiver.answers(() => new Response('down', { status: 500 }));
    const { plid, ...person } = await newPerson();
    await leave(person);
    await arrived(1);
    await world.clock.advance(firstRetryPause);
    await arrived(2);
    await world.clock.advance(firstRetryPause);
    expect(receiver.received).toHaveLength(2);
    receiver.answers();
    await world.clock.advance(firstRetryPause);
    await arrived(3);
    expect(new Set([await jtiOf(0), await jtiOf(1), await jtiOf(2)]).size).toBe(1);
    await eventually(async () => expect((await atRest(plid)).stored).not.toContain('"events"'));
    const jti = await jtiOf(0);
    await expect
      .poll(() => lines(jti).map(({ outcome, attempt }) => [outcome, attempt]))
      .toEqual([
        ['failed', 1],
        ['failed', 2],
        ['delivered', 3],
      ]);
  });

  test.each([
    ['a redirect, which is not followed', () => Response.redirect('https://login.example.com/', 302)],
    ['too many requests', () => new Response(null, { status: 429 })],
    ['a time-out of the receiver', () => new Response(null, { status: 408 })],
  ])('is sent again after %s', async (_, answer) => {
    receiver.answers(answer);
    await leave(await newPerson());
    await arrived(1);
    receiver.answers();
    await world.clock.advance(firstRetryPause);
    await arrived(2);
    expect(await jtiOf(1)).toBe(await jtiOf(0));
  });

  test("isn't sent again before Retry-After", async () => {
    receiver.answers(() => new Response(null, { status: 503, headers: { 'Retry-After': '100' } }));
    const person = await newPerson();
    await leave(person);
    await arrived(1);
    await world.clock.advance(90);
    expect(receiver.received).toHaveLength(1);
    receiver.answers();
    await world.clock.advance(10);
    await arrived(2);
  });

  test('is stored for three days at most, even with a longer Retry-After', async () => {
    receiver.answers(() => new Response(null, { status: 503, headers: { 'Retry-After': '999999' } }));
    const { plid, ...person } = await newPerson();
    await leave(person);
    await arrived(1);
    await world.clock.advance(eventRetryPeriod);
    await arrived(2);
    await eventually(async () => expect((await atRest(plid)).stored).toContain('"given_up"'));
  });

  test.each([403, 404])('is sent again after a %i from a firewall or for a missing route', async (status) => {
    receiver.answers(() => Response.json({ err: 'invalid_request' }, { status }));
    await leave(await newPerson());
    await arrived(1);
    const jti = await jtiOf(0);
    await expect.poll(() => lines(jti)).toMatchObject([{ level: 'warn', outcome: 'failed', status }]);
    receiver.answers();
    await world.clock.advance(firstClientErrorPause);
    await arrived(2);
    expect(await jtiOf(1)).toBe(jti);
    await expect.poll(async () => (await undelivered()).map((event) => event.jti)).not.toContain(jti);
  });

  test('is listed after a final rejection, and accepted if an operator resends it after a fix', async () => {
    receiver.answers(() => Response.json({ err: 'invalid_issuer', description: 'no' }, { status: 400 }));
    const { plid, ...person } = await newPerson();
    await leave(person);
    await arrived(1);
    const jti = await jtiOf(0);
    await expect.poll(() => lines(jti)).toMatchObject([{ level: 'error', outcome: 'refused', status: 400 }]);
    const entry = { jti, plid, type: 'account-purged', status: 'refused', answer: '400 invalid_issuer' };
    expect(await undelivered()).toContainEqual({ ...entry, at: expect.any(Number) });
    const shown = await (await sendPeopleRequest(world, 'show', { plid })).json();
    expect(shown).toMatchObject({ events: [{ client_id, status: 'refused' }] });

    receiver.answers();
    await world.clock.advance(20 * 86_400);
    expect(receiver.received).toHaveLength(1);
    expect(await resend({ jti })).toEqual([200, { resent: 1 }]);
    await arrived(2);
    expect(await jtiOf(1)).toBe(jti);
    await eventually(async () => expect(await atRest(plid)).toEqual({ stored: '{}', alarm: null }));
    expect(await resend({ jti })).toEqual([404, expect.anything()]);
    await expect.poll(world.logs).toContain('"events_resent":1');
  });

  test('is resent with all others of its application, a page at a time', async () => {
    receiver.answers(() => new Response(null, { status: 401 }));
    const walled = await registerReceiver(world, receiver);
    const left = await Promise.all([newPerson([walled]), newPerson([walled])]);
    for (const person of left) await leave(person);
    await arrived(2);
    await eventually(async () =>
      expect(await undelivered(walled)).toMatchObject([{ status: 'waiting' }, { status: 'waiting' }]),
    );
    receiver.answers();
    expect(await resend({}, walled)).toEqual([200, { resent: 2 }]);
    await arrived(4);
    await eventually(async () => expect(await undelivered(walled)).toEqual([]));
    expect(await resend({}, walled)).toEqual([200, { resent: 0 }]);
    expect(await resend({ jti: 'x' }, walled)).toEqual([400, expect.anything()]);
    expect(await resend({ cursor: 'x' }, walled)).toEqual([400, expect.anything()]);
    expect(await resend({}, 'nobody')).toEqual([404, expect.anything()]);
  });

  test('stays queued while a later event of the same application is delivered', async () => {
    receiver.answers(() => new Response(null, { status: 503 }));
    const { plid } = await newPerson();
    const stub = account(world, plid);
    await stub.disconnect(client_id, await world.clock.now());
    await arrived(1);
    receiver.answers();
    await grantSignIn(world, { plid, client_id });
    await stub.disconnect(client_id, await world.clock.now());
    await arrived(2);
    await world.clock.advance(firstRetryPause);
    await arrived(3);
    expect(await jtiOf(1)).not.toBe(await jtiOf(0));
    expect(await jtiOf(2)).toBe(await jtiOf(0));
  });

  test('is sent to the address registered at the time of the retry', async () => {
    receiver.answers(() => new Response(null, { status: 503 }));
    const moving = await registerReceiver(world, receiver);
    await leave(await newPerson([moving]));
    await arrived(1);
    const other = await startEventReceiver();
    await administer(world, 'PATCH', `/${moving}`, {
      body: { events: other.events, allow_loopback: true },
    });
    await world.clock.advance(60);
    await eventually(() => expect(other.received).toHaveLength(1));
    expect(receiver.received).toHaveLength(1);
    await other.close();
  });

  test('waits for a receiver that is down, is given up after three days, and deleted 30 days later', async () => {
    const down = await startEventReceiver();
    await down.close();
    const absent = await registerReceiver(world, down);
    const { plid, ...person } = await newPerson([absent]);
    await leave(person);
    const waiting = async () => JSON.parse((await atRest(plid)).stored).events?.[0];
    await eventually(async () => expect(await waiting()).toMatchObject({ attempts: 1 }));
    await world.clock.advance(eventRetryPeriod - 1);
    await eventually(async () => expect(await waiting()).toMatchObject({ attempts: 2 }));
    expect((await atRest(plid)).stored).not.toContain(person.phoneNo);
    const shown = await (await sendPeopleRequest(world, 'show', { plid })).json();
    expect(shown).toMatchObject({ consents: [], events: [{ client_id: absent, status: 'waiting' }] });
    await world.clock.advance(1);
    await eventually(async () =>
      expect(await undelivered(absent)).toMatchObject([{ plid, status: 'given_up' }]),
    );
    await expect.poll(world.logs).toContain('"outcome":"given up"');
    await world.clock.advance(manualRedeliveryPeriod);
    await eventually(async () => expect(await atRest(plid)).toEqual({ stored: '{}', alarm: null }));
  });
});

describe('a slow receiver', () => {
  test("doesn't delay the request of a user who leaves, and gets the event once", async () => {
    const release = Promise.withResolvers<Response>();
    receiver.answers(() => release.promise);
    const person = await newPerson();
    expect((await leave(person)).status).toBe(200);
    await arrived(1);
    expect((await leave(person)).status).toBe(200);
    release.resolve(new Response(null, { status: 202 }));
    await world.clock.advance(firstRetryPause);
    expect(receiver.received).toHaveLength(1);
  });
});
