import { describe, expect, test } from 'vitest';
import { attributes } from '../../../../workers/core/protocol/user-record.ts';
import { logLines } from '../../../support/assertions/log-lines.ts';
import { agreement } from '../../../support/fixtures/agreement.ts';
import { account, type Granted, grantAutomatically, grantSignIn } from '../../../support/fixtures/grants.ts';
import { registerApplication, reportSubscriber } from '../../../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  jsonOf,
  requestToken,
  requestUser,
} from '../../../support/requests/service-requests.ts';
import { applications, serviceSecrets } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';
import { phoneIn } from '../../support/phone-objects.ts';

const world = useWorld({ half: 'service' });
let lastNumber = 1_000_000;

const { shop, bank } = applications;
const day = 86_400;

/** A number that no test has used yet. */
const newPhoneNo = () => `0109${++lastNumber}`;

const phone = (phoneNo: string) => phoneIn(world, phoneNo);

/** A user who has signed in with this number. @returns their plid. */
async function register(phoneNo: string): Promise<string> {
  const now = await world.clock.now();
  const registration = await (await phone(phoneNo)).approve(
    { owner: undefined, carrier: 'S', sent: now, signIn: 'a sign-in' },
    now,
  );
  return registration?.plid ?? '';
}

const leave = (phoneNo: string) => reportSubscriber(world, 'leave', { phoneNo });

interface Listed {
  client_id: string;
  application: string;
  started: number;
  expires: number;
}

async function automaticLogins(phoneNo: string): Promise<Listed[]> {
  const response = await reportSubscriber(world, 'automatic-logins', { phoneNo });
  expect(response.status).toBe(200);
  const answer: { automaticLogins: Listed[] } = await response.json();
  expect(answer).toEqual({
    code: '0000',
    error: 'success',
    message: 'The automatic logins were returned.',
    automaticLogins: expect.any(Array),
  });
  return answer.automaticLogins;
}

async function expectSuccess(response: Response) {
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ code: '0000', error: 'success', message: expect.any(String) });
}

describe.each(['leave', 'automatic-logins', 'end-automatic-logins', 'connections', 'disconnect'])(
  'POST /admin/subscribers/%s',
  (what) => {
    const body = {
      phoneNo: newPhoneNo(),
      ...(['end-automatic-logins', 'disconnect'].includes(what) && { client_id: shop.client_id }),
    };

    test.each(['', 'Bearer wrong', `Bearer ${serviceSecrets.ADMIN_TOKEN}`])(
      'rejects the Authorization header %j with 401',
      async (Authorization) => {
        const response = await reportSubscriber(world, what, body, { Authorization });
        expect([response.status, (await jsonOf(response)).error]).toEqual([401, 'authentication_failed']);
      },
    );

    test.each([
      '',
      '0101234567',
      '010123456789',
      '010-1234-5678',
      '+821012345678',
      '01012345678 ',
      '01012345678\n',
      '02012345678',
      '０１０12345678',
      1012345678,
      null,
    ])('rejects the phoneNo %j with 400: it must be 11 digits starting with 01', async (phoneNo) => {
      const response = await reportSubscriber(world, what, { ...body, phoneNo });
      expect(response.status).toBe(400);
      expect(await jsonOf(response)).toEqual({
        error: 'invalid_request',
        message: 'The value of phoneNo is not valid.',
      });
    });

    test('rejects a body without phoneNo, or with an unknown field', async () => {
      const { phoneNo: _, ...rest } = body;
      const { message } = await jsonOf(await reportSubscriber(world, what, rest));
      expect(message).toBe('The required item phoneNo is missing.');
      expect((await reportSubscriber(world, what, { ...body, extra: 1 })).status).toBe(400);
    });

    test('responds the same for an unregistered number, and stores nothing', async () => {
      expect((await reportSubscriber(world, what, body)).status).toBe(200);
      expect(await (await phone(body.phoneNo)).plid()).toBeUndefined();
    });

    test('accepts only POST', async () => {
      const response = await world.fetch(`${world.service}/admin/subscribers/${what}`);
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST']);
    });
  },
);

