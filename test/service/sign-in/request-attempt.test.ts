import { expect, test } from 'vitest';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { approveOn, denyOn, newSubscriber } from '../../support/fixtures/phones.ts';
import { authorizeUrl } from '../../support/fixtures/sign-in.ts';
import { callingCarrier, outcomesAsked } from '../../support/world/calling-carrier.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service', ...callingCarrier });

/** A user before the waiting page, and how its script asks. */
async function waiting() {
  const person = await newSubscriber(world, 'waits');
  const browser = new BrowserSession(world);
  const form = await browser.get(authorizeUrl(world, { prompt: 'login' }));
  const page = await browser.submit(form, person);
  const address = page.document.querySelector('#phone-status')?.getAttribute('data-status') ?? '';
  const ask = async (Prefer = '') => {
    const headers = { Accept: 'application/json', ...(Prefer !== '' && { Prefer }) };
    const answer = await browser.fetch(new URL(address, page.url), { headers });
    return ((await answer.json()) as { status: string }).status;
  };
  await outcomesAsked(world);
  return { person, ask };
}

/** Waits until the carrier was asked so often. */
async function untilAsked(times: number): Promise<void> {
  let asked = 0;
  await expect
    .poll(async () => {
      asked += (await outcomesAsked(world)).length;
      return asked;
    })
    .toBeGreaterThanOrEqual(times);
}

test.each([
  ['approved', approveOn],
  ['denied', denyOn],
] as const)('a long poll responds when the phone has %s', async (status, answer) => {
  const { person, ask } = await waiting();
  const asking = ask('wait=10');
  await untilAsked(3);
  await answer(world, person.phoneNo);
  expect(await asking).toBe(status);
});

test('a long poll that times out returns pending', async () => {
  const { ask } = await waiting();
  expect(await ask('respond-async, wait=1')).toBe('pending');
  expect((await outcomesAsked(world)).length).toBeGreaterThan(1);
});

test.each(['', 'wait=0', 'wait=x', 'wait=-1', 'wait=10000', 'await=10', 'wait=1.5', 'wait'])(
  'the preference %j starts no long poll, and the carrier is asked once',
  async (Prefer) => {
    const { ask } = await waiting();
    expect(await ask(Prefer)).toBe('pending');
    expect(await outcomesAsked(world)).toHaveLength(1);
  },
);

test("a page that polls too often waits, and the carrier isn't asked", async () => {
  const { person, ask } = await waiting();
  for (let count = 0; count < 50; count += 1) await ask();
  await approveOn(world, person.phoneNo);
  await outcomesAsked(world);
  expect(await ask('wait=1')).toBe('pending');
  expect(await outcomesAsked(world)).toEqual([]);
  await world.clock.advance(10);
  expect(await ask()).toBe('approved');
});
