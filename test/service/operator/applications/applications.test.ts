import { describe, expect, test } from 'vitest';
import { keyRing } from '../../../../workers/core/crypto/keys.ts';
import {
  fieldCipherOf,
  resealSecret,
  sealingKeyId,
  toStoredSecret,
} from '../../../../workers/service/registry/application-secrets.ts';
import { type Application, applicationKvKey } from '../../../../workers/service/registry/applications.ts';
import { grantSignIn } from '../../../support/fixtures/grants.ts';
import {
  administer,
  consentTerms,
  initialFields,
  registerApplication,
  shownApplication,
} from '../../../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  basic,
  decryptField,
  jsonOf,
  requestToken,
  requestUser,
} from '../../../support/requests/service-requests.ts';
import { serviceKeys, serviceSecrets } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

/** How long a worker may use an older record, in seconds, while KV does not lag. */
const memoLifetime = 30;

const nothing = { id: '', sha256: '', field_key: '', created: 0 };
const valid = {
  name: '서점',
  redirect_uris: ['https://books.example.com/cb'],
  attributes: ['name', 'ci'],
  ...consentTerms,
};

async function expectRefusal(response: Response, status: number, error: string, message: RegExp) {
  expect(response.status).toBe(status);
  const body = await jsonOf(response);
  expect(body.error).toBe(error);
  expect(body.message).toMatch(message);
}

const { ADMIN_TOKEN } = serviceSecrets;
const nearMisses = [
  ADMIN_TOKEN.slice(0, 1),
  ADMIN_TOKEN.slice(0, -1),
  `${ADMIN_TOKEN}x`,
  ADMIN_TOKEN.replace(/^./, (first) => (first === '0' ? '1' : '0')),
  ADMIN_TOKEN.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
];

describe("the operator's token", () => {
  const routes = [
    ['GET', ''],
    ['POST', ''],
    ['GET', '/demoshop000000000001'],
    ['PATCH', '/demoshop000000000001'],
    ['DELETE', '/demoshop000000000001'],
    ['POST', '/demoshop000000000001/secrets'],
    ['DELETE', '/demoshop000000000001/secrets/s1'],
  ] as const;

  test.each(routes)('is required for %s /admin/applications%s', async (method, path) => {
    for (const Authorization of [
      '',
      'Bearer wrong',
      'Bearer',
      'Basic ZGVtbzpkZW1v',
      `Bearer ${'0'.repeat(64)}`,
      ...nearMisses.map((token) => `Bearer ${token}`),
    ]) {
      const response = await administer(world, method, path, { headers: { Authorization } });
      await expectRefusal(response, 401, 'authentication_failed', /Authorization header/);
      expect(response.headers.get('WWW-Authenticate')).toMatch(/^Bearer/);
    }
  });

  test("isn't the carrier's token", async () => {
    const headers = { Authorization: `Bearer ${serviceSecrets.CARRIER_TOKEN}` };
    expect((await administer(world, 'GET', '', { headers })).status).toBe(401);
  });
});

