import { expect, test, vi } from 'vitest';
import { Memo } from '../../../workers/core/crypto/memo.ts';

test('a value is computed once per key', () => {
  const memo = new Memo<string, object>();
  const make = vi.fn(() => ({}));
  expect(memo.once('a', make)).toBe(memo.once('a', make));
  expect(make).toHaveBeenCalledOnce();
  expect(memo.once('b', make)).not.toBe(memo.once('a', make));
});

test('a rejected promise is computed again, and a newer one stays', async () => {
  const memo = new Memo<string, Promise<string>>();
  await expect(memo.once('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await memo.once('a', async () => 'made')).toBe('made');
  expect(await memo.once('a', async () => 'made again')).toBe('made');
  const failing = memo.once('b', () => Promise.reject(new Error('late')));
  memo.set('b', Promise.resolve('newer'));
  await expect(failing).rejects.toThrow('late');
  expect(await memo.get('b')).toBe('newer');
});

test('over the limit only the oldest key is removed', () => {
  const memo = new Memo<string, number>(3);
  for (const [index, key] of ['a', 'b', 'c', 'b', 'd'].entries()) memo.set(key, index);
  expect([...memo]).toEqual([
    ['c', 2],
    ['b', 3],
    ['d', 4],
  ]);
  memo.once('c', () => 5);
  memo.once('e', () => 6);
  expect([...memo.keys()]).toEqual(['b', 'd', 'e']);
});

test('the default limit is a thousand values', () => {
  const memo = new Memo<number, number>();
  for (let key = 0; key <= 1_000; key += 1) memo.set(key, key);
  expect([memo.size, memo.has(0), memo.has(1)]).toEqual([1_000, false, true]);
});
