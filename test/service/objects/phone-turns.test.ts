import { expect, test } from 'vitest';
import { Phone } from '../../../workers/service/objects/phone.ts';
import { inMemory } from '../../gateway/support/objects-in-memory.ts';

const at = 1_800_000_000;

/** A number with an owner, whose account ends when the test lets it. */
async function owned() {
  let ending = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const account = {
    async terminate() {
      asked.resolve();
      await ending.promise;
    },
    forgetPhone: async () => undefined,
  };
  const ask = inMemory({ Phone }, () => ({ ACCOUNT: { idFromName: () => '', get: () => account } }));
  /** Lets the account fail once, and end when it is asked again. */
  const fail = (failure: Error) => {
    const failing = ending;
    ending = Promise.withResolvers<void>();
    ending.resolve();
    failing.reject(failure);
  };
  const phone = (method: string, ...parameters: unknown[]) => ask('Phone', 'a number', method, ...parameters);
  const { plid } = (await phone(
    'approve',
    { sent: at, owner: 'the owner', carrier: 'S', signIn: 'one' },
    at,
  )) as { plid: string };
  return { phone, plid, end: ending.resolve, fail, isEnding: asked.promise };
}

test.each([
  ['approve', 'leave'],
  ['approve', 'erase'],
  ['replace', 'leave'],
])(
  "an earlier approval (%s) that arrives while a number's owner is being ended (%s) doesn't restore it",
  async (approves, ends) => {
    const { phone, plid, end, isEnding } = await owned();
    const ended = phone(ends, at + 10);
    await isEnding;
    const approval = [{ sent: at + 5, owner: 'the owner', carrier: 'S', signIn: 'one' }, at + 10];
    const approved = phone(approves, ...(approves === 'replace' ? [plid] : []), ...approval);
    end();
    await ended;
    expect(await approved).toBeUndefined();
    expect(await phone('plid')).toBeUndefined();
  },
);

test("a failed change doesn't block later ones", async () => {
  const { phone, fail, isEnding } = await owned();
  const failing = phone('leave', at + 10);
  await isEnding;
  const next = phone('leave', at + 10);
  fail(new Error('the account does not answer'));
  await expect(failing).rejects.toThrow('does not answer');
  expect(await next).toBeDefined();
});
