import { describe, expect, test } from 'vitest';
import {
  type Attribute,
  attributes,
  encryptedAttributes,
} from '../../../../workers/core/protocol/user-record.ts';
import {
  account,
  type Granted,
  grantAutomatically,
  grantSignIn,
  hana,
  type SignIn,
} from '../../../support/fixtures/grants.ts';
import {
  administer,
  registerApplication,
  shownApplication,
} from '../../../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  basic,
  type Credentials,
  decryptField,
  encryptField,
  jsonOf,
  requestToken,
  requestUser,
} from '../../../support/requests/service-requests.ts';
import { applications } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

/** How long until every worker has read a change of an application, in seconds: see applications.ts. */
const memoLifetime = 31;
const { shop, bank } = applications;
/** specification.test.ts compares these with §2.1. */
const encrypted: readonly Attribute[] = [...encryptedAttributes];

/** The record of a user, as an application reads it with a token of its own. */
async function read(granted: Pick<Granted, 'code'>, credentials: Credentials = shop) {
  const response = await requestUser(world, await accessTokenFor(world, granted, credentials));
  expect(response.status).toBe(200);
  return recordIn(response);
}

async function recordIn(response: Response) {
  const { user } = await jsonOf(response);
  if (user === undefined) throw new Error('The envelope holds no user');
  return user;
}

