import { expect, test, vi } from 'vitest';
import {
  applicationKey,
  cacheCopy,
  findApplication as find,
} from '../../workers/service/shared/applications.ts';
import { newApplication } from '../support/doubles/counting-storage.ts';

const log = () => undefined;
const findApplication = (env: { APPLICATIONS: KVNamespace }, client_id: string, now: number) =>
  find({ env, now, log }, client_id);
const found = (value: unknown) => ({ APPLICATIONS: { get: async () => value } as unknown as KVNamespace });
const failing = {
  APPLICATIONS: { get: () => Promise.reject(new Error('KV is down')) } as unknown as KVNamespace,
};

test('made-up client ids displace no application from memory', async () => {
  const shop = await newApplication();
  expect(await findApplication(found(shop), shop.client_id, 0)).toEqual(shop);
  for (let index = 0; index < 5_000; index += 1)
    await findApplication(found(null), `madeup${String(index).padStart(14, '0')}`, 1);
  expect(await findApplication(failing, shop.client_id, 3_599)).toEqual(shop);
});

test('an older copy never takes the place of a newer one, nor does it of the word that it was deleted', async () => {
  const shop = await newApplication({ version: 3 });
  const older = { ...shop, version: 2 };
  await findApplication(found(shop), shop.client_id, 0);
  expect(await findApplication(found(older), shop.client_id, 30)).toEqual(shop);
  cacheCopy({ client_id: shop.client_id, version: 4, deleted: 31 }, 31);
  expect(await findApplication(found(shop), shop.client_id, 61)).toBeUndefined();
  expect(await findApplication(found({ ...shop, version: 5 }), shop.client_id, 91)).toMatchObject({
    version: 5,
  });
});

test('an application that appears is found as soon as its miss is 5 seconds old, or at once where it was made', async () => {
  const shop = await newApplication();
  expect(await findApplication(found(null), shop.client_id, 0)).toBeUndefined();
  expect(await findApplication(found(shop), shop.client_id, 4)).toBeUndefined();
  expect(await findApplication(found(shop), shop.client_id, 5)).toEqual(shop);
  const made = await newApplication();
  expect(await findApplication(found(null), made.client_id, 0)).toBeUndefined();
  cacheCopy(made, 1);
  expect(await findApplication(found(null), made.client_id, 1)).toEqual(made);
});

test('KV is asked for the key of the client id, once in 30 seconds', async () => {
  const shop = await newApplication();
  const get = vi.fn(async () => shop);
  const env = { APPLICATIONS: { get } as unknown as KVNamespace };
  for (const now of [0, 1, 29]) await findApplication(env, shop.client_id, now);
  expect(get.mock.calls).toEqual([[applicationKey(shop.client_id), 'json']]);
  await findApplication(env, shop.client_id, 30);
  expect(get).toHaveBeenCalledTimes(2);
});

test('while KV fails a copy serves for an hour from when it was read; what was deleted, or is gone from KV, does not', async () => {
  const [shop, deleted, gone] = [await newApplication(), await newApplication(), await newApplication()];
  await findApplication(found(shop), shop.client_id, 0);
  for (const now of [30, 40, 1_800, 3_599])
    expect(await findApplication(failing, shop.client_id, now)).toEqual(shop);
  await expect(findApplication(failing, shop.client_id, 3_604)).rejects.toThrow();
  await findApplication(
    found({ client_id: deleted.client_id, version: 2, deleted: 0 }),
    deleted.client_id,
    0,
  );
  expect(await findApplication(failing, deleted.client_id, 31)).toBeUndefined();
  await findApplication(found(gone), gone.client_id, 0);
  expect(await findApplication(found(null), gone.client_id, 30)).toBeUndefined();
  await expect(findApplication(failing, gone.client_id, 36)).rejects.toThrow();
});
