import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { firstClientErrorPause, firstRetryPause } from '../../../../workers/core/http/delivery.ts';
import { accountClientId } from '../../../../workers/service/registry/account-client.ts';
import { BrowserSession } from '../../../support/fixtures/browser-session.ts';
import { account, grantSignIn } from '../../../support/fixtures/grants.ts';
import { registerRelyingParty, signInAt, tokensOf } from '../../../support/fixtures/openid.ts';
import { newSubscriber } from '../../../support/fixtures/phones.ts';
import {
  administer,
  reportSubscriber,
  sendPeopleRequest,
} from '../../../support/requests/operator-requests.ts';
import { basic, requestDisconnect } from '../../../support/requests/service-requests.ts';
import { origins } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';
import { type EventReceiver, readEvent, startEventReceiver } from '../../support/event-receiver.ts';
import { phoneIn } from '../../support/phone-objects.ts';

const world = useWorld({ half: 'service' });

let receiver: EventReceiver;
let relyingParty: Awaited<ReturnType<typeof registerRelyingParty>>;
beforeAll(async () => {
  receiver = await startEventReceiver();
  relyingParty = await registerRelyingParty(world, { openid_logout: receiver.events });
});
afterAll(() => receiver?.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answers(() => new Response(null, { status: 204 }));
});

let lastNumber = 2_000_000;

/** A user who is connected with applications, the relying party if none is named. */
async function newPerson(client_ids = [relyingParty.client_id]) {
  const phoneNo = `0108${++lastNumber}`;
  const phone = await phoneIn(world, phoneNo);
  const now = await world.clock.now();
  const registration = await phone.approve(
    { owner: `owner of ${phoneNo}`, carrier: 'S', sent: now, signIn: 'a sign-in' },
    now,
  );
  const plid = registration?.plid ?? '';
  for (const client_id of client_ids) await grantSignIn(world, { plid, client_id });
  return { phoneNo, plid, phone };
}
type Somebody = Awaited<ReturnType<typeof newPerson>>;

const leave = ({ phoneNo }: Pick<Somebody, 'phoneNo'>) => reportSubscriber(world, 'leave', { phoneNo });
const arrived = (count: number) =>
  vi.waitFor(() => expect(receiver.received).toHaveLength(count), { timeout: 15_000, interval: 50 });

/** Reads a logout_token as a relying party does, with the keys of the discovery document. @throws if the signature is not the service's. */
async function readLogout(body = '') {
  const [[name, token = ''] = [], ...more] = [...new URLSearchParams(body)];
  expect([name, more]).toEqual(['logout_token', []]);
  const published = await world.fetch(`${world.service}/oauth2/openid/jwks.json`);
  const keys = createLocalJWKSet((await published.json()) as JSONWebKeySet);
  const { payload, protectedHeader } = await jwtVerify(token, keys, { currentDate: new Date(0) });
  return { payload, header: protectedHeader };
}
const readAll = () =>
  Promise.all(receiver.received.map(async ({ body }) => (await readLogout(body)).payload));
const linesOf = (jti: string | undefined) =>
  world
    .logs()
    .split('\n')
    .filter((line) => line.includes(`"jti":"${jti}"`))
    .map((line) => JSON.parse(line));

