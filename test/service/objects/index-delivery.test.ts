import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keyRingSetting } from '../../../workers/core/worker/key-settings.ts';
import { openDisclosure, sealDisclosure } from '../../../workers/service/objects/disclosure-index.ts';
import type { DisclosureWrite } from '../../../workers/service/objects/disclosure-tables.ts';
import { Disclosures } from '../../../workers/service/objects/disclosures.ts';
import { Account } from '../../../workers/service/routes/objects/index.ts';
import { inMemory } from '../../gateway/support/objects-in-memory.ts';
import { applications, serviceSecrets } from '../../support/world/test-settings.ts';

const at = 1_800_000_000;
const plid = '0b0e7f64-5b7c-4b39-8a40-3f6f0d1d8a01';
const { client_id } = applications.shop;
const ring = (text: string) => v.parse(keyRingSetting, text);
const former = serviceSecrets.DISCLOSURE_KEY;
const both = `${former.replace('test:', 'k2:').replace(/.{8}=$/, 'AAAAAAAA=')},${former}`;

/** An account with a redeemed code, and the writes to the index that it sends. @param hold is awaited by each write. */
async function redeemed(hold: (revision: number) => Promise<void>) {
  const arrived: number[] = [];
  const index = {
    async put([write]: [DisclosureWrite]) {
      await hold(write.row.revision);
      arrived.push(write.row.revision);
    },
  };
  const ask = inMemory({ Account }, () => ({
    DISCLOSURES: { idFromName: String, get: () => index },
    DISCLOSURE_KEY: former,
    CLOCK: { now: async () => at * 1_000 },
  }));
  const account = (method: string, ...parameters: unknown[]) => ask('Account', plid, method, ...parameters);
  const agreement = { refused: [], terms: 'terms', version: 1, language: 'ko', words: 1 };
  const request = {
    id: 'one',
    client_id,
    asked: ['ci'],
    identity: 'sealed',
    agreement,
    agent: 'Chrome',
    from: { known: false },
  };
  await account('grant', request, at);
  await account('redeem', 'one', client_id, at);
  return { account, arrived };
}

test('a write of the index that is slow is not overtaken by a later one, and loses none', async () => {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const started: number[] = [];
  const { account, arrived } = await redeemed(async (revision) => {
    started.push(revision);
    reached.resolve();
    if (revision === 1) await released.promise;
  });
  await reached.promise;
  await account('disconnect', client_id, at);
  const alarm = account('alarm');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(started).toEqual([1]);
  released.resolve();
  await alarm;
  expect(arrived).toEqual([1, 2]);
});

test('a write of the index has ten seconds, and is then sent again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const reached = Promise.withResolvers<void>();
  const { account } = await redeemed(() => {
    reached.resolve();
    return new Promise(() => undefined);
  });
  await reached.promise;
  const attempts = async () => {
    const lines = vi.mocked(console.error).mock.calls.map(([line]) => JSON.parse(String(line)));
    return lines.map(({ attempt, cause }) => [attempt, cause]);
  };
  await vi.advanceTimersByTimeAsync(9_999);
  expect(await attempts()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await attempts()).toEqual([[1, expect.any(String)]]);
  expect(await account('stored', at)).toMatchObject({ disclosures: [{ client_id }] });
});

test('a late write under another key does not replace a newer row of a worker that has only the former key', async () => {
  const ask = inMemory({ Disclosures }, () => ({}));
  const value = { plid, client_id, first: 1, last: 2, attributes: ['ci'] };
  const newer = await sealDisclosure(ring(former), { ...value, last: 9 }, 3);
  await ask('Disclosures', '0', 'put', [newer], 'test:0', at);
  await ask('Disclosures', '0', 'put', [await sealDisclosure(ring(both), value, 2)], 'k2:0', at);
  const rows = (await ask('Disclosures', '0', 'rows', { application: '', name: '' }, 10)) as never[];
  const opened = await Promise.all(rows.map((row) => openDisclosure(ring(both), row)));
  expect(opened.map((one) => one?.last)).toEqual([9]);
});
