import * as v from 'valibot';
import { expect, test } from 'vitest';
import { keyRingSetting } from '../../../workers/core/worker/key-settings.ts';
import { ciPseudonyms, indexNames } from '../../../workers/gateway/users/pseudonyms.ts';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const [one, two] = [`k1:${key(1)}`, `k2:${key(2)}`];
const [keys, rotated] = [v.parse(keyRingSetting, one), v.parse(keyRingSetting, `${two},${one}`)];
const text = '01055550001';

test('an owner has a pseudonym for each key, that of the current key first', async () => {
  const [own, ...others] = await ciPseudonyms(keys, text);
  expect([own, others]).toEqual([expect.stringMatching(/^k1:[\w-]{43}$/), []]);
  expect(await ciPseudonyms(rotated, text)).toEqual([expect.stringMatching(/^k2:[\w-]{43}$/), own]);
  expect(await ciPseudonyms(keys, 'another')).not.toContain(own);
});

test('a number has an index for each key, whose name no plid can have', async () => {
  const [own, ...others] = await indexNames(keys, text);
  expect([own, others]).toEqual([expect.stringMatching(/^number k1:[\w-]{43}$/), []]);
  expect(await indexNames(rotated, text)).toEqual([expect.stringMatching(/^number k2:[\w-]{43}$/), own]);
  expect(await indexNames(keys, undefined)).toEqual([]);
});

test('an owner and a number never have the same pseudonym', async () => {
  const [[owner = ''], [index = '']] = [await ciPseudonyms(keys, text), await indexNames(keys, text)];
  expect(index).not.toContain(owner);
});