describe('a back-channel logout address', () => {
  test.each<[string, (person: Somebody) => Promise<unknown>]>([
    ['who has left', leave],
    ['whom the operator has erased', ({ plid }) => sendPeopleRequest(world, 'erase', { plid })],
    [
      'whose number has a new owner',
      async ({ phone }) => {
        await world.clock.advance(5);
        const now = await world.clock.now();
        await phone.approve({ owner: 'somebody else', carrier: 'S', sent: now, signIn: 'a sign-in' }, now);
      },
    ],
    [
      'whom the relying party has disconnected',
      ({ plid }) => requestDisconnect(world, { plid }, { headers: { Authorization: basic(relyingParty) } }),
    ],
    [
      'whom their carrier has disconnected',
      ({ phoneNo }) => reportSubscriber(world, 'disconnect', { phoneNo, client_id: relyingParty.client_id }),
    ],
    [
      'who has disconnected at /account',
      async ({ plid }) => {
        const { grant } = await grantSignIn(world, { plid, client_id: accountClientId });
        const [stub, now] = [account(world, plid), await world.clock.now()];
        await stub.redeem(grant, accountClientId, now);
        await stub.endInSession(grant, { what: 'connections' }, now);
      },
    ],
  ])('ends the sessions of a user %s', async (_, end) => {
    const person = await newPerson();
    await end(person);
    await arrived(1);
    expect((await readAll())[0]).toMatchObject({ sub: person.plid, aud: relyingParty.client_id });
  });

  test.each(['RS256', 'ES256'])('with a standard logout_token: %s', async (openid) => {
    const { client_id } = await registerRelyingParty(world, { openid, openid_logout: receiver.events });
    const person = await newPerson([client_id]);
    await leave(person);
    await arrived(1);
    const [sent] = receiver.received;
    expect(sent).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const { payload, header } = await readLogout(sent?.body);
    expect(header).toEqual({ alg: openid, typ: 'logout+jwt', kid: `public-${openid}` });
    const iat = await world.clock.now();
    expect(payload).toEqual({
      ...{ iss: origins.service, sub: person.plid, aud: client_id, iat, exp: iat + 120 },
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
  });

  test("at each of the user's applications with one, under its own name", async () => {
    const other = await registerRelyingParty(world, { openid_logout: receiver.events });
    const without = await registerRelyingParty(world);
    const plain = await registerRelyingParty(world, { openid: '', openid_logout: receiver.events });
    const clients = [relyingParty, other, without, plain].map(({ client_id }) => client_id);
    await leave(await newPerson(clients));
    await arrived(2);
    await world.settled();
    expect((await readAll()).map(({ aud }) => aud).sort()).toEqual(clients.slice(0, 2).sort());
  });

  test('and receives the event too if it is registered for both', async () => {
    const events = `${receiver.events}/of-accounts`;
    const both = await registerRelyingParty(world, { events, openid_logout: receiver.events });
    await leave(await newPerson([both.client_id]));
    await arrived(2);
    const [event] = receiver.received.filter(({ url }) => url.endsWith('/of-accounts'));
    const [logout] = receiver.received.filter(({ url }) => !url.endsWith('/of-accounts'));
    const told = (await readEvent(world, event?.body)).payload;
    expect(told.jti).not.toBe((await readLogout(logout?.body)).payload.jti);
  });
});

describe('a logout_token', () => {
  test("that wasn't accepted is sent again with a new signature and the same jti", async () => {
    receiver.answers(() => new Response(null, { status: 503 }));
    await leave(await newPerson());
    await arrived(1);
    receiver.answers(() => new Response(null, { status: 200 }));
    await world.clock.advance(firstRetryPause);
    await arrived(2);
    const [first, second] = await readAll();
    expect(second?.jti).toBe(first?.jti);
    expect(second).toMatchObject({ iat: await world.clock.now() });
    await expect
      .poll(() => linesOf(first?.jti))
      .toMatchObject([
        { outcome: 'failed', security_event: 'logout' },
        { outcome: 'delivered', status: 200 },
      ]);
    await world.clock.advance(86_400);
    expect(receiver.received).toHaveLength(2);
  });

  test('rejected with 400 is logged, not repeated, and stored for the operator', async () => {
    receiver.answers(() => Response.json({ error: 'invalid_request' }, { status: 400 }));
    const { client_id } = await registerRelyingParty(world, { openid_logout: receiver.events });
    await leave(await newPerson([client_id]));
    await arrived(1);
    const [{ jti } = {}] = await readAll();
    await expect
      .poll(() => linesOf(jti))
      .toMatchObject([{ level: 'error', outcome: 'refused', status: 400 }]);
    await world.clock.advance(firstClientErrorPause);
    expect(receiver.received).toHaveLength(1);
    const listed = await (await administer(world, 'GET', `/${client_id}/events`)).json();
    const entry = { jti, type: 'logout', status: 'refused', answer: '400' };
    expect(listed).toMatchObject({ events: [entry] });
    receiver.answers(() => new Response(null, { status: 200 }));
    await administer(world, 'POST', `/${client_id}/events/resend`, { body: { jti } });
    await arrived(2);
    expect((await readAll())[1]).toMatchObject({ jti, aud: client_id });
  });

  test("isn't sent if a relying party signs a browser out, because no other session ended", async () => {
    const application = await registerRelyingParty(world, {
      openid_automatic: true,
      openid_logout: receiver.events,
    });
    const [browser, person] = [new BrowserSession(world), await newSubscriber(world)];
    const end = await signInAt(world, application, person, { browser, autoLogin: true });
    const { id_token } = await tokensOf(world, application, end);
    await browser.get(`${world.service}/oauth2/openid/logout?id_token_hint=${id_token}`);
    await world.settled();
    expect(receiver.received).toEqual([]);
  });
});

test('a back-channel logout address follows the callback rules, and can be removed', async () => {
  const { client_id } = relyingParty;
  const change = async (openid_logout: string) => {
    const answer = await administer(world, 'PATCH', `/${client_id}`, {
      body: { openid_logout, allow_loopback: true },
    });
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  const plain = 'http://shop.example.com/logout';
  expect(await change(plain)).toMatchObject({ status: 400, message: expect.stringContaining(plain) });
  for (const address of ['https://shop.example.com/callback?logout=backchannel', '', receiver.events])
    expect(await change(address)).toMatchObject({ status: 200, openid_logout: address });
});
