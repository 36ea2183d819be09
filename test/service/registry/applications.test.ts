import { describe, expect, test } from 'vitest';
import {
  authenticateApplication,
  fieldCipherOf,
  resealSecret,
  toStoredSecret,
} from '../../../workers/service/registry/application-secrets.ts';
import {
  type Application,
  cacheCopy,
  clearApplicationCache,
  findApplication,
} from '../../../workers/service/registry/applications.ts';
import { gatewayKeys, serviceKeys } from '../../support/world/test-settings.ts';

const now = 1_800_000_000;
const client_id = 'demoshop000000000001';

describe('a cached application', async () => {
  const secret = await toStoredSecret(serviceKeys, 'one', 'first secret of 16 and more', now);
  const second = await toStoredSecret(serviceKeys, 'two', 'second secret of 16 and more', now);
  const application = { client_id, version: 2, secrets: [secret, second] } as unknown as Application;

  const lines: object[] = [];
  /** @param read KV's answer, called for each read. */
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
    clearApplicationCache();
    const { asked, context } = contextOf(stored);
    expect(await findApplication(context, client_id)).toBe(application);
    expect(await findApplication({ ...context, now: now + 29 }, client_id)).toBe(application);
    expect(asked).toEqual([`application:${client_id} json`]);
    await findApplication({ ...context, now: now + 30 }, client_id);
    expect(asked).toHaveLength(2);
  });

  test('is used after 15 seconds while KV is read once in the background', async () => {
    clearApplicationCache();
    const changed = { ...application, version: 3 };
    const going: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void going.push(work);
    const find = ({ context }: ReturnType<typeof contextOf>, at: number) =>
      findApplication({ ...context, now: now + at, waitUntil }, client_id);
    const answer = Promise.withResolvers<unknown>();
    const slow = contextOf(() => answer.promise);
    await find(contextOf(stored), 0);
    expect([await find(slow, 14), slow.asked.length, going.length]).toEqual([application, 0, 0]);
    expect([await find(slow, 15), slow.asked.length, going.length]).toEqual([application, 1, 1]);
    expect([await find(slow, 19), slow.asked.length]).toEqual([application, 1]);
    answer.resolve(changed);
    await Promise.all(going);
    expect([await find(slow, 19), slow.asked.length]).toEqual([changed, 1]);
  });

  test('is read again in the background 5 seconds after a KV failure, and waited for after 30 seconds', async () => {
    clearApplicationCache();
    const going: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void going.push(work);
    const { asked, context } = contextOf(failing);
    const find = (at: number) => findApplication({ ...context, now: now + at, waitUntil }, client_id);
    await findApplication(contextOf(stored).context, client_id);
    lines.length = 0;
    for (const at of [15, 19, 20, 24]) expect(await find(at)).toBe(application);
    expect(await Promise.all(going)).toEqual([undefined, undefined]);
    expect([asked.length, lines]).toEqual([2, []]);
    expect([await find(30), await find(34)]).toEqual([application, application]);
    expect([asked.length, going.length, lines.length]).toEqual([3, 2, 1]);
  });

  test('becomes unknown after a background read finds it deleted', async () => {
    clearApplicationCache();
    const going: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void going.push(work);
    await findApplication(contextOf(stored).context, client_id);
    const { context } = contextOf(async () => null, now + 15);
    expect(await findApplication({ ...context, waitUntil }, client_id)).toBe(application);
    await Promise.all(going);
    expect(await findApplication({ ...context, waitUntil }, client_id)).toBeUndefined();
  });

  test("isn't read again within 5 seconds if it was unknown, and never with a malformed client_id", async () => {
    clearApplicationCache();
    const { asked, context } = contextOf(async () => null);
    expect(await findApplication(context, client_id)).toBeUndefined();
    await findApplication({ ...context, now: now + 4 }, client_id);
    expect(asked).toHaveLength(1);
    await findApplication({ ...context, now: now + 5 }, client_id);
    expect(asked).toHaveLength(2);
    expect(await findApplication(context, 'short')).toBeUndefined();
    expect(asked).toHaveLength(2);
  });

  test('is remembered as unknown for at most a thousand IDs', async () => {
    clearApplicationCache();
    const { asked, context } = contextOf(async () => null);
    const ids = Array.from({ length: 1_001 }, (_, index) => `madeup${String(index).padStart(14, '0')}`);
    const [first = '', ...others] = ids;
    const last = others.pop() ?? '';
    for (const each of [first, ...others, first]) await findApplication(context, each);
    expect(asked).toHaveLength(1_000);
    for (const each of [last, first]) await findApplication(context, each);
    expect(asked).toHaveLength(1_002);
  });

  test("doesn't come back after its removal from KV while KV fails", async () => {
    clearApplicationCache();
    await findApplication(contextOf(stored).context, client_id);
    await findApplication(contextOf(async () => null, now + 30).context, client_id);
    const failed = findApplication(contextOf(failing, now + 35).context, client_id);
    await expect(failed).rejects.toMatchObject({ reason: 'unavailable' });
  });

  test('is found 5 seconds after it was unknown, and at once in the isolate that registered it', async () => {
    clearApplicationCache();
    const missing = async () => null;
    expect(await findApplication(contextOf(missing).context, client_id)).toBeUndefined();
    expect(await findApplication(contextOf(stored, now + 4).context, client_id)).toBeUndefined();
    expect(await findApplication(contextOf(stored, now + 5).context, client_id)).toBe(application);
    clearApplicationCache();
    expect(await findApplication(contextOf(missing).context, client_id)).toBeUndefined();
    cacheCopy(application, now);
    expect(await findApplication(contextOf(missing).context, client_id)).toBe(application);
  });

  test("isn't evicted by a thousand invented IDs", async () => {
    clearApplicationCache();
    await findApplication(contextOf(stored).context, client_id);
    const { asked, context } = contextOf(async () => null);
    for (let index = 0; index < 1_001; index += 1)
      await findApplication(context, `madeup${String(index).padStart(14, '0')}`);
    expect(await findApplication(context, client_id)).toBe(application);
    expect(asked).toHaveLength(1_001);
  });

  test('stays deleted if KV returns an older copy or fails', async () => {
    clearApplicationCache();
    const deleted = { client_id, version: 3, deleted: now };
    expect(await findApplication(contextOf(async () => deleted).context, client_id)).toBeUndefined();
    expect(await findApplication(contextOf(stored, now + 30).context, client_id)).toBeUndefined();
    expect(await findApplication(contextOf(failing, now + 60).context, client_id)).toBeUndefined();
    const again = { ...application, version: 4 };
    expect(await findApplication(contextOf(async () => again, now + 65).context, client_id)).toBe(again);
  });

  test('is used for an hour while KV fails, with a warning in the log, and then returns 503', async () => {
    clearApplicationCache();
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
    clearApplicationCache();
    await findApplication(contextOf(stored).context, client_id);
    for (const at of [now + 3_600, now + 3_601]) {
      const failed = findApplication(contextOf(failing, at).context, client_id);
      await expect(failed).rejects.toMatchObject({ status: 503 });
    }
  });

  test("isn't replaced by an older copy after a change in the same isolate", () => {
    clearApplicationCache();
    const newer = { ...application, version: 3 };
    expect(cacheCopy(newer, now)).toBe(newer);
    expect(cacheCopy(application, now)).toBe(newer);
    const same = { ...newer };
    expect(cacheCopy(same, now)).toBe(same);
  });

  test('that is newer than KV is cached for an hour, and no longer', () => {
    clearApplicationCache();
    const newer = { ...application, version: 3 };
    cacheCopy(newer, now);
    expect(cacheCopy(application, now + 60)).toBe(newer);
    expect(cacheCopy(application, now + 3_599)).toBe(newer);
    expect(cacheCopy(application, now + 3_600)).toBe(application);
  });

  test('is evicted as the oldest of more than a thousand, and then read from KV again', async () => {
    clearApplicationCache();
    const ids = Array.from({ length: 1_001 }, (_, index) => `application${String(index).padStart(9, '0')}`);
    const [first = '', second = '', third = '', ...others] = ids;
    const keep = (id: string) => cacheCopy({ ...application, client_id: id }, now);
    for (const each of [first, second, third, ...others.slice(1)]) keep(each);
    const { asked, context } = contextOf(async () => null);
    // A record that is read again evicts no other one, and becomes the latest.
    keep(second);
    for (const each of [first, second, third]) await findApplication(context, each);
    keep(first);
    keep(others[0] ?? '');
    for (const each of [first, second]) await findApplication(context, each);
    expect(asked).toEqual([]);
    await findApplication(context, third);
    expect(asked).toHaveLength(1);
  });

  test('is authenticated by each of its secrets', async () => {
    clearApplicationCache();
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
    "isn't authenticated by a wrong secret, or by its own with an unknown client_id, in the %s",
    async (sentIn) => {
      clearApplicationCache();
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

  test('stores its secrets as digests, and their field keys encrypted', async () => {
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
    await expect(elsewhere).rejects.toThrow('encrypted with a key that is not in KEYS');
  });
});
