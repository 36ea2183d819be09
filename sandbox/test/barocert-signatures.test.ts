import { beforeAll, describe, expect, test } from 'vitest';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { askSandbox, requestsOf } from '../../test/support/requests/sandbox-requests.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import { publicBarocertAccount } from '../barocert/public-vendor-account.ts';
import { BarocertCaller, type Changes, encrypt, loginFields } from './support/barocert-caller.ts';
import { type ErrorName, refusedWith } from './support/refused-by-vendor.ts';

const world = useWorld({ half: 'service' });
let vendor: BarocertCaller;
beforeAll(() => {
  vendor = new BarocertCaller(world);
});

const otherKey = Buffer.alloc(32, 7);

describe('a token request', () => {
  test('with a valid signature returns a session token with its expiration', async () => {
    const { status, body } = await vendor.token();
    expect(status).toBe(200);
    expect(body).toEqual({
      session_token: expect.any(String),
      serviceID: 'BAROCERT',
      linkID: publicBarocertAccount.BAROCERT_LINK_ID,
      usercode: expect.any(String),
      ipaddress: expect.any(String),
      scope: ['partner', '441', '442', '443', '444'],
      expiration: new Date(((await world.clock.now()) + 1800) * 1000).toISOString(),
    });
  });

  test.each<[string, Changes, ErrorName]>([
    ['another key', { key: otherKey }, 'wrong_signature'],
    ['another body', { body: '{"scope":["partner"]}' }, 'wrong_signature'],
    ['another IP restriction', { headers: { 'x-lh-forwarded': '127.0.0.1' } }, 'wrong_signature'],
    ['no IP restriction header', { headers: { 'x-lh-forwarded': '' } }, 'wrong_signature'],
    ['another version', { headers: { 'x-lh-version': '1.0' } }, 'wrong_signature'],
    ['no credentials', { headers: { Authorization: '' } }, 'unknown_account'],
    ['no date', { headers: { 'x-lh-date': '' } }, 'wrong_time'],
    ['a date 301 seconds ahead', { ahead: 301 }, 'wrong_time'],
    ['a date 301 seconds ago', { ahead: -301 }, 'wrong_time'],
  ])('with %s is refused', async (_, changes, name) => {
    expect(await vendor.token(changes)).toMatchObject(refusedWith(name));
  });

  test.each([-300, 300])('with a date %i seconds ahead is accepted', async (ahead) => {
    expect((await vendor.token({ ahead })).status).toBe(200);
  });

  test('for another account is refused', async () => {
    expect(await vendor.token({}, 'OTHER')).toMatchObject(refusedWith('unknown_account'));
  });
});

test("the vendor's time is the sandbox's", async () => {
  const answer = await askSandbox(world, 'GET', '/barocert/Time');
  expect(await answer.text()).toBe(new Date((await world.clock.now()) * 1000).toISOString());
});

describe('a signed call', () => {
  test.each<[string, Changes, ErrorName]>([
    ['another key', { key: otherKey }, 'wrong_signature'],
    ['another body', { body: JSON.stringify(loginFields(people.hana)) }, 'wrong_signature'],
    ['no signature', { headers: { 'x-bc-auth': '' } }, 'wrong_signature'],
    ['a date in another format', { headers: { 'x-bc-date': 'now' } }, 'wrong_time'],
    ['a date 301 seconds ahead', { ahead: 301 }, 'wrong_time'],
    ['no token', { headers: { Authorization: '' } }, 'invalid_token'],
    ['a forged token', { headers: { Authorization: 'Bearer 99999999999.AAAA' } }, 'invalid_token'],
    ["another organization's code", { clientCode: '026110000054' }, 'unknown_client'],
    ['another version', { headers: { 'x-bc-version': '2.0' } }, 'invalid_body'],
    ['another encryption', { headers: { 'x-bc-encryptionmode': 'CBC' } }, 'invalid_body'],
  ])('with %s is refused, and reaches no phone', async (_, changes, name) => {
    const before = await requestsOf(world, people.daegi.phoneNo);
    expect(await vendor.login(loginFields(people.daegi), changes)).toMatchObject(refusedWith(name));
    expect(await requestsOf(world, people.daegi.phoneNo)).toEqual(before);
  });

  test('with another date than the signed one is refused', async () => {
    const headers = { 'x-bc-date': new Date((await world.clock.now()) * 1000 + 1).toISOString() };
    const answer = await vendor.login(loginFields(people.hana), { headers });
    expect(answer).toMatchObject(refusedWith('wrong_signature'));
  });

  test('is refused once the session token has expired', async () => {
    const headers = { Authorization: await vendor.bearer() };
    await world.clock.advance(1799);
    expect(await vendor.login(loginFields(people.hana), { headers })).toMatchObject({ status: 200 });
    await world.clock.advance(1);
    expect(await vendor.login(loginFields(people.hana), { headers })).toMatchObject(
      refusedWith('expired_token'),
    );
  });
});

