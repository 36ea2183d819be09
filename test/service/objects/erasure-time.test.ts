import { expect, test } from 'vitest';
import { Disclosures } from '../../../workers/service/objects/disclosures.ts';
import { inMemory } from '../../gateway/support/objects-in-memory.ts';

const day = 86_400;

test('the index of disclosures wakes when the notice period of its first ended row is over', async () => {
  const ask = inMemory({ Disclosures }, () => ({}));
  const now = Math.floor(Date.now() / 1_000);
  const rowOf = (name: string, ended: number | null) => ({
    row: { application: 'a', name, sealed: 's', revision: 1, ended },
    former: [],
  });
  const rows = [rowOf('open', null), rowOf('later', now + 10 * day), rowOf('first', now)];
  await ask('Disclosures', '0', 'put', rows, 'key', now);
  expect(ask.alarmOf('Disclosures', '0')).toBe((now + 90 * day) * 1_000);
});