describe('leaving at the carrier', () => {
  test('ends the plid, its codes, tokens, consents, and automatic logins at once', async () => {
    const phoneNo = newPhoneNo();
    const plid = await register(phoneNo);
    const spent = await grantSignIn(world, { plid, automaticLogin: 'Y' });
    const token = await accessTokenFor(world, spent);
    const unspent = await grantSignIn(world, { plid });
    expect((await requestUser(world, token)).status).toBe(200);

    await expectSuccess(await leave(phoneNo));
    expect((await requestUser(world, token)).status).toBe(401);
    expect((await requestToken(world, { code: unspent.code })).status).toBe(500);
    const stored = await account(world, plid).stored(await world.clock.now());
    expect(stored?.consents).toEqual([]);
    expect(await automaticLogins(phoneNo)).toEqual([]);
  });

  test('gives no code to a sign-in that was approved before', async () => {
    const phoneNo = newPhoneNo();
    const plid = await register(phoneNo);
    await leave(phoneNo);
    await expect(grantSignIn(world, { plid })).rejects.toThrow('The account answered terminated');
  });

  test('responds the same if the user has already left, and only the log differs', async () => {
    const phoneNo = newPhoneNo();
    const events = () => logLines(world).filter((line) => line['events.left']).length;
    const before = events();
    await register(phoneNo);
    const [first, second] = [await leave(phoneNo), await leave(phoneNo)];
    expect([first.status, await first.text()]).toEqual([second.status, await second.text()]);
    await expect.poll(events).toBe(before + 1);
  });

  test('gives the number a new plid at the next registration (§2.1)', async () => {
    const phoneNo = newPhoneNo();
    const plid = await register(phoneNo);
    await leave(phoneNo);
    const next = await register(phoneNo);
    expect(next).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(next).not.toBe(plid);
  });

  test('succeeds again when repeated', async () => {
    const phoneNo = newPhoneNo();
    await register(phoneNo);
    await expectSuccess(await leave(phoneNo));
    await expectSuccess(await leave(phoneNo));
  });

  test("doesn't affect other users", async () => {
    const [leaving, staying] = [newPhoneNo(), newPhoneNo()];
    await register(leaving);
    const plid = await register(staying);
    const token = await accessTokenFor(world, await grantSignIn(world, { plid }));
    await leave(leaving);
    expect((await requestUser(world, token)).status).toBe(200);
    expect(await (await phone(staying)).plid()).toBe(plid);
  });
});

describe("a user's automatic logins", () => {
  test("are listed once per application, from the first device's start to the last one's end", async () => {
    const phoneNo = newPhoneNo();
    const plid = await register(phoneNo);
    const started = await world.clock.now();
    await grantSignIn(world, { plid, automaticLogin: 'Y' });
    await world.clock.advance(day);
    await grantSignIn(world, { plid, automaticLogin: 'Y' });
    await grantSignIn(world, { plid, automaticLogin: 'Y', client_id: bank.client_id });
    await grantSignIn(world, { plid, automaticLogin: 'N' });
    const [first, second, ...others] = await automaticLogins(phoneNo);
    expect(others).toEqual([]);
    expect([first?.client_id, first?.application]).toEqual([shop.client_id, 'Demo Shop']);
    expect([second?.client_id, second?.application]).toEqual([bank.client_id, 'Demo Bank']);
    expect(Math.abs((first?.started ?? 0) - started)).toBeLessThan(5);
    expect(Math.abs((first?.expires ?? 0) - (started + 15 * day))).toBeLessThan(5);
  });

  test('are no longer listed after they expire or their application is deleted', async () => {
    const phoneNo = newPhoneNo();
    const plid = await register(phoneNo);
    await grantSignIn(world, { plid, automaticLogin: 'Y', client_id: 'nobody00000000000000' });
    await grantSignIn(world, { plid, automaticLogin: 'Y' });
    expect(await automaticLogins(phoneNo)).toHaveLength(1);
    await world.clock.advance(14 * day);
    expect(await automaticLogins(phoneNo)).toEqual([]);
  });

  test('end at one application on every device at once, and continue at the others', async () => {
    const phoneNo = newPhoneNo();
    const plid = await register(phoneNo);
    const devices: Granted[] = [
      await grantSignIn(world, { plid, automaticLogin: 'Y' }),
      await grantSignIn(world, { plid, automaticLogin: 'Y' }),
    ];
    const books = await registerApplication(world);
    await grantSignIn(world, { plid, automaticLogin: 'Y', client_id: books.client_id });
    for (const device of devices) expect(await grantAutomatically(world, device)).toMatchObject({ plid });

    const { client_id } = shop;
    await expectSuccess(await reportSubscriber(world, 'end-automatic-logins', { phoneNo, client_id }));
    for (const device of devices) await expect(grantAutomatically(world, device)).rejects.toThrow(/refused/);
    expect(await automaticLogins(phoneNo)).toMatchObject([{ client_id: books.client_id }]);
    await expectSuccess(await reportSubscriber(world, 'end-automatic-logins', { phoneNo, client_id }));
  });

  test.each(['', 'short', 'x'.repeat(21), 7])("can't be ended for the client_id %j", async (client_id) => {
    const response = await reportSubscriber(world, 'end-automatic-logins', {
      phoneNo: newPhoneNo(),
      client_id,
    });
    expect((await jsonOf(response)).message).toBe('The value of client_id is not valid.');
  });
});