describe('registering an application', () => {
  test('returns 201 with a client_id of 20 letters and digits and a client_secret of 64 hexadecimal digits', async () => {
    const body = { ...valid, name: '새 서점' };
    const response = await administer(world, 'POST', '', { body });
    expect(response.status).toBe(201);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(await response.json()).toEqual({
      client_id: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
      client_secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: '새 서점',
      redirect_uris: ['https://books.example.com/cb'],
      attributes: ['ci', 'name'],
      ...initialFields,
      ...consentTerms,
      secrets: [
        { id: expect.stringMatching(/^[0-9a-f]{16}$/), created: expect.any(Number), sealed: 'current' },
      ],
      created: expect.any(Number),
      version: 1,
    });
    expect(response.headers.get('ETag')).toBe('"1"');
  });

  test('allows sign-ins immediately', async () => {
    const shop = await registerApplication(world);
    const granted = await grantSignIn(world, { client_id: shop.client_id });
    const token = await accessTokenFor(world, granted, shop);
    expect((await requestUser(world, token)).status).toBe(200);
  });

  test.each([
    'https://shop.example.com',
    'https://shop.example.com/',
    'https://shop.example.com:8443/a/b?c=d&e=%ED%95%9C',
    'https://shop.example.com/cb?coupon=code&estate=1',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:3000/callback',
  ])('accepts the callback %j unchanged', async (address) => {
    const { redirect_uris } = await registerApplication(world, { redirect_uris: [address] });
    expect(redirect_uris).toEqual([address]);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    '\u0000javascript:alert(1)',
    'data:text/html,hi',
    'DATA:text/html,hi',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://shop.example.com/1',
    'myapp://callback',
    'http://shop.example.com/cb',
    'http://localhost.evil.example/cb',
    'http://127.0.0.1.evil.example/cb',
    'http://127.1/cb',
    'http://2130706433/cb',
    'https://shop.example.com/cb#fragment',
    'https://shop.example.com/cb#',
    'https://user@shop.example.com/cb',
    'https://user:password@shop.example.com/cb',
    'https://:password@shop.example.com/cb',
    'https://shop.example.com@evil.example/cb',
    'https://*.example.com/cb',
    'https://shop.example.com/*',
    ' https://shop.example.com/cb',
    'https://shop.example.com/cb ',
    'https://shop.example.com/cb\n',
    'https://shop.example.com/c\tb',
    'https://shop.example.com/cb\u0000',
    'https://shop.example.com/c\u200bb',
    'https://shop.example.com/a b',
    'https://shop.example.com/한글',
    'https://ѕhop.example.com/cb',
    'https://Shop.example.com/cb',
    'HTTPS://shop.example.com/cb',
    'https://shop.example.com:443/cb',
    'https://shop.example.com/a/../cb',
    'https://shop.example.com/a/%2e%2e/cb',
    'https:\\\\shop.example.com/cb',
    'https:/shop.example.com/cb',
    'https:shop.example.com/cb',
    '//shop.example.com/cb',
    '/cb',
    'https://',
    '',
    'https://shop.example.com/cb?',
    'https://shop.example.com/cb?a=b?',
    'https://shop.example.com/cb?code=x',
    'https://shop.example.com/cb?a=b&state=',
    'https://shop.example.com/cb?error=x',
    'https://shop.example.com/cb?%63ode=x',
    'https://shop.example.com/cb?error_description=x',
    'https://shop.example.com/cb?message=x',
  ])('rejects the callback %j', async (address) => {
    const body = { ...valid, redirect_uris: ['https://books.example.com/cb', address] };
    const response = await administer(world, 'POST', '', { body });
    await expectRefusal(response, 400, 'invalid_request', /callback address .*cannot be registered/s);
    const { client_id } = await registerApplication(world);
    const changed = await administer(world, 'PATCH', `/${client_id}`, { body: { redirect_uris: [address] } });
    expect(changed.status).toBe(400);
  });

  test('rejects a callback of over 2,048 characters', async () => {
    const address = `https://shop.example.com/${'a'.repeat(2_048)}`;
    const response = await administer(world, 'POST', '', { body: { ...valid, redirect_uris: [address] } });
    await expectRefusal(response, 400, 'invalid_request', /callback address/);
  });

  test('names the rejected callback and the reason in Korean too', async () => {
    const body = { ...valid, redirect_uris: ['http://shop.example.com/cb'] };
    const headers = { 'Accept-Language': 'ko' };
    const { message } = await jsonOf(await administer(world, 'POST', '', { body, headers }));
    expect(message).toMatch(/콜백 URL http:\/\/shop\.example\.com\/cb.*https/s);
  });

  test.each([
    ['name', {}, /item name is missing/],
    ['redirect_uris', {}, /item redirect_uris is missing/],
    ['attributes', {}, /item attributes is missing/],
    ['name', { name: '' }, /value of name /],
    ['name', { name: 'x'.repeat(101) }, /value of name /],
    ['name', { name: 7 }, /value of name /],
    ['redirect_uris', { redirect_uris: [] }, /value of redirect_uris /],
    ['redirect_uris', { redirect_uris: 'https://books.example.com/cb' }, /value of redirect_uris /],
    [
      'redirect_uris',
      { redirect_uris: ['https://a.example/', 'https://a.example/'] },
      /value of redirect_uris /,
    ],
    ['redirect_uris', { redirect_uris: [7] }, /value of redirect_uris\.0 /],
    ['attributes', { attributes: ['ci', 'plid'] }, /value of attributes\.1 /],
    ['attributes', { attributes: 'ci' }, /value of attributes /],
    ['reads', { reads: 'twice' }, /value of reads /],
    ['success', { success: 'ok' }, /value of success /],
    ['popup', { popup: 'Y' }, /value of popup /],
    ['redirect_uri', { redirect_uri: 'https://books.example.com/cb' }, /value of redirect_uri /],
    ['client_id', { client_id: 'demoshop000000000001' }, /value of client_id /],
    ['secrets', { secrets: [] }, /value of secrets /],
    ['recipient', {}, /item recipient is missing\. .*legal name of the company/],
    ['purpose', {}, /item purpose is missing\. .*purpose of use in Korean/],
    ['retention', {}, /item retention is missing\. .*retention period in Korean/],
    ['privacy_url', {}, /item privacy_url is missing\. .*privacy notice/],
    ['recipient', { recipient: '' }, /item recipient is missing/],
    ['recipient', { recipient: 7 }, /value of recipient /],
    ['recipient', { recipient: 'x'.repeat(101) }, /value of recipient /],
    ['purpose', { purpose: '회원\u200b식별' }, /value of purpose .*invisible/],
    ['purpose_en', { purpose_en: 'x\ny' }, /value of purpose_en .*invisible/],
    ['privacy_url', { privacy_url: 'http://books.example.com/privacy' }, /value of privacy_url .*https/],
    ['privacy_url', { privacy_url: 'javascript:alert(1)' }, /value of privacy_url .*https/],
    ['support_url', { support_url: 'https://user@books.example.com/' }, /value of support_url /],
    ['optional', { optional: ['name', 'gender'] }, /value of optional .*gender is not one of/],
  ])('rejects and names a wrong or missing %s: %j', async (item, changes, message) => {
    const { [item]: _, ...rest } = valid as Record<string, unknown>;
    const response = await administer(world, 'POST', '', { body: { ...rest, ...changes } });
    await expectRefusal(response, 400, 'invalid_request', message);
  });

  test.each([
    ['nothing', '', {}, /value of body /],
    ['not JSON', '{', {}, /value of body /],
    ['a number', '7', {}, /value of body /],
    ['more than 64 KiB', JSON.stringify({ ...valid, name: 'x'.repeat(70_000) }), {}, /value of body /],
    ['a form', 'name=x', { 'Content-Type': 'application/x-www-form-urlencoded' }, /value of Content-Type /],
  ])('rejects a body that is %s', async (_, body, headers, message) => {
    const response = await administer(world, 'POST', '', { body, headers });
    await expectRefusal(response, 400, 'invalid_request', message);
  });
});

