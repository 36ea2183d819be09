import { expect, test } from 'vitest';
import { disclosureShardOf } from '../../../../workers/service/objects/disclosure-index.ts';

test('rows of the index of disclosures are found in the objects in which earlier releases stored them', async () => {
  const plids = Array.from({ length: 6 }, (_, user) => `0b0e7f64-5b7c-4b39-8a40-3f6f0d1d8a0${user}`);
  const client_id = 'demoshop000000000001';
  const shards = await Promise.all(plids.map((plid) => disclosureShardOf({ plid, client_id })));
  expect(shards).toEqual([14, 3, 11, 2, 5, 4]);
});
