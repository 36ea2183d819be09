import { beforeAll, describe, expect, test } from 'vitest';
import { logLines } from '../../test/support/assertions/log-lines.ts';
import { newSubscriber } from '../../test/support/fixtures/phones.ts';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { asked, askedAbout } from '../../test/support/requests/carrier-questions.ts';
import { askSandbox, subscribersOf } from '../../test/support/requests/sandbox-requests.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import type { Carrier } from '../../workers/core/carrier/port.ts';

const world = useWorld({ half: 'service' });
let carrier: Required<Carrier>;
beforeAll(async () => {
  carrier = (await world.env('plid-service-authorize')).CARRIER as unknown as Required<Carrier>;
});

/** The calls of the sandbox to the service that have been answered, since the world began. */
const calls = () =>
  logLines(world).filter(({ route, status }) => route === '/carrier/answered' && status === 200).length;

/** A user whose phone waits, and a request on it. */
async function asking(changes: object = {}) {
  const person = await newSubscriber(world, 'waits');
  const known = (await subscribersOf(world)).find(({ phoneNo }) => phoneNo === person.phoneNo);
  const { left: _, ...subscriber } = known ?? { left: false };
  await askSandbox(world, 'POST', '/subscribers', { ...subscriber, ...changes });
  const answer = await carrier.confirm(askedAbout(person));
  if (answer.status !== 'requested') throw new Error(answer.status);
  return { ...answer, person };
}
const act = (requestId: string, action: string, body?: object) =>
  askSandbox(world, 'POST', `/requests/${requestId}/${action}`, body);

test.each([
  ['an approval', 'approve', { match: '42' }],
  ['a wrong number', 'approve', { match: '24' }],
  ['a denial', 'deny', undefined],
])('the carrier announces a call back, and calls after %s', async (_, action, body) => {
  const before = calls();
  const request = await asking();
  expect(request.calls).toBe(true);
  expect(calls()).toBe(before);
  await act(request.requestId, action, body);
  await expect.poll(calls).toBe(before + 1);
});

test('a phone set to report nothing causes no call back, and its carrier announces none', async () => {
  const silent = await asking({ calls: 'N' });
  expect(silent.calls).toBe(false);
  const before = calls();
  await act(silent.requestId, 'approve', { match: '42' });
  await act((await asking()).requestId, 'deny');
  await expect.poll(calls).toBe(before + 1);
});

test('a phone that opens and answers an app-initiated request causes a call back too', async () => {
  const started = await carrier.start(asked('K'));
  if (started.status !== 'started') throw new Error(started.status);
  expect(started.calls).toBe(true);
  const before = calls();
  await askSandbox(world, 'POST', `/open/${started.requestId}`, { phoneNo: people.duri.phoneNo });
  await expect.poll(calls).toBe(before + 1);
});

describe('a service that rejects the call back', () => {
  const deaf = {
    'plid-service-carrier-callback': { secrets: { CARRIER_TOKEN: 'ghijklmnopqrstuv'.repeat(3) } },
  };
  const other = useWorld({ half: 'service', overrides: deaf });

  test("doesn't fail the answer on the phone, and is logged", async () => {
    const person = await newSubscriber(other, 'waits');
    const asker = (await other.env('plid-service-authorize')).CARRIER as unknown as Required<Carrier>;
    const request = await asker.confirm(askedAbout(person));
    const requestId = request.status === 'requested' ? request.requestId : '';
    expect((await askSandbox(other, 'POST', `/requests/${requestId}/deny`)).status).toBe(200);
    expect(await asker.outcome(requestId)).toMatchObject({ status: 'denied' });
    const line = { worker: 'sandbox', level: 'warn', operation: 'calling the service' };
    await expect.poll(() => logLines(other)).toContainEqual(expect.objectContaining(line));
  });
});
