import { randomUUID } from 'node:crypto';
import { EncryptJWT, UnsecuredJWT } from 'jose';
import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { randomBytes } from '../../../../workers/core/crypto/bytes.ts';
import { keyRing } from '../../../../workers/core/crypto/keys.ts';
import { sealed } from '../../../../workers/core/crypto/seal.ts';
import {
  authorizationCode,
  device,
  fieldKey,
} from '../../../../workers/service/settings/service-sealed-types.ts';
import { deviceOfPhone } from '../../../support/fixtures/agreement.ts';
import { type Granted, grantSignIn, sealCode, sealToken } from '../../../support/fixtures/grants.ts';
import {
  accessTokenFor,
  jsonOf,
  requestToken,
  requestUser,
} from '../../../support/requests/service-requests.ts';
import { applications, serviceKeys } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
let granted: Granted;
let token: string;
let otherToken: string;
beforeAll(async () => {
  token = await accessTokenFor(world, await grantSignIn(world));
  otherToken = await accessTokenFor(world, await grantSignIn(world));
  granted = await grantSignIn(world);
});

/** Replaces a letter by another one of the alphabet, at a place of one of the five parts of a compact JWE. */
function flip(value: string, part: number, place: 'first' | 'middle' | 'last'): string {
  const parts = value.split('.');
  const text = parts[part] ?? '';
  const index = { first: 0, middle: text.length >> 1, last: text.length - 1 }[place];
  const letter = text[index] === 'A' ? 'B' : 'A';
  parts[part] = text.slice(0, index) + letter + text.slice(index + 1);
  return parts.join('.');
}

/** Replaces a part of one value by the same part of another. */
const transplant = (value: string, other: string, part: number) =>
  value
    .split('.')
    .with(part, other.split('.')[part] ?? '')
    .join('.');

const changes: [string, (value: string, other: string) => string][] = [
  ...[0, 2, 3, 4].flatMap((part) =>
    (['first', 'middle', 'last'] as const).map((place): [string, (value: string) => string] => [
      `the ${place} letter of its ${['header', '', 'vector', 'ciphertext', 'tag'][part]} changed`,
      (value) => flip(value, part, place),
    ]),
  ),
  ['cut by one letter', (value) => value.slice(0, -1)],
  ['cut by a tag', (value) => value.slice(0, value.lastIndexOf('.') + 1)],
  ['cut in half', (value) => value.slice(0, value.length / 2)],
  ['extended by a letter', (value) => `${value}A`],
  ['extended by padding', (value) => `${value}=`],
  ['extended by a part', (value) => `${value}.AAAA`],
  ['with an encrypted key', (value) => value.replace('..', '.AAAA.')],
  ['in upper case', (value) => value.toUpperCase()],
  ['with the ciphertext of another', (value, other) => transplant(value, other, 3)],
  ['with the tag of another', (value, other) => transplant(value, other, 4)],
  ['twice', (value) => `${value}${value}`],
];

const grantValue = () => ({
  plid: granted.plid,
  grant: granted.grant,
  client_id: applications.shop.client_id,
});
/** Values encrypted by an attacker who has everything except plid's keys. */
const retired = keyRing(new Map([['old', randomBytes(32)]]));
const sameName = keyRing(new Map([[serviceKeys.current, randomBytes(32)]]));

describe('a forged authorization code', () => {
  async function expectInvalid(code: string) {
    const response = await requestToken(world, { code });
    expect(response.status).toBe(500);
    expect((await jsonOf(response)).message).toBe(`Invalid authorization code: …${code.slice(-6)}`);
  }

  test.each(changes)('is unknown: %s', async (_, change) => {
    const other = await grantSignIn(world);
    await expectInvalid(change(granted.code, other.code));
  });

  test.each([
    ['under a retired key', retired],
    ['under a key of the same name', sameName],
  ])('is unknown if encrypted %s', async (_, keys) => {
    await expectInvalid(await sealCode(world, granted, 60, keys));
  });

  test('is unknown if it is an access token', () => expectInvalid(token));

  test('is unknown if encrypted for another purpose with the same content', async () => {
    const value = await authorizationCode.open(serviceKeys, granted.code, await world.clock.now());
    expect(value).toMatchObject(grantValue());
    const other = sealed('another purpose', () => v.looseObject({}));
    await expectInvalid(await other.seal(serviceKeys, { ...value }, (await world.clock.now()) + 60));
  });

  test('is unknown if it uses another algorithm', async () => {
    const value = { ...grantValue(), redirect_uri_digest: '' };
    const direct = new EncryptJWT(value).setProtectedHeader({
      alg: 'dir',
      enc: 'A128CBC-HS256',
      kid: serviceKeys.current,
    });
    await expectInvalid(await direct.encrypt(randomBytes(32)));
    await expectInvalid(new UnsecuredJWT(value).encode());
  });

  test('is unknown 60 seconds after its sign-in', async () => {
    await expectInvalid(await sealCode(world, await grantSignIn(world), 0));
  });

  test("doesn't affect the valid code", async () => {
    expect((await requestToken(world, { code: granted.code })).status).toBe(200);
  });
});

describe('a forged access token', () => {
  async function expectRefused(refused: string) {
    const response = await requestUser(world, refused);
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
    expect((await jsonOf(response)).error).toBe('authentication_failed');
  }

  test.each(changes)('is rejected: %s', async (_, change) => {
    await expectRefused(change(token, otherToken));
  });

  test.each([
    ['under a retired key', retired],
    ['under a key of the same name', sameName],
  ])('is rejected if encrypted %s', async (_, keys) => {
    await expectRefused(await sealToken(world, { ...grantValue(), secret: 's1' }, keys));
  });

  test('is rejected if it is a code, a device, or a field key', async () => {
    await expectRefused((await grantSignIn(world)).code);
    const value = { plid: granted.plid, device: granted.grant, ...deviceOfPhone };
    await expectRefused(await device.seal(serviceKeys, value));
    await expectRefused(await fieldKey.seal(serviceKeys, { key: 'x' }));
  });

  test.each([
    ['an unknown grant', () => ({ grant: randomUUID() })],
    ['another user', () => ({ plid: randomUUID() })],
    ['another application', () => ({ client_id: applications.bank.client_id })],
    ['an unknown application', () => ({ client_id: 'nobody00000000000000' })],
    ['an unknown secret', () => ({ secret: 'gone' })],
  ])('is rejected with %s', async (_, change) => {
    const unspent = await grantSignIn(world);
    await accessTokenFor(world, unspent);
    const { plid, grant } = unspent;
    const value = { plid, grant, client_id: applications.shop.client_id, secret: 's1' };
    expect((await requestUser(world, await sealToken(world, value))).status).toBe(200);
    await expectRefused(await sealToken(world, { ...value, ...change() }));
  });

  test("is rejected if its code wasn't redeemed yet", async () => {
    const { plid, grant } = await grantSignIn(world);
    await expectRefused(
      await sealToken(world, { plid, grant, client_id: applications.shop.client_id, secret: 's1' }),
    );
  });

  test("doesn't affect the valid token", async () => {
    expect((await requestUser(world, token)).status).toBe(200);
  });
});
