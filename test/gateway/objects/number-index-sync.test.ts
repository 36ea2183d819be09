import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NumberIndex } from '../../../workers/gateway/objects/number-index.ts';
import {
  isIndexOutdated,
  recordRequiredIndex,
  requiredIndex,
  updateIndexes,
} from '../../../workers/gateway/objects/number-index-sync.ts';
import { Storage } from '../../support/fakes/objects.ts';

const warn = vi.fn();
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(warn.mockReset()));
afterEach(() => void vi.restoreAllMocks());

/** A user, and the calls to the indexes of numbers. */
function user() {
  const storage = new Storage();
  const kv = storage.kv as never as SyncKvStorage;
  const calls: string[] = [];
  const state = { isDown: false };
  const call = (method: string, index: string) => async (plid: string) => {
    if (state.isDown) throw new Error('no index');
    calls.push(`${method} ${plid} ${index}`);
  };
  const USER = {
    idFromName: (name: string) => name,
    get: (name: string) => ({ list: call('list', name), unlist: call('unlist', name) }),
  };
  const update = () => updateIndexes(kv, { USER, LOCATION_HINT: 'apac-ne' } as never);
  return { kv, calls, state, update, listing: () => storage.kv.get('listing') };
}

describe('the index of a user’s number', () => {
  test('lists the user once, and is then up to date', async () => {
    const { kv, calls, update, listing } = user();
    expect([requiredIndex(kv), isIndexOutdated(kv)]).toEqual([null, false]);
    recordRequiredIndex(kv, 'one', 'p');
    expect([requiredIndex(kv), isIndexOutdated(kv)]).toEqual(['one', true]);
    expect(await update()).toBe(true);
    expect([calls, isIndexOutdated(kv)]).toEqual([['list p one'], false]);
    expect(listing()).toEqual({ plid: 'p', index: 'one', listed: ['one'], settled: true });
    recordRequiredIndex(kv, 'one', 'p');
    expect([await update(), calls.length]).toEqual([true, 1]);
  });

  test('changes with the number: the earlier ones unlist the user', async () => {
    const { kv, calls, update, listing } = user();
    recordRequiredIndex(kv, 'one', 'p');
    await update();
    recordRequiredIndex(kv, 'two', 'p');
    recordRequiredIndex(kv, 'three', 'p');
    calls.length = 0;
    await update();
    expect(calls).toEqual(['unlist p one', 'unlist p two', 'list p three']);
    expect(listing()).toEqual({ plid: 'p', index: 'three', listed: ['three'], settled: true });
  });

  test('unlists a user who is deleted, whose plid it knows', async () => {
    const { kv, calls, update, listing } = user();
    recordRequiredIndex(kv, 'one', 'p');
    await update();
    recordRequiredIndex(kv, null);
    await update();
    expect(calls).toEqual(['list p one', 'unlist p one']);
    expect([listing(), isIndexOutdated(kv), requiredIndex(kv)]).toEqual([undefined, false, null]);
  });

  test('that cannot be reached is updated later, and the log says so', async () => {
    const { kv, calls, state, update } = user();
    recordRequiredIndex(kv, 'one', 'p');
    state.isDown = true;
    expect([await update(), isIndexOutdated(kv)]).toEqual([false, true]);
    const [[line] = []] = warn.mock.calls;
    expect(JSON.parse(String(line))).toMatchObject({
      ...{ level: 'warn', worker: 'gateway-objects' },
      ...{ operation: 'listing a user under their number', cause: expect.any(String) },
    });
    state.isDown = false;
    expect([await update(), calls]).toEqual([true, ['list p one']]);
  });

  test('lists each plid once, and deletes itself with the last one', async () => {
    const storage = new Storage();
    const deleteAll = vi.spyOn(storage, 'deleteAll');
    const index = new NumberIndex(storage as never);
    for (const plid of ['p', 'q', 'p']) index.list(plid);
    expect(index.listed()).toEqual(['p', 'q']);
    await index.unlist('p');
    expect([index.listed(), deleteAll.mock.calls.length]).toEqual([['q'], 0]);
    await index.unlist('q');
    expect([index.listed(), deleteAll.mock.calls.length]).toEqual([[], 1]);
  });
});