async function expectRefused(response: Response) {
  expect(response.status).toBe(401);
  expect(response.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
  expect((await jsonOf(response)).error).toBe('authentication_failed');
}

test('§2.4 the response envelope is in Korean if Accept-Language prefers it', async () => {
  const token = await accessTokenFor(world, await grantSignIn(world));
  const response = await requestUser(world, token, { 'Accept-Language': 'ko-KR,ko;q=0.9,en;q=0.8' });
  const { user: _, ...envelope } = await jsonOf(response);
  expect(envelope).toEqual({ code: '0000', error: 'success', message: '사용자 정보를 조회했습니다.' });
});

describe('§2.1 the user record', () => {
  test('contains every field in the order of the table', async () => {
    const granted = await grantSignIn(world);
    const user = await read(granted);
    expect(Object.keys(user)).toEqual(['plid', ...attributes, 'autoLoginYn', 'autoStatusCheck']);
    expect(user.plid).toBe(granted.plid);
  });

  test('contains the fields of §2.2 encrypted, and the rest unencrypted', async () => {
    const user = await read(await grantSignIn(world));
    for (const attribute of attributes) {
      const value = user[attribute] ?? '';
      if (encrypted.includes(attribute)) {
        expect(value).toMatch(/^[A-Za-z0-9+/]+=*$/);
        expect(decryptField(value, shop.client_secret)).toBe(hana[attribute]);
        expect(value).toBe(encryptField(hana[attribute], shop.client_secret));
      } else expect(value).toBe(hana[attribute]);
    }
  });

  test('contains only plid, the registered fields, and both flags', async () => {
    const user = await read(await grantSignIn(world, asBank), bank);
    expect(Object.keys(user)).toEqual(['plid', 'ci', 'name', 'autoLoginYn', 'autoStatusCheck']);
    expect(decryptField(user.name ?? '', bank.client_secret)).toBe('김하나');
  });

  test('contains only plid and both flags for an application without attributes', async () => {
    const books = await registerApplication(world, { attributes: [] });
    const user = await read(await grantSignIn(world, { client_id: books.client_id }), books);
    expect(Object.keys(user)).toEqual(['plid', 'autoLoginYn', 'autoStatusCheck']);
  });

  test('omits unknown fields at a first sign-in', async () => {
    const { foreign: _, ci: __, ...identity } = hana;
    const user = await read(await grantSignIn(world, { identity }));
    expect(user).not.toHaveProperty('foreign');
    expect(user).not.toHaveProperty('ci');
    expect(user.telcoCd).toBe('S');
  });
});

describe('§2.1 automatic login', () => {
  test('returns autoLoginYn Y, autoStatusCheck N, and empty strings, encrypted where required', async () => {
    const first = await grantSignIn(world, { automaticLogin: 'Y' });
    const user = await read(await grantAutomatically(world, first));
    expect(Object.keys(user)).toEqual(['plid', ...attributes, 'autoLoginYn', 'autoStatusCheck']);
    expect(user).toMatchObject({ plid: first.plid, autoLoginYn: 'Y', autoStatusCheck: 'N' });
    for (const attribute of attributes) {
      const isEncrypted = encrypted.includes(attribute);
      expect(user[attribute]).toBe(isEncrypted ? encryptField('', shop.client_secret) : '');
      if (isEncrypted) expect(decryptField(user[attribute] ?? '', shop.client_secret)).toBe('');
    }
  });

  test('returns autoLoginYn N and autoStatusCheck N after a full sign-in without choosing it again', async () => {
    const first = await grantSignIn(world, { automaticLogin: 'Y' });
    const user = await read(await grantSignIn(world, { plid: first.plid, automaticLogin: 'N' }));
    expect(user).toMatchObject({ gender: 'F', autoLoginYn: 'N', autoStatusCheck: 'N' });
  });
});

describe('the reads per token', () => {
  test("are unlimited by default for the token's lifetime", async () => {
    const token = await accessTokenFor(world, await grantSignIn(world));
    const texts = [];
    for (let time = 0; time < 3; time += 1) texts.push(await (await requestUser(world, token)).text());
    expect(new Set(texts).size).toBe(1);
  });

  test('are limited to one with reads: once, even if several are simultaneous', async () => {
    const books = await registerApplication(world, { reads: 'once' });
    const signIn = { client_id: books.client_id };
    const token = await accessTokenFor(world, await grantSignIn(world, signIn), books);
    expect((await requestUser(world, token)).status).toBe(200);
    await expectRefused(await requestUser(world, token));

    const another = await accessTokenFor(world, await grantSignIn(world, signIn), books);
    const responses = await Promise.all(Array.from({ length: 8 }, () => requestUser(world, another)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("don't make a used code valid again with reads: once (500)", async () => {
    const books = await registerApplication(world, { reads: 'once' });
    const { code } = await grantSignIn(world, { client_id: books.client_id });
    const headers = { Authorization: basic(books) };
    const { access_token = '' } = await jsonOf(await requestToken(world, { code }, { headers }));
    await requestUser(world, access_token);
    expect((await requestToken(world, { code }, { headers })).status).toBe(500);
  });
});

describe('an access token', () => {
  test('works for 599 seconds, and not for 600', async () => {
    const token = await accessTokenFor(world, await grantSignIn(world));
    await world.clock.advance(599);
    expect((await requestUser(world, token)).status).toBe(200);
    await world.clock.advance(1);
    await expectRefused(await requestUser(world, token));
  });

  test.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['an empty header', { Authorization: '' }],
    ['only a scheme', { Authorization: 'Bearer' }],
    ['another scheme', { Authorization: 'Basic abc' }],
    ['a token without a scheme', { Authorization: 'abc' }],
    ['two tokens', { Authorization: 'Bearer a, Bearer b' }],
    ['a token with a space in it', { Authorization: 'Bearer a b' }],
    ['client credentials', { Authorization: basic(applications.shop) }],
  ])('is required: %s is rejected with 401 authentication_failed', async (_, headers) => {
    await expectRefused(await world.fetch(`${world.service}/v1/user/me`, { headers }));
  });

  test('is accepted with any letter case of its scheme', async () => {
    const token = await accessTokenFor(world, await grantSignIn(world));
    for (const scheme of ['bearer', 'BEARER']) {
      expect((await requestUser(world, token, { Authorization: `${scheme} ${token}` })).status).toBe(200);
    }
  });

  test('is revoked at once when its user leaves at the carrier', async () => {
    const granted = await grantSignIn(world);
    const token = await accessTokenFor(world, granted);
    await account(world, granted.plid).terminate(await world.clock.now());
    await expectRefused(await requestUser(world, token));
  });
});

describe('an access token whose application changes', () => {
  const secretOf = async (client_id: string) => {
    const { client_secret = '' } = await shownApplication(
      await administer(world, 'POST', `/${client_id}/secrets`),
    );
    return { client_id, client_secret };
  };

  test('has its fields encrypted with the secret that requested it, and is revoked with that secret', async () => {
    const old = await registerApplication(world, { attributes: ['name'] });
    const signIn: SignIn = { client_id: old.client_id };
    const [oldSecret] = old.secrets;
    const oldToken = await accessTokenFor(world, await grantSignIn(world, signIn), old);
    const next = await secretOf(old.client_id);
    await world.clock.advance(memoLifetime);
    const nextToken = await accessTokenFor(world, await grantSignIn(world, signIn), next);
    // An application that still uses the older secret while both are live must be able to read the record with it.
    const lateToken = await accessTokenFor(world, await grantSignIn(world, signIn), old);

    for (const [token, { client_secret }] of [
      [oldToken, old],
      [nextToken, next],
      [lateToken, old],
    ] as const) {
      const { name = '' } = await recordIn(await requestUser(world, token));
      expect(decryptField(name, client_secret)).toBe('김하나');
    }

    await administer(world, 'DELETE', `/${old.client_id}/secrets/${oldSecret?.id}`);
    await world.clock.advance(memoLifetime);
    await expectRefused(await requestUser(world, oldToken));
    expect((await requestUser(world, nextToken)).status).toBe(200);
  });

  test('is rejected after its application is deleted', async () => {
    const gone = await registerApplication(world);
    const token = await accessTokenFor(world, await grantSignIn(world, { client_id: gone.client_id }), gone);
    await administer(world, 'DELETE', `/${gone.client_id}`);
    await world.clock.advance(memoLifetime);
    await expectRefused(await requestUser(world, token));
  });
});

const asBank: SignIn = { client_id: bank.client_id, redirect_uri: bank.redirect_uri };
