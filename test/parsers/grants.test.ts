import { describe, expect, test } from 'vitest';
import { challengeOf, checkVerifier } from '../../workers/core/protocol/pkce.ts';
import {
  type Application,
  authenticateApplication,
  cacheCopy,
  fieldCipherOf,
  findApplication,
  forgetApplications,
  resealSecret,
  storeSecret,
} from '../../workers/service/shared/applications.ts';
import {
  digestOf,
  issueAccessToken,
  issueCode,
  openAccessToken,
  openCode,
  phoneName,
  pseudonymOf,
} from '../../workers/service/shared/grants.ts';
import { gatewayKeys, serviceKeys } from '../support/world/test-settings.ts';

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
  test('opens for its sender, to what it was issued for', async () => {
    const { redirect_uri: _, ...opened } = granted;
    const redirect_uri_digest = await digestOf(redirect_uri);
    expect(await open()).toEqual({ ...opened, redirect_uri_digest, isExpired: false });
    expect(await open({ redirect_uri: undefined })).toMatchObject({ isExpired: false });
  });

  test('has expired after 60 seconds, and opens for 600 more, so that its grant learns of it', async () => {
    expect(await open({}, now + 59)).toMatchObject({ isExpired: false });
    expect(await open({}, now + 60)).toMatchObject({ isExpired: true });
    expect(await open({}, now + 659)).toMatchObject({ isExpired: true });
    const invalid = { reason: 'invalid_code', values: { value: expect.stringMatching(/^ey/) } };
    await expect(open({}, now + 660)).rejects.toMatchObject(invalid);
    await expect(open({}, now, gatewayKeys)).rejects.toMatchObject(invalid);
    await expect(open({ code: 'forged' })).rejects.toMatchObject({ ...invalid, values: { value: 'forged' } });
  });

  test.each([{ client_id: 'another' }, { redirect_uri: `${redirect_uri}/` }])(
    'is not for %j, and says no more of it once it has expired',
    async (presented) => {
      await expect(open(presented)).rejects.toMatchObject({ reason: 'code_not_for_this_request' });
      await expect(open(presented, now + 60)).rejects.toMatchObject({ reason: 'invalid_code' });
    },
  );

  test('needs the verifier of its challenge, and none without one', async () => {
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

describe('an access token', () => {
  test('opens for 600 seconds, under the keys that sealed it', async () => {
    const value = { plid: 'a plid', grant: 'a grant', client_id, secret: 'one' };
    const token = await issueAccessToken(serviceKeys, value, now);
    expect(await openAccessToken(serviceKeys, token, now + 599)).toEqual(value);
    const refused = { reason: 'authentication_failed' };
    await expect(openAccessToken(serviceKeys, token, now + 600)).rejects.toMatchObject(refused);
    await expect(openAccessToken(gatewayKeys, token, now)).rejects.toMatchObject(refused);
  });
});

describe('a pseudonym', () => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const numbered = (value: number) => ({
    number: 1,
    key: crypto.subtle.importKey('raw', new Uint8Array(32).fill(value), algorithm, false, ['sign']),
  });
  const [env, other] = [{ PHONE_KEY: numbered(7) }, { PHONE_KEY: numbered(8) }];

  test('is the same for the same text, purpose and key, and for nothing else', async () => {
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

  test('stays what it was in every release: storage is named with it', async () => {
    expect(await phoneName(env, '01055550001')).toBe(
      '9d9e3b8c408a58864f3c5540ff82b661c93121e3a50240f9f5cde59e85710902',
    );
    expect(await pseudonymOf(env, 'owner of a number', '01055550001')).toBe(
      'D7Imd9Pg3lOikrANRoMRuxc-vWVofNTYBmyVuQTkb8Y',
    );
  });
});

describe('an application', async () => {
  const secret = await storeSecret(serviceKeys, 'one', 'first secret of 16 and more', now);
  const second = await storeSecret(serviceKeys, 'two', 'second secret of 16 and more', now);
  const application = { client_id, version: 2, secrets: [secret, second] } as unknown as Application;

  const lines: object[] = [];
  /** @param read what KV answers, each time anew. */
  function contextOf(read: () => Promise<unknown>, at = now) {
    const asked: string[] = [];
    const get = (key: string, type: string) => {
      asked.push(`${key} ${type}`);
      return read();
    };
    const log = (level: string, fields: object) => void lines.push({ level, ...fields });
    const env = { KEYS: serviceKeys, APPLICATIONS: { get } as unknown as KVNamespace };
    return { asked, context: { env, now: at, log } };
  }
  const stored = async () => application;
  const failing = () => Promise.reject(new Error('KV GET failed: 500'));

  test('is read from KV once in 30 seconds', async () => {
    forgetApplications();
    const { asked, context } = contextOf(stored);
    expect(await findApplication(context, client_id)).toBe(application);
    expect(await findApplication({ ...context, now: now + 29 }, client_id)).toBe(application);
    expect(asked).toEqual([`application:${client_id} json`]);
    await findApplication({ ...context, now: now + 30 }, client_id);
    expect(asked).toHaveLength(2);
  });

  test('that is not there is asked for again after 5 seconds; what cannot be a client id never is', async () => {
    forgetApplications();
    const { asked, context } = contextOf(async () => null);
    expect(await findApplication(context, client_id)).toBeUndefined();
    await findApplication({ ...context, now: now + 4 }, client_id);
    expect(asked).toHaveLength(1);
    await findApplication({ ...context, now: now + 5 }, client_id);
    expect(asked).toHaveLength(2);
    expect(await findApplication(context, 'short')).toBeUndefined();
    expect(asked).toHaveLength(2);
  });

  test('that is deleted is none', async () => {
    forgetApplications();
    const { context } = contextOf(async () => ({ client_id, version: 3, deleted: now }));
    expect(await findApplication(context, client_id)).toBeUndefined();
  });

  test('is as it was for an hour while KV fails, which the log says', async () => {
    forgetApplications();
    await findApplication(contextOf(stored).context, client_id);
    lines.length = 0;
    const { asked, context } = contextOf(failing, now + 3_599);
    expect(await findApplication(context, client_id)).toBe(application);
    expect(lines).toEqual([
      {
        level: 'warn',
        client_id,
        stale: true,
        cause: expect.stringContaining('reading an application from KV'),
      },
    ]);
    await findApplication({ ...context, now: now + 3_599 + 4 }, client_id);
    expect(asked).toHaveLength(1);
    const late = findApplication({ ...context, now: now + 3_599 + 5 }, client_id);
    await expect(late).rejects.toMatchObject({ reason: 'unavailable' });
    forgetApplications();
    await expect(findApplication(contextOf(failing).context, client_id)).rejects.toMatchObject({
      status: 503,
    });
  });

  test('that was changed here is not replaced by an older copy', () => {
    forgetApplications();
    const newer = { ...application, version: 3 };
    expect(cacheCopy(newer, now)).toBe(newer);
    expect(cacheCopy(application, now)).toBe(newer);
    const same = { ...newer };
    expect(cacheCopy(same, now)).toBe(same);
  });

  test('of a thousand read before, the oldest is read again', async () => {
    forgetApplications();
    const ids = Array.from({ length: 1_001 }, (_, index) => `application${String(index).padStart(9, '0')}`);
    for (const each of ids) cacheCopy({ ...application, client_id: each }, now);
    const { asked, context } = contextOf(stored);
    await findApplication(context, ids[1] ?? '');
    expect(asked).toEqual([]);
    await findApplication(context, ids[0] ?? '');
    expect(asked).toHaveLength(1);
  });

  test('is authenticated by each of its secrets', async () => {
    forgetApplications();
    const { context } = contextOf(stored);
    const sentIn = 'header' as const;
    const first = { client_id, client_secret: 'first secret of 16 and more', sentIn };
    expect(await authenticateApplication(context, first)).toEqual({ application, secret });
    const client_secret = 'second secret of 16 and more';
    expect((await authenticateApplication(context, { client_id, client_secret, sentIn })).secret).toBe(
      second,
    );
  });

  test.each(['header', 'fields'] as const)(
    'is not authenticated by another secret in the %s, nor another by its',
    async (sentIn) => {
      forgetApplications();
      const reason = sentIn === 'header' ? 'bad_credentials' : 'bad_client_fields';
      const wrong = { client_id, client_secret: 'another', sentIn };
      await expect(authenticateApplication(contextOf(stored).context, wrong)).rejects.toMatchObject({
        reason,
      });
      const unknown = { client_id: 'unknown', client_secret: 'first secret of 16 and more', sentIn };
      await expect(authenticateApplication(contextOf(stored).context, unknown)).rejects.toMatchObject({
        reason,
      });
    },
  );

  test('has a secret of which the digest is kept, and the key of the fields, sealed', async () => {
    expect(secret).toMatchObject({
      id: 'one',
      created: now,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const cipher = await fieldCipherOf(serviceKeys, secret);
    expect(await cipher.decrypt(await cipher.encrypt('가람'))).toBe('가람');
    const resealed = await resealSecret(serviceKeys, secret);
    expect(resealed).toMatchObject({ ...secret, field_key: expect.not.stringContaining(secret.field_key) });
    const again = await fieldCipherOf(serviceKeys, resealed);
    expect(await again.decrypt(await cipher.encrypt('가람'))).toBe('가람');
    expect(await resealSecret(gatewayKeys, secret)).toBe(secret);
    const elsewhere = fieldCipherOf(gatewayKeys, second);
    await expect(elsewhere).rejects.toThrow('sealed under a key that is not in KEYS');
  });
});