describe('a stored application', () => {
  test('contains neither its secret nor the field key, and no response contains the stored values', async () => {
    const created = await registerApplication(world);
    const { APPLICATIONS } = await world.env('plid-service-applications');
    const record: string = await APPLICATIONS.get(applicationKvKey(created.client_id));
    expect(record).not.toContain(created.client_secret.slice(0, 16));
    const shown = await (await administer(world, 'GET', `/${created.client_id}`)).text();
    for (const hidden of ['client_secret', 'sha256', 'field_key']) expect(shown).not.toContain(hidden);
    expect(world.logs()).not.toContain(created.client_secret);
  });

  test('is re-encrypted by every update, even without a change', async () => {
    const { client_id, client_secret } = await registerApplication(world);
    const { APPLICATIONS } = await world.env('plid-service-applications');
    const before: Application = await APPLICATIONS.get(applicationKvKey(client_id), 'json');
    await administer(world, 'PATCH', `/${client_id}`, { body: {} });
    const after: Application = await APPLICATIONS.get(applicationKvKey(client_id), 'json');
    const [secret = nothing] = after.secrets;
    expect(secret.field_key).not.toBe(before.secrets[0]?.field_key);
    const cipher = await fieldCipherOf(serviceKeys, secret);
    expect(decryptField(await cipher.encrypt('한글'), client_secret)).toBe('한글');
  });

  test('is encrypted with the current key, so that the former one can be removed from KEYS', async () => {
    const [older, newer] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const before = keyRing(new Map([['older', older]]));
    const between = keyRing(
      new Map([
        ['newer', newer],
        ['older', older],
      ]),
    );
    const after = keyRing(new Map([['newer', newer]]));
    const secret = await toStoredSecret(before, 's1', 'secret of at least 16 characters', 0);
    await expect(fieldCipherOf(after, secret)).rejects.toThrow(/not in KEYS/);
    const resealed = await resealSecret(between, secret);
    const words = [before, between, after].map((keys) => sealingKeyId(keys, secret));
    expect(await Promise.all(words)).toEqual(['current', 'earlier', 'unknown']);
    expect(await sealingKeyId(after, resealed)).toBe('current');
    const cipher = await fieldCipherOf(after, resealed);
    expect(decryptField(await cipher.encrypt('한글'), 'secret of at least 16 characters')).toBe('한글');
  });
});

