import { expect, test } from 'vitest';
import { authorizeUrl } from '../../support/fixtures/sign-in.ts';
import { useLatencyWorld } from '../../support/world/latency-world.ts';

const world = useLatencyWorld();

/** Ten first requests of an isolate. @param first what the first of them is sent with. */
async function tenAtOnce(first: { signal?: AbortSignal } = {}): Promise<(number | 'gone')[]> {
  const sent = Array.from({ length: 10 }, (_, index) =>
    world.fetch(authorizeUrl(world), index === 0 ? first : {}).then(
      ({ status }) => status,
      () => 'gone' as const,
    ),
  );
  return Promise.all(sent);
}

test("ten first requests of an isolate check once whether PHONE_KEY matches the service's", async () => {
  let statuses: unknown;
  const { drawn } = await world.waterfall(async () => {
    statuses = await tenAtOnce();
  });
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
  expect(drawn.split('Phone.isServiceKey')).toHaveLength(2);
});

test('requests are answered even if the browser of the first one disconnects', async () => {
  await world.killAndStart();
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(), 40);
  const began = Date.now();
  expect(await tenAtOnce({ signal: leaving.signal })).toEqual([
    'gone',
    ...Array.from({ length: 9 }, () => 200),
  ]);
  expect(Date.now() - began).toBeLessThan(4_000);
});
