import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { attributes } from '../../../../workers/core/protocol/user-record.ts';
import { account, type Granted, grantSignIn, type SignIn } from '../../../support/fixtures/grants.ts';
import {
  accessTokenFor,
  basic,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../../../support/requests/service-requests.ts';
import { applications } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const { shop, bank } = applications;
const asBank: SignIn = { client_id: bank.client_id, redirect_uri: bank.redirect_uri };
const disconnect = (plid: string) => requestDisconnect(world, { plid });

async function expectRefused(response: Response, status: number, error: string, message: string) {
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ error, message });
}
const expectUnknown = (response: Response) =>
  expectRefused(response, 400, 'invalid_request', 'The value of plid is not valid.');

describe('§4.4 disconnect', () => {
  test('returns its message in Korean on request', async () => {
    const { plid } = await grantSignIn(world);
    const response = await requestDisconnect(world, { plid }, { headers: { 'Accept-Language': 'ko' } });
    expect(await response.text()).toBe(
      '{"code":"0000","error":"success","message":"사용자의 연결을 해제했습니다."}',
    );
  });

  test('is rejected the second time', async () => {
    const { plid } = await grantSignIn(world);
    await disconnect(plid);
    await expectUnknown(await disconnect(plid));
  });

  test('accepts percent-encoded credentials, and the plid in the query string', async () => {
    const { plid } = await grantSignIn(world);
    const headers = { Authorization: basic({ ...shop, client_id: shop.client_id.replace('d', '%64') }) };
    expect((await requestDisconnect(world, {}, { headers, query: { plid } })).status).toBe(200);
  });
});

describe('after its response', { shuffle: false }, () => {
  let granted: Granted;
  let token: string;
  beforeAll(async () => {
    const first = await grantSignIn(world, { automaticLogin: 'Y' });
    const elsewhere = await grantSignIn(world, { ...asBank, plid: first.plid });
    token = await accessTokenFor(world, first);
    granted = await grantSignIn(world, { plid: first.plid, automaticLogin: 'Y' });
    expect((await requestUser(world, token)).status).toBe(200);
    expect((await disconnect(first.plid)).status).toBe(200);
    expect(
      (await requestToken(world, { code: elsewhere.code }, { headers: { Authorization: basic(bank) } }))
        .status,
    ).toBe(200);
  });

  test('tokens are invalid', async () => {
    expect((await requestUser(world, token)).status).toBe(401);
  });

  test('codes are invalid', async () => {
    expect((await requestToken(world, { code: granted.code })).status).toBe(500);
  });

  test('the consent is deleted', async () => {
    const stored = await account(world, granted.plid).stored(await world.clock.now());
    const connected = stored?.consents.map(({ client_id }) => client_id);
    expect(connected).toEqual([bank.client_id]);
  });

  test('automatic login is off on every device', async () => {
    const logins = await account(world, granted.plid).automaticLogins(await world.clock.now());
    expect(logins).toEqual([]);
  });

  test("other applications' consents and tokens stay, with the plid", async () => {
    const stub = account(world, granted.plid);
    const stored = await stub.stored(await world.clock.now());
    expect(stored?.consents).toMatchObject([{ client_id: bank.client_id, attributes }]);
    const again = await grantSignIn(world, { plid: granted.plid });
    expect((await requestToken(world, { code: again.code })).status).toBe(200);
  });
});

describe('a disconnect is rejected', () => {
  test("for another application's user, with the response for an unknown plid", async () => {
    const granted = await grantSignIn(world);
    const token = await accessTokenFor(world, granted);
    const headers = { Authorization: basic(bank) };
    const [unconnected, unknown] = await Promise.all(
      [granted.plid, randomUUID()].map((plid) => requestDisconnect(world, { plid }, { headers })),
    );
    if (unconnected === undefined || unknown === undefined) throw new Error('no answers');
    const headersOf = ({ headers }: Response) => ({
      ...Object.fromEntries(headers),
      'x-request-id': 'random',
    });
    expect(headersOf(unconnected)).toEqual(headersOf(unknown));
    await expectUnknown(unconnected);
    await expectUnknown(unknown);
    expect((await requestUser(world, token)).status).toBe(200);
  });

  test.each<[string, (plid: string) => string]>([
    ['with a space after it', (plid) => `${plid} `],
    ['in upper case', (plid) => plid.toUpperCase()],
    ['without its hyphens', (plid) => plid.replaceAll('-', '')],
    ['that climbs', (plid) => `../${plid}`],
  ])('for the plid in another spelling: %s', async (_, spell) => {
    const { plid } = await grantSignIn(world);
    await expectUnknown(await disconnect(spell(plid)));
  });

  test('for two plids', async () => {
    const query = { plid: (await grantSignIn(world)).plid };
    await expectUnknown(await requestDisconnect(world, { plid: randomUUID() }, { query }));
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'by an unknown client',
      { Authorization: basic({ ...shop, client_id: 'nobody00000000000000' }) },
      'Bad client credentials.',
    ],
    ['with a bearer token', { Authorization: 'Bearer x' }, 'Bad client credentials.'],
  ])('%s: 401', async (_, headers, message) => {
    const { plid } = await grantSignIn(world);
    const response = await requestDisconnect(world, { plid }, { headers });
    expect(response.headers.get('WWW-Authenticate')).toMatch(/^Basic /);
    await expectRefused(response, 401, 'invalid_client', message);
    expect((await disconnect(plid)).status).toBe(200);
  });

  test('for credentials in the form, because this endpoint accepts only HTTP Basic (§5)', async () => {
    const { plid } = await grantSignIn(world);
    const { client_id, client_secret } = shop;
    const fields = { plid, client_id, client_secret };
    const response = await requestDisconnect(world, fields, { headers: { Authorization: '' } });
    await expectRefused(response, 401, 'invalid_client', 'A client id must be provided.');
  });
});
