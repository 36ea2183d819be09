import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { numberedKey } from '../../../workers/core/crypto/keys.ts';
import { challengeOf, checkVerifier } from '../../../workers/core/protocol/pkce.ts';
import { accountOf, plidFormat } from '../../../workers/service/objects/accounts.ts';
import { phoneObjectName, phoneOf, pseudonymOf } from '../../../workers/service/objects/phones.ts';
import { redirectUriDigest } from '../../../workers/service/protocol/redirect-digest.ts';
import { issueAccessToken, openAccessToken } from '../../../workers/service/tokens/access-tokens.ts';
import { issueCode, openCode } from '../../../workers/service/tokens/codes.ts';
import { gatewayKeys, serviceKeys } from '../../support/world/test-settings.ts';

const now = 1_800_000_000;
const client_id = 'demoshop000000000001';
const redirect_uri = 'https://shop.example.com/callback';
const verifier = 'v'.repeat(43);

const granted = { plid: 'a plid', grant: 'a grant', identityKey: 'a key', client_id, redirect_uri };
const open = (presented: object = {}, at = now, keys = serviceKeys, request: object = {}) =>
  issueCode(serviceKeys, { ...granted, ...request }, now).then((code) =>
    openCode(keys, { code, client_id, redirect_uri, code_verifier: undefined, ...presented }, at),
  );

describe('an authorization code', () => {
  test('is decrypted for its client and redirect_uri, and contains what it was issued for', async () => {
    const { redirect_uri: _, ...opened } = granted;
    const redirect_uri_digest = await redirectUriDigest(redirect_uri);
    expect(await open()).toEqual({ ...opened, redirect_uri_digest, isExpired: false });
    expect(await open({ redirect_uri: undefined })).toMatchObject({ isExpired: false });
  });

  test('expires after 60 seconds, and can be decrypted for 600 more to detect its reuse', async () => {
    expect(await open({}, now + 59)).toMatchObject({ isExpired: false });
    expect(await open({}, now + 60)).toMatchObject({ isExpired: true });
    expect(await open({}, now + 659)).toMatchObject({ isExpired: true });
    const invalid = { reason: 'invalid_code', values: { value: expect.stringMatching(/^…[\w-]{6}$/) } };
    await expect(open({}, now + 660)).rejects.toMatchObject(invalid);
    await expect(open({}, now, gatewayKeys)).rejects.toMatchObject(invalid);
    await expect(open({ code: 'forged' })).rejects.toMatchObject({ ...invalid, values: { value: 'forged' } });
  });

  test.each([{ client_id: 'another' }, { redirect_uri: `${redirect_uri}/` }])(
    'is rejected with %j; after its expiry, with the error for an unknown code',
    async (presented) => {
      await expect(open(presented)).rejects.toMatchObject({ reason: 'code_not_for_this_request' });
      await expect(open(presented, now + 60)).rejects.toMatchObject({ reason: 'invalid_code' });
    },
  );

  test('needs the verifier of its challenge, and rejects a verifier without a challenge', async () => {
    const code_challenge = await challengeOf(verifier);
    const proving = (code_verifier?: string) => open({ code_verifier }, now, serviceKeys, { code_challenge });
    expect(await proving(verifier)).toMatchObject({ code_challenge });
    const item = { item: 'code_verifier' };
    await expect(proving()).rejects.toMatchObject({ reason: 'missing_item', values: item });
    await expect(proving(`${verifier}v`)).rejects.toMatchObject({ reason: 'wrong_verifier' });
    const unasked = open({ code_verifier: verifier });
    await expect(unasked).rejects.toMatchObject({ reason: 'invalid_item', values: item });
    await expect(checkVerifier(verifier, code_challenge)).resolves.toBeUndefined();
  });
});

describe('a redirect_uri', () => {
  test('is hashed once, and then its digest is cached', async () => {
    const digest = vi.spyOn(crypto.subtle, 'digest');
    onTestFinished(() => digest.mockRestore());
    for (const address of [`${redirect_uri}?once`, `${redirect_uri}?once`, `${redirect_uri}?other`])
      await redirectUriDigest(address);
    expect(digest).toHaveBeenCalledTimes(2);
  });
});