describe("a user's connections", () => {
  const connections = async (phoneNo: string) =>
    jsonOf(await reportSubscriber(world, 'connections', { phoneNo })) as unknown as Promise<{
      message: string;
      connections: unknown[];
    }>;
  const toBank = { client_id: bank.client_id, redirect_uri: bank.redirect_uri };

  test('are listed with the agreed attributes, and without a name if the application is deleted', async () => {
    const phoneNo = newPhoneNo();
    const plid = await register(phoneNo);
    const consent = { attributes: [...attributes], agreed: await world.clock.now(), agreement };
    await grantSignIn(world, { plid });
    await grantSignIn(world, { plid, client_id: 'nobody00000000000000' });
    expect(await connections(phoneNo)).toEqual({
      code: '0000',
      error: 'success',
      message: 'The connected applications were returned.',
      connections: [
        { client_id: shop.client_id, application: 'Demo Shop', ...consent },
        { client_id: 'nobody00000000000000', ...consent },
      ],
    });
  });

  test('end one at a time, with their consent, automatic login, codes, and tokens', async () => {
    const phoneNo = newPhoneNo();
    const plid = await register(phoneNo);
    const spent = await grantSignIn(world, { plid, automaticLogin: 'Y' });
    const token = await accessTokenFor(world, spent);
    const unspent = await grantSignIn(world, { plid });
    await grantSignIn(world, { plid, ...toBank });
    const { client_id } = shop;
    await expectSuccess(await reportSubscriber(world, 'disconnect', { phoneNo, client_id }));
    expect((await requestUser(world, token)).status).toBe(401);
    expect((await requestToken(world, { code: unspent.code })).status).toBe(500);
    expect(await automaticLogins(phoneNo)).toEqual([]);
    expect((await connections(phoneNo)).connections).toMatchObject([{ application: 'Demo Bank' }]);
    await expectSuccess(await reportSubscriber(world, 'disconnect', { phoneNo, client_id }));
  });

  test("don't include the former owner's after the number has a new owner", async () => {
    const phoneNo = newPhoneNo();
    const plid = await register(phoneNo);
    await grantSignIn(world, { plid });
    await leave(phoneNo);
    await register(phoneNo);
    expect((await connections(phoneNo)).connections).toEqual([]);
  });
});

test('no log line of the subscribers API contains a phone number or a plid', async () => {
  const phoneNo = newPhoneNo();
  const plid = await register(phoneNo);
  await leave(phoneNo);
  await expect.poll(world.logs).toContain('/admin/subscribers/leave');
  expect(world.logs()).not.toContain(phoneNo);
  expect(world.logs()).not.toContain(plid);
});
