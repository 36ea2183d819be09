import { parse } from 'valibot';
import { expect, test, vi } from 'vitest';
import { numberedKeySetting } from '../../../workers/core/worker/key-settings.ts';
import { checkPhoneKey } from '../../../workers/service/objects/phone-key.ts';
import { serviceSecrets } from '../../support/world/test-settings.ts';

const PHONE_KEY = parse(numberedKeySetting, serviceSecrets.PHONE_KEY);

/** An isolate with the one object that knows the key. @param answer the object's. */
function isolate(answer: () => Promise<boolean>) {
  const isServiceKey = vi.fn(answer);
  const PHONE = { idFromName: (name: string) => name, get: () => ({ isServiceKey }) };
  const env = { PHONE_KEY, LOCATION_HINT: 'apac-ne', PHONE };
  const log = vi.fn();
  const check = (now: number) => checkPhoneKey({ env, now, log } as never);
  return { check, isServiceKey, log };
}

const burst = (check: (now: number) => Promise<void>, now: number) =>
  Promise.all(Array.from({ length: 50 }, () => check(now)));

test("the first requests of an isolate check PHONE_KEY once, and later ones don't", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { check, isServiceKey, log } = isolate(() => promise);
  const first = burst(check, 1_000);
  await expect.poll(() => isServiceKey.mock.calls.length).toBe(1);
  resolve(true);
  await first;
  await burst(check, 1_001);
  await burst(check, 1_000_000);
  expect(isServiceKey).toHaveBeenCalledOnce();
  expect(log).not.toHaveBeenCalled();
});

test('each isolate checks PHONE_KEY itself', async () => {
  const [one, other] = [isolate(async () => true), isolate(async () => false)];
  await burst(one.check, 1_000);
  await expect(other.check(1_000)).rejects.toThrow();
  expect([one.isServiceKey.mock.calls.length, other.isServiceKey.mock.calls.length]).toEqual([1, 1]);
});

test('a failed PHONE_KEY check is repeated after five seconds', async () => {
  const { check, isServiceKey, log } = isolate(() => Promise.reject(new Error('overloaded')));
  await burst(check, 1_000);
  await burst(check, 1_004);
  expect(isServiceKey).toHaveBeenCalledOnce();
  expect(log).toHaveBeenCalled();
  await check(1_005);
  expect(isServiceKey).toHaveBeenCalledTimes(2);
});
