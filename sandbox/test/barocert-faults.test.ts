import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { askSandbox, requestsOf } from '../../test/support/requests/sandbox-requests.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import { type BarocertEndpoint, barocertEndpoints } from '../barocert/vendor-faults.ts';
import { BarocertCaller, loginFields, type VendorAnswer } from './support/barocert-caller.ts';
import { refusedWith } from './support/refused-by-vendor.ts';

const world = useWorld({ half: 'service' });
let vendor: BarocertCaller;
beforeAll(() => {
  vendor = new BarocertCaller(world);
});
afterEach(() => askSandbox(world, 'DELETE', '/faults'));

/** Sets a fault of the simulated API. @throws if it isn't valid. */
async function setFault(endpoint: BarocertEndpoint, kind: string, more: object = {}): Promise<void> {
  const answer = await askSandbox(world, 'PUT', '/faults', { faults: [{ endpoint, kind, ...more }] });
  if (answer.status !== 200) throw new Error(await answer.text());
}

const time = async (): Promise<VendorAnswer> => {
  const answer = await askSandbox(world, 'GET', '/barocert/Time');
  const { status, headers } = answer;
  return { status, fault: headers.get('Sandbox-Fault'), body: { text: await answer.text() } };
};

/** One call of each kind, for an approved login. */
const calls: Record<BarocertEndpoint, (receiptID: string) => Promise<VendorAnswer>> = {
  'barocert/token': () => vendor.token(),
  'barocert/time': time,
  'barocert/login': () => vendor.login(loginFields(people.hana)),
  'barocert/status': (receiptID) => vendor.status(receiptID),
  'barocert/verify': (receiptID) => vendor.verify(receiptID, people.hana),
};

describe.each(barocertEndpoints)('%s', (endpoint) => {
  test('answers with a status of 5xx and HTML, once', async () => {
    const receiptID = await vendor.receiptOf(people.hana);
    await setFault(endpoint, 'html', { status: 503 });
    const { status, fault, body } = await calls[endpoint](receiptID);
    expect([status, fault]).toEqual([503, 'html']);
    expect(body.text).toContain('<!doctype html>');
    expect(await calls[endpoint](receiptID)).toMatchObject({ status: 200, fault: null });
  });

  test('answers slowly', async () => {
    const receiptID = await vendor.receiptOf(people.hana);
    await setFault(endpoint, 'delay', { milliseconds: 200 });
    const before = performance.now();
    expect(await calls[endpoint](receiptID)).toMatchObject({ status: 200, fault: 'delay' });
    expect(performance.now() - before).toBeGreaterThan(195);
  });

  test('ends in the middle of the response', async () => {
    const receiptID = await vendor.receiptOf(people.hana);
    await setFault(endpoint, 'cut');
    await expect(calls[endpoint](receiptID)).rejects.toThrow();
    expect(await calls[endpoint](receiptID)).toMatchObject({ status: 200 });
  });
});

describe('a clock that is ten minutes ahead', () => {
  test('is returned as the time', async () => {
    await setFault('barocert/time', 'clock-skew');
    expect((await time()).body.text).toBe(new Date(((await world.clock.now()) + 600) * 1000).toISOString());
  });

  test.each(['barocert/token', 'barocert/login', 'barocert/verify'] as const)(
    'refuses the date of a caller at %s, unless the caller uses it',
    async (endpoint) => {
      const receiptID = await vendor.receiptOf(people.hana);
      await setFault(endpoint, 'clock-skew', { count: 2 });
      expect(await calls[endpoint](receiptID)).toMatchObject(refusedWith('wrong_time'));
      const ahead = { ahead: 600 };
      const answer = {
        'barocert/token': () => vendor.token(ahead),
        'barocert/login': () => vendor.login(loginFields(people.hana), ahead),
        'barocert/verify': () => vendor.verify(receiptID, people.hana, ahead),
      }[endpoint];
      expect(await answer()).toMatchObject({ status: 200, fault: 'clock-skew' });
    },
  );
});

test.each(['barocert/login', 'barocert/status', 'barocert/verify'] as const)(
  'an expired session token is refused at %s, and the next one accepted',
  async (endpoint) => {
    const receiptID = await vendor.receiptOf(people.hana);
    await setFault(endpoint, 'expired-token');
    const refused = { ...refusedWith('expired_token'), fault: 'expired-token' };
    expect(await calls[endpoint](receiptID)).toMatchObject(refused);
    expect(await calls[endpoint](receiptID)).toMatchObject({ status: 200 });
  },
);

test.each(['barocert/status', 'barocert/verify'] as const)(
  'the day of a login ends at %s',
  async (endpoint) => {
    const receiptID = await vendor.receiptOf(people.hana);
    await setFault(endpoint, 'day-over');
    expect(await calls[endpoint](receiptID)).toMatchObject(refusedWith('day_over'));
    expect(await calls[endpoint](receiptID)).toMatchObject({ status: 200 });
  },
);

test('a duplicate receipt is that of the previous login, and means the new one', async () => {
  const first = await vendor.receiptOf(people.hana);
  await setFault('barocert/login', 'duplicate-receipt');
  expect(await vendor.receiptOf(people.duri)).toBe(first);
  expect(await vendor.verify(first, people.hana)).toMatchObject(refusedWith('mismatch'));
  expect(await vendor.verify(first, people.duri)).toMatchObject({ body: { receiverName: '이두리' } });
  expect(await vendor.receiptOf(people.john)).not.toBe(first);
});

test('too many requests are refused, and reach no phone', async () => {
  const before = await requestsOf(world, people.hana.phoneNo);
  await setFault('barocert/login', 'too-many-requests');
  expect(await vendor.login(loginFields(people.hana))).toMatchObject(refusedWith('too_many_requests'));
  expect(await requestsOf(world, people.hana.phoneNo)).toEqual(before);
});

test('a login that was verified is not verified again with that fault', async () => {
  const receiptID = await vendor.receiptOf(people.hana);
  await setFault('barocert/verify', 'verify-once', { count: 3 });
  expect(await vendor.verify(receiptID, people.duri)).toMatchObject(refusedWith('mismatch'));
  expect(await vendor.verify(receiptID, people.hana)).toMatchObject({ status: 200 });
  expect(await vendor.verify(receiptID, people.hana)).toMatchObject(refusedWith('already_verified'));
  expect(await vendor.verify(receiptID, people.hana)).toMatchObject({ status: 200, fault: null });
});

test.each([
  ['barocert/time', 'expired-token'],
  ['barocert/token', 'day-over'],
  ['barocert/status', 'duplicate-receipt'],
  ['barocert/login', 'verify-once'],
  ['barocert/login', 'outage'],
  ['/oauth2/token', 'clock-skew'],
] as const)('%s has no fault %s', async (endpoint, kind) => {
  const body = { faults: [{ endpoint, kind }] };
  expect((await askSandbox(world, 'PUT', '/faults', body)).status).toBe(400);
});
