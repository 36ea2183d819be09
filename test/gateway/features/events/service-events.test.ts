import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readSecurityEventToken } from '../../../../workers/gateway/features/events/read-security-event-token.ts';
import { type SecurityEvent, signEvent } from '../../../../workers/service/protocol/security-event.ts';
import { publicKeysOf } from '../../../../workers/service/settings/event-keys.ts';
import { derivedSigningKey } from '../../../support/world/test-settings.ts';
import { answering } from '../../support/fake-service-response.ts';

const now = 1_800_000_000;
const gateway = 'https://shop.example.com';
const [service, client_id] = ['https://login.example.com', 'demoshop000000000001'];

describe('an event JWT of the service', async () => {
  const signing = [{ kid: 'e1', bytes: new Uint8Array(Buffer.from(derivedSigningKey('events'), 'base64')) }];
  const event = {
    jti: 'event-1',
    client_id,
    type: 'account-purged' as const,
    at: now,
    moment: now * 1000 + 250,
  };
  const published = await publicKeysOf(signing);
  // Keys are read again after a minute at most: each test has a time of its own.
  let time = now;
  const contextOf = (body: string, env: object = {}, type = 'application/secevent+jwt') => ({
    now: time,
    request: new Request(`${gateway}/auth/events`, {
      method: 'POST',
      headers: type === '' ? {} : { 'Content-Type': type },
      body: Buffer.from(body),
    }),
    env: {
      SERVICE_URL: service,
      CLIENT_ID: client_id,
      SERVICE_TIMEOUT: 10,
      JWKS_PATH: '/.well-known/jwks.json',
      ...env,
    },
  });
  const read = (body: string, env?: object, type?: string) =>
    readSecurityEventToken(contextOf(body, env, type) as never);
  const signed = (changes: Partial<SecurityEvent> = {}, plid = 'a-plid', issuer = service) =>
    signEvent(signing, { ...event, at: time, ...changes }, plid, issuer);
  const publishing = () => {
    time += 3_600;
    answering(() => Response.json(published));
  };
  /** An event with other claims, or another header, and a valid signature. */
  const resigned = async (header: object, claims: object): Promise<string> => {
    const [first = '', second = ''] = (await signed()).split('.');
    const changed = (part: string, changes: object) => {
      const whole = { ...JSON.parse(Buffer.from(part, 'base64url').toString()), ...changes };
      return Buffer.from(JSON.stringify(whole)).toString('base64url');
    };
    const content = `${changed(first, header)}.${changed(second, claims)}`;
    const key = await crypto.subtle.importKey(
      ...([
        'pkcs8',
        signing[0]?.bytes ?? new Uint8Array(),
        { name: 'ECDSA', namedCurve: 'P-256' },
        false,
        ['sign'],
      ] as const),
    );
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
    const signature = await crypto.subtle.sign(algorithm, key, Buffer.from(content));
    return `${content}.${Buffer.from(signature).toString('base64url')}`;
  };

  test('is read with its time in milliseconds', async () => {
    publishing();
    const expected = { jti: 'event-1', plid: 'a-plid', moment: event.moment };
    expect(await read(await signed())).toEqual({
      ...expected,
      type: 'purged',
    });
    expect(
      await read(`${await signed({ type: 'tokens-revoked' })}\n`, {}, 'Application/Secevent+JWT ; charset=x'),
    ).toEqual({
      ...expected,
      type: 'disconnected',
    });
    const withoutMoment = await resigned(
      { typ: 'application/SECEVENT+jwt' },
      { toe: undefined, aud: ['x', client_id] },
    );
    expect(await read(withoutMoment)).toMatchObject({ moment: time * 1000 + 999 });
    const elsewhere = await signed({}, 'a-plid', 'https://issuer.example.com');
    expect(await read(elsewhere, { EVENT_ISSUER: 'https://issuer.example.com' })).toMatchObject({
      jti: 'event-1',
    });
  });

  test.each([1, 128])('may have a jti and a subject of %i characters', async (length) => {
    publishing();
    const name = 'x'.repeat(length);
    const claims = { jti: name, sub_id: { format: 'iss_sub', iss: service, sub: name } };
    expect(await read(await resigned({}, claims))).toMatchObject({ jti: name, plid: name });
  });

  test('is accepted up to a minute ahead and four days late', async () => {
    publishing();
    for (const at of [time + 60, time - 4 * 86_400 + 1])
      expect(await read(await signed({ at }))).toMatchObject({ jti: 'event-1' });
    for (const at of [time + 61, time - 4 * 86_400])
      await expect(read(await signed({ at }))).rejects.toMatchObject({ reason: 'event_of_other_time' });
  });

  test('signed by an unpublished key, or another key of that name, is rejected', async () => {
    publishing();
    await expect(read(await resigned({ kid: 'e2' }, {}))).rejects.toMatchObject({
      reason: 'event_key_unknown',
    });
    publishing();
    const bytes = new Uint8Array(Buffer.from(derivedSigningKey('another'), 'base64'));
    const forged = await signEvent([{ kid: 'e1', bytes }], { ...event, at: time }, 'a-plid', service);
    await expect(read(forged)).rejects.toMatchObject({ reason: 'event_forged' });
  });

  test("is signed with a key that isn't used for decryption", async () => {
    const importKey = vi.spyOn(crypto.subtle, 'importKey');
    onTestFinished(() => importKey.mockRestore());
    await signed();
    expect(importKey).toHaveBeenCalledOnce();
    expect(await importKey.mock.results[0]?.value).toMatchObject({ extractable: false, usages: ['sign'] });
  });

  test("can't be signed without a key", async () => {
    await expect(signEvent([], event, 'a-plid', service)).rejects.toThrow('no key');
  });

  test('has a public key without private parts', () => {
    expect(published.keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        kid: 'e1',
        alg: 'ES256',
        use: 'sig',
        x: expect.stringMatching(/^[\w-]{43}$/),
        y: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
  });
});