describe('an access token', () => {
  test('is valid for 600 seconds, and only with the keys that encrypted it', async () => {
    const value = { plid: 'a plid', grant: 'a grant', client_id, secret: 'one' };
    const token = await issueAccessToken(serviceKeys, value, now);
    expect(await openAccessToken(serviceKeys, token, now + 599)).toEqual(value);
    const refused = { reason: 'authentication_failed' };
    await expect(openAccessToken(serviceKeys, token, now + 600)).rejects.toMatchObject(refused);
    await expect(openAccessToken(gatewayKeys, token, now)).rejects.toMatchObject(refused);
  });
});

describe('a pseudonym', () => {
  const numbered = (value: number) => numberedKey(1, new Uint8Array(32).fill(value));
  const [env, other] = [{ PHONE_KEY: numbered(7) }, { PHONE_KEY: numbered(8) }];

  test('is the same for the same text, purpose, and key, and otherwise different', async () => {
    const pseudonym = await pseudonymOf(env, 'owner of a number', '01055550001');
    expect(pseudonym).toMatch(/^[\w-]{43}$/);
    expect(await pseudonymOf(env, 'owner of a number', '01055550001')).toBe(pseudonym);
    const others = [
      await pseudonymOf(env, 'caller at a number', '01055550001'),
      await pseudonymOf(env, 'owner of a number', '01055550002'),
      await pseudonymOf(other, 'owner of a number', '01055550001'),
    ];
    expect(new Set([...others, pseudonym]).size).toBe(4);
  });

  test("has a CryptoKey that is derived once per purpose and isn't extractable", async () => {
    const importKey = vi.spyOn(crypto.subtle, 'importKey');
    onTestFinished(() => importKey.mockRestore());
    const fresh = { PHONE_KEY: numbered(7) };
    await fresh.PHONE_KEY.key;
    importKey.mockClear();
    for (const text of ['01055550001', '01055550002']) await pseudonymOf(fresh, 'owner of a number', text);
    expect(importKey).toHaveBeenCalledOnce();
    await pseudonymOf(fresh, 'caller at a number', '01055550001');
    expect(importKey).toHaveBeenCalledTimes(2);
    for (const { value } of importKey.mock.results) expect(await value).toMatchObject({ extractable: false });
  });

  test('is the same in every release, because storage is named with it', async () => {
    expect(await phoneObjectName(env, '01055550001')).toBe(
      '9d9e3b8c408a58864f3c5540ff82b661c93121e3a50240f9f5cde59e85710902',
    );
    expect(await pseudonymOf(env, 'owner of a number', '01055550001')).toBe(
      'D7Imd9Pg3lOikrANRoMRuxc-vWVofNTYBmyVuQTkb8Y',
    );
  });
});

describe('a Durable Object', () => {
  const namespace = {
    idFromName: (name: string) => `id of ${name}`,
    get: (id: string) => `object with ${id}`,
  };

  test('is named by the plid of its user, or by the pseudonym of its number', async () => {
    const PHONE_KEY = numberedKey(1, new Uint8Array(32));
    const env = { ACCOUNT: namespace, PHONE: namespace, PHONE_KEY } as never;
    expect(accountOf(env, 'a plid')).toBe('object with id of a plid');
    expect(await phoneOf(env, '01055550001')).toBe(
      `object with id of ${await phoneObjectName(env, '01055550001')}`,
    );
  });

  test.each<[string, boolean]>([
    ['0b0e7f64-5b7c-4b39-8a40-3f6f0d1d8a01', true],
    ['0B0E7F64-5B7C-4B39-8A40-3F6F0D1D8A01', false],
    ['0b0e7f645b7c4b398a403f6f0d1d8a01', false],
    ['0b0e7f64-5b7c-4b39-3f6f0d1d8a01', false],
    ['0b0e7f64-5b7c-4b39-8a40-3f6f0d1d8a0', false],
    ['0b0e7f64-5b7c-4b39-8a40-3f6f0d1d8a012', false],
    ['a0b0e7f64-5b7c-4b39-8a40-3f6f0d1d8a01', false],
    ['0b0e7f64-5b7c-4b39-8a40-3f6f0d1d8a01\n', false],
    ['', false],
  ])('is looked up by the plid %j: %s', (plid, expected) => {
    expect(plidFormat.test(plid)).toBe(expected);
  });
});