describe('the applications API', () => {
  test('returns an application without its secret', async () => {
    const { client_secret: _, ...created } = await registerApplication(world);
    const response = await administer(world, 'GET', `/${created.client_id}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(created);
  });

  test('changes only the given fields', async () => {
    const { client_secret: _, ...created } = await registerApplication(world);
    for (const change of [
      { name: 'Books' },
      { redirect_uris: ['https://books.example.com/a', 'https://books.example.com/b'] },
      { attributes: ['gender'] },
      { reads: 'once' },
      { success: '' },
      { popup: true },
      { recipient: '주식회사 새책방', purpose: '주문 배송', purpose_en: 'Delivery' },
      { retention: '1년', retention_en: 'A year', support_url: 'https://books.example.com/help' },
      { privacy_url: 'https://books.example.com/privacy/2' },
      { optional: ['gender'] },
    ]) {
      const response = await administer(world, 'PATCH', `/${created.client_id}`, { body: change });
      expect(response.status).toBe(200);
      Object.assign(created, change, { version: created.version + 1 });
      expect(await response.json()).toEqual(created);
      expect(await (await administer(world, 'GET', `/${created.client_id}`)).json()).toEqual(created);
    }
  });

  test('removes optional attributes that are no longer requested', async () => {
    const described = { attributes: ['name', 'gender'], optional: ['gender'] };
    const { client_id, optional } = await registerApplication(world, described);
    expect(optional).toEqual(['gender']);
    const change = (body: object) => administer(world, 'PATCH', `/${client_id}`, { body });
    expect((await shownApplication(await change({ attributes: ['name'] }))).optional).toEqual([]);
    await expectRefusal(await change({ optional: ['gender'] }), 400, 'invalid_request', /value of optional /);
  });

  test.each(['recipient', 'purpose', 'retention', 'privacy_url'])('never removes %s', async (item) => {
    const { client_id } = await registerApplication(world);
    const emptied = await administer(world, 'PATCH', `/${client_id}`, { body: { [item]: '' } });
    await expectRefusal(emptied, 400, 'invalid_request', new RegExp(`item ${item} is missing`));
  });

  test('with reads: once allows one read per token', async () => {
    const shop = await registerApplication(world, { reads: 'once' });
    const granted = await grantSignIn(world, { client_id: shop.client_id });
    const token = await accessTokenFor(world, granted, shop);
    expect((await requestUser(world, token)).status).toBe(200);
    expect((await requestUser(world, token)).status).toBe(401);
  });

  test('deletes an application with its credentials and tokens', async () => {
    const shop = await registerApplication(world);
    const granted = await grantSignIn(world, { client_id: shop.client_id });
    const token = await accessTokenFor(world, granted, shop);
    expect((await requestUser(world, token)).status).toBe(200);
    const deleted = await administer(world, 'DELETE', `/${shop.client_id}`);
    expect([deleted.status, await deleted.text()]).toEqual([204, '']);
    expect((await administer(world, 'GET', `/${shop.client_id}`)).status).toBe(404);
    await world.clock.advance(memoLifetime);
    const { code } = await grantSignIn(world, { client_id: shop.client_id });
    const exchange = await requestToken(world, { code }, { headers: { Authorization: basic(shop) } });
    await expectRefusal(exchange, 401, 'invalid_client', /credentials/);
    expect((await requestUser(world, token)).status).toBe(401);
  });

  test('stores only client_id and time of a deleted application in KV for one day', async () => {
    const { client_id } = await registerApplication(world);
    const seconds = () => Math.floor(Date.now() / 1000);
    const [began, deleted] = [seconds(), await world.clock.now()];
    expect((await administer(world, 'DELETE', `/${client_id}`)).status).toBe(204);
    const { APPLICATIONS } = await world.env('plid-service-token');
    const copy = () => APPLICATIONS.get(applicationKvKey(client_id), 'json');
    await expect.poll(copy).toEqual({ client_id, version: 2, deleted });
    const { keys } = await APPLICATIONS.list({ prefix: applicationKvKey(client_id) });
    expect(keys).toEqual([{ name: applicationKvKey(client_id), expiration: expect.any(Number) }]);
    expect(keys[0].expiration).toBeGreaterThanOrEqual(began + 86_400);
    expect(keys[0].expiration).toBeLessThanOrEqual(seconds() + 86_400);
  });

  test.each(['nobody00000000000000', 'short', 'x'.repeat(21), '%00', '..%2fapplication'])(
    'returns 404 not_found for an unknown application (%j)',
    async (client_id) => {
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/secrets'],
        ['DELETE', '/secrets/s1'],
      ] as const) {
        const response = await administer(world, method, `/${client_id}${path}`);
        await expectRefusal(response, 404, 'not_found', /./);
      }
      const changed = await administer(world, 'PATCH', `/${client_id}`, { body: { name: 'x' } });
      await expectRefusal(changed, 404, 'not_found', /./);
    },
  );
});

describe('rotating a secret', () => {
  const rotate = (client_id: string) => administer(world, 'POST', `/${client_id}/secrets`);
  const retire = (client_id: string, id?: string) =>
    administer(world, 'DELETE', `/${client_id}/secrets/${id}`);

  test('returns the new secret once as the current one, while the former stays valid', async () => {
    const before = await registerApplication(world);
    const response = await rotate(before.client_id);
    expect(response.status).toBe(201);
    const after = await shownApplication(response);
    expect(after.client_secret).toMatch(/^[0-9a-f]{64}$/);
    expect(after.client_secret).not.toBe(before.client_secret);
    expect(after.secrets.map(({ id }) => id)).toEqual([expect.any(String), before.secrets[0]?.id]);
    await world.clock.advance(memoLifetime);
    for (const client_secret of [before.client_secret, after.client_secret ?? '']) {
      const granted = await grantSignIn(world, { client_id: before.client_id });
      expect(await accessTokenFor(world, granted, { ...before, client_secret })).toBeTruthy();
    }
  });

  test("encrypts a token's fields with the secret that issued it", async () => {
    const before = await registerApplication(world, { attributes: ['name'] });
    const old = await grantSignIn(world, { client_id: before.client_id });
    const oldToken = await accessTokenFor(world, old, before);
    const { client_secret = '' } = await shownApplication(await rotate(before.client_id));
    await world.clock.advance(memoLifetime);
    const fresh = await grantSignIn(world, { client_id: before.client_id });
    const freshToken = await accessTokenFor(world, fresh, { ...before, client_secret });
    for (const [token, secret] of [
      [oldToken, before.client_secret],
      [freshToken, client_secret],
    ] as const) {
      const { user } = await jsonOf(await requestUser(world, token));
      expect(decryptField(user?.name ?? '', secret)).toBe('김하나');
    }
  });

  test('is rejected while two secrets are valid, with the fix', async () => {
    const { client_id } = await registerApplication(world);
    await rotate(client_id);
    await expectRefusal(await rotate(client_id), 400, 'invalid_request', /two valid secrets\. Retire/);
    const { secrets } = await shownApplication(await administer(world, 'GET', `/${client_id}`));
    expect(secrets).toHaveLength(2);
  });

  test('ends with a retired secret, whose tokens fail when the cached record expires', async () => {
    const before = await registerApplication(world);
    const granted = await grantSignIn(world, { client_id: before.client_id });
    const token = await accessTokenFor(world, granted, before);
    const after = await shownApplication(await rotate(before.client_id));
    const retired = await retire(before.client_id, before.secrets[0]?.id);
    expect(retired.status).toBe(200);
    expect((await shownApplication(retired)).secrets).toEqual([after.secrets[0]]);

    await world.clock.advance(memoLifetime);
    expect((await requestUser(world, token)).status).toBe(401);
    const next = await grantSignIn(world, { client_id: before.client_id });
    const refused = await requestToken(
      world,
      { code: next.code },
      { headers: { Authorization: basic(before) } },
    );
    await expectRefusal(refused, 401, 'invalid_client', /credentials/);
    const current = { client_id: before.client_id, client_secret: after.client_secret ?? '' };
    expect(await accessTokenFor(world, next, current)).toBeTruthy();
    expect((await rotate(before.client_id)).status).toBe(201);
  });

  test("doesn't allow the current secret to be retired", async () => {
    const { client_id, secrets } = await registerApplication(world);
    await expectRefusal(await retire(client_id, secrets[0]?.id), 400, 'invalid_request', /current secret/);
    const after = await shownApplication(await rotate(client_id));
    await expectRefusal(
      await retire(client_id, after.secrets[0]?.id),
      400,
      'invalid_request',
      /current secret/,
    );
  });

  test('returns 404 not_found for an unknown secret', async () => {
    const { client_id } = await registerApplication(world);
    await expectRefusal(await retire(client_id, 'nothing'), 404, 'not_found', /./);
  });
});

test('the applications API returns 405 with Allow for other methods, and 404 for other paths', async () => {
  const put = await world.fetch(`${world.service}/admin/applications`, { method: 'PUT' });
  expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, POST']);
  expect((await administer(world, 'GET', '/demoshop000000000001/secrets/s1/x')).status).toBe(404);
  expect((await administer(world, 'GET', '/')).status).toBe(404);
});
