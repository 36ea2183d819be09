import { expect, test } from 'vitest';
import { Phone } from '../../workers/service/objects/phone.ts';
import { inMemory } from '../support/doubles/objects-in-memory.ts';

const at = 1_800_000_000;

/** A number with an owner, whose account ends when the test lets it. */
async function owned() {
  const ending = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const account = {
    async terminate() {
      asked.resolve();
      await ending.promise;
    },
  };
  const ask = inMemory({ Phone }, () => ({ ACCOUNT: { idFromName: () => '', get: () => account } }));
  const phone = (method: string, ...parameters: unknown[]) => ask('Phone', 'a number', method, ...parameters);
  const owner = await phone('approve', { sent: at, owner: 'the owner' }, at);
  expect(owner).toMatchObject({ registration: 'made' });
  return { phone, end: ending.resolve, isEnding: asked.promise };
}

test('an approval of before, which comes while the number is being left, does not bring it back', async () => {
  const { phone, end, isEnding } = await owned();
  const left = phone('leave', at + 10);
  await isEnding;
  const approved = phone('approve', { sent: at + 5, owner: 'the owner' }, at + 10);
  end();
  expect(await left).toBeDefined();
  expect(await approved).toBeUndefined();
  expect(await phone('plid')).toBeUndefined();
});