describe('the fields of a login', () => {
  test.each<[string, string, unknown]>([
    ['receiverHP', 'of 10 digits', encrypt('0101234567')],
    ['receiverHP', 'with hyphens', encrypt('010-1234-5678')],
    ['receiverName', 'of 81 characters', encrypt('김'.repeat(81))],
    ['receiverBirthday', 'of 6 digits', encrypt('900101')],
    ['reqTitle', 'of 41 characters', '가'.repeat(41)],
    ['reqTitle', 'without characters', ''],
    ['reqMessage', 'of 501 characters', encrypt('가'.repeat(501))],
    ['callCenterNum', 'of 14 characters', '02-1234-567890'],
    ['expireIn', 'of 0 seconds', 0],
    ['expireIn', 'of 1,001 seconds', 1001],
    ['expireIn', 'as a string', '60'],
    ['token', 'of 2,801 characters', encrypt('a'.repeat(2801))],
    ['receiverInfoYN', 'as a string', 'Y'],
    ['telcoType', 'of no network', 'MVNO'],
    ['deviceOSType', 'of another system', 'WINDOWS'],
  ])('are refused with a %s %s', async (field, _, value) => {
    expect(await vendor.login(loginFields(people.hana, { [field]: value }))).toMatchObject(
      refusedWith('invalid_field', field),
    );
  });

  test.each(['receiverHP', 'receiverName', 'reqTitle', 'callCenterNum', 'expireIn', 'token'])(
    'are refused without %s',
    async (field) => {
      expect(await vendor.login(loginFields(people.hana, { [field]: undefined }))).toMatchObject(
        refusedWith('missing_field', field),
      );
    },
  );

  test.each(['receiverHP', 'receiverName', 'receiverBirthday', 'reqMessage', 'token'])(
    'are refused with a plain %s, or one under another key',
    async (field) => {
      for (const value of ['01000000001', encrypt('01000000001', otherKey), '', 5])
        expect(await vendor.login(loginFields(people.hana, { [field]: value }))).toMatchObject(
          refusedWith('undecryptable_field', field),
        );
    },
  );

  test.each([
    ['telcoType', { deviceOSType: 'IOS' }],
    ['deviceOSType', { telcoType: 'SKT' }],
  ])('of an app-to-app login need %s', async (field, given) => {
    expect(await vendor.login(loginFields(people.hana, { appUseYN: true, ...given }))).toMatchObject(
      refusedWith('missing_field', field),
    );
  });

  test('may have their maximum lengths', async () => {
    const longest = {
      reqTitle: '가'.repeat(40),
      reqMessage: encrypt('가'.repeat(500)),
      callCenterNum: '0'.repeat(12),
      expireIn: 1000,
      token: encrypt('가'.repeat(2800)),
    };
    expect(await vendor.login(loginFields(people.hana, longest))).toMatchObject({ status: 200 });
  });
});
