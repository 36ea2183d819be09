import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BarocertEndpoint } from '../../../../sandbox/barocert/vendor-faults.ts';
import type {
  Confirmation,
  ConfirmationRequest,
  Notice,
  Outcome,
} from '../../../../workers/core/carrier/port.ts';
import { linesWith } from '../../../support/assertions/log-lines.ts';
import { approveOn, denyOn, newSubscriber } from '../../../support/fixtures/phones.ts';
import { askedAbout } from '../../../support/requests/carrier-questions.ts';
import { askSandbox, latestRequest, requestsOf } from '../../../support/requests/sandbox-requests.ts';
import { portCaller, useBarocertWorld } from '../../support/barocert-world.ts';

/** The adapter between the port and the sandbox's simulated API, called as the service calls carriers. */
const world = useBarocertWorld({ BAROCERT_APP_TO_APP: 'Y' });
const call = portCaller(() => world);
afterEach(() => askSandbox(world, 'DELETE', '/faults'));

const person = (behaviour: 'waits' | 'approves' | 'unregistered' = 'waits') =>
  newSubscriber(world, behaviour);
const confirm = (question: ConfirmationRequest) => call('confirm', question);
const owner = { telcoCd: 'S', signIn: 'q0V3mB7xYzA' } as const;
const outcomeOf = async (id: string) => (await call('outcome', id, owner)).answer as Outcome;

/** Sets a fault of the simulated API for its next call. */
const fail = (endpoint: BarocertEndpoint, kind: string, more: object = {}) =>
  askSandbox(world, 'PUT', '/faults', { faults: [{ endpoint, kind, ...more }] });

/** Sends a request to a new subscriber's phone. */
async function requested(changes: Partial<ConfirmationRequest> = {}) {
  const user = await person();
  const question = { ...askedAbout(user), entry: 'none' as const, ...changes };
  const { answer } = await confirm(question);
  expect(answer).toMatchObject({ status: 'requested', requestId: question.id });
  return { ...user, id: question.id, question, answer: answer as Confirmation };
}

/** Waits until the adapter asks the vendor again, at most once a second. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 1_000));

describe('a request', () => {
  test('shows the number, the application, and the place on the phone, and what was shown is reported', async () => {
    const { phoneNo, question, answer } = await requested();
    const { message } = await latestRequest(world, phoneNo);
    for (const part of ['42', 'Demo Shop (shop.example.com)', 'Chrome, Windows', 'Seoul, KR', '9개'])
      expect(message?.text).toContain(part);
    expect(message?.callCenter).toBe('1600-0000');
    expect(answer).toMatchObject({
      shown: [
        'application',
        'applicationHost',
        'browser',
        'place',
        'knownBrowser',
        'automaticLogin',
        'attributes',
      ],
    });
    expect(question.expiresIn).toBe(120);
  });

  test('rings once, even if it arrives twice at the same moment and again later', async () => {
    const user = await person();
    const question = { ...askedAbout(user), entry: 'none' as const };
    const answers = await Promise.all([confirm(question), confirm(question)]);
    answers.push(await confirm(question));
    expect(new Set(answers.map(({ answer }) => JSON.stringify(answer))).size).toBe(1);
    expect(await requestsOf(world, user.phoneNo)).toHaveLength(1);
  });

  test('reaches no phone if name and number do not belong together, or without the app', async () => {
    const user = await person();
    const other = { ...askedAbout({ ...user, name: '김다른' }), entry: 'none' as const };
    expect((await confirm(other)).answer).toEqual({ status: 'unconfirmed' });
    expect((await confirm({ ...other, name: '김'.repeat(81) })).answer).toEqual({ status: 'unconfirmed' });
    const noApp = { ...askedAbout(await person('unregistered')), entry: 'none' as const };
    expect((await confirm(noApp)).answer).toEqual({ status: 'unregistered' });
    expect(await requestsOf(world, user.phoneNo)).toEqual([]);
    const lines = await linesWith(world, { worker: 'service-barocert', vendor_code: -11_000_020 });
    expect(lines[0]).toMatchObject({ level: 'info', call: 'confirm', carrier: 'S', sign_in: 'q0V3mB7xYzA' });
  });

  test('is declined if the vendor limits requests, and the next one rings', async () => {
    await fail('barocert/login', 'too-many-requests');
    const user = await person();
    const question = { ...askedAbout(user), entry: 'none' as const };
    expect((await confirm(question)).answer).toEqual({ status: 'declined', retryAfter: 60 });
    expect((await confirm(question)).answer).toMatchObject({ status: 'requested' });
  });

  test.each([
    ['iOS', 'ios'],
    ['Android', 'android'],
  ])('from %s opens the app on this device, without a push', async (system, platform) => {
    const context = {
      browser: `Safari, ${system}`,
      knownBrowser: true,
      automaticLogin: false,
      attributes: 1,
    };
    const { answer } = await requested({ context });
    expect(answer).toMatchObject({ open: { [platform]: expect.stringMatching(/^https?:/) } });
  });
});

describe('an outcome', () => {
  test('is pending, then approved with the verified identity, and can be read again for ten minutes', async () => {
    const { id, phoneNo, name } = await requested();
    expect(await outcomeOf(id)).toEqual({ status: 'pending' });
    await approveOn(world, phoneNo);
    await pause();
    const approved = await outcomeOf(id);
    expect(approved).toEqual({
      status: 'approved',
      identity: {
        ...{ phoneNo, name, gender: 'M', foreign: 'L', telcoCd: 'S' },
        ...{ birthday: '0315', birthdate: '950315', agegroup: '30' },
        ci: expect.stringMatching(/^[\w+/]{86}==$/),
      },
    });
    await fail('barocert/verify', 'html', { status: 503 });
    await world.clock.advance(590);
    expect(await outcomeOf(id)).toEqual(approved);
  });

  test('is denied, expired, or cancelled', async () => {
    const denied = await requested();
    await denyOn(world, denied.phoneNo);
    expect(await outcomeOf(denied.id)).toEqual({ status: 'denied' });
    const cancelled = await requested();
    expect((await call('cancel', cancelled.id, owner)).answer).toEqual({ status: 'done' });
    await approveOn(world, cancelled.phoneNo);
    expect(await outcomeOf(cancelled.id)).toEqual({ status: 'cancelled' });
    const expired = await requested();
    await world.clock.advance(121);
    expect(await outcomeOf(expired.id)).toEqual({ status: 'expired' });
    expect(await outcomeOf('an-unknown-request')).toEqual({ status: 'expired' });
  });
});

test('a notice is not offered, and its line in the log is not an error', async () => {
  const asked = askedAbout(await person());
  const notice = { ...asked, kind: 'signed_in', at: 1 } as unknown as Notice;
  expect((await call('notify', notice)).failure).toBe('does not offer notify');
  const lines = await linesWith(world, { worker: 'service-carriers', call: 'notify' });
  expect(lines[0]).toMatchObject({ level: 'info', fault: 'does not offer notify', carrier: 'S' });
});

describe('with a vendor', () => {
  test('whose clock is ten minutes ahead, calls use its time', async () => {
    await fail('barocert/token', 'clock-skew', { count: 1 });
    const { id, phoneNo } = await requested();
    await approveOn(world, phoneNo);
    expect(await outcomeOf(id)).toMatchObject({ status: 'approved' });
  });

  test.each(['barocert/login', 'barocert/status', 'barocert/verify'] as const)(
    'that rejects the session at %s, a new one is opened',
    async (endpoint) => {
      await fail(endpoint, 'expired-token');
      const { id, phoneNo } = await requested();
      await approveOn(world, phoneNo);
      expect(await outcomeOf(id)).toMatchObject({ status: 'approved' });
      expect(await requestsOf(world, phoneNo)).toHaveLength(1);
    },
  );

  test('that fails, the call fails without a message of the vendor, and does not ring twice', async () => {
    await fail('barocert/login', 'html', { status: 503 });
    const user = await person();
    const question = { ...askedAbout(user), entry: 'none' as const };
    expect((await confirm(question)).failure).toBe('the adapter gets status 503 from Barocert');
    expect((await confirm(question)).failure).toMatch(/a moment ago/);
    const fault = 'the adapter gets status 503 from Barocert';
    const lines = await linesWith(world, { worker: 'service-carriers', fault });
    expect(lines[0]).toMatchObject({ level: 'error', carrier: 'S', call: 'confirm', sign_in: 'q0V3mB7xYzA' });
    await world.clock.advance(31);
    expect((await confirm(question)).answer).toMatchObject({ status: 'requested' });
    expect(await requestsOf(world, user.phoneNo)).toHaveLength(1);
  });

  test('that issues one receipt twice, the second request fails', async () => {
    await requested();
    await fail('barocert/login', 'duplicate-receipt');
    const question = { ...askedAbout(await person()), entry: 'none' as const };
    expect((await confirm(question)).failure).toMatch(/receipt .* another request has/);
  });

  test('whose day is over, the request has expired', async () => {
    const { id } = await requested();
    await fail('barocert/status', 'day-over');
    expect(await outcomeOf(id)).toEqual({ status: 'expired' });
    const lines = await linesWith(world, { worker: 'service-barocert', vendor_code: -11_000_032 });
    expect(lines[0]).toMatchObject({ level: 'info', call: 'outcome', carrier: 'S', sign_in: 'q0V3mB7xYzA' });
  });

  // The runtime logs a line of its own about the response that ends too early.
  test('that verifies once, a lost verification ends the request', async () => {
    const { id, phoneNo } = await requested();
    await approveOn(world, phoneNo);
    await fail('barocert/verify', 'cut');
    expect((await call('outcome', id, owner)).failure).toBe(
      'the adapter gets an incomplete response from Barocert',
    );
    await fail('barocert/verify', 'verify-once');
    await pause();
    expect(await outcomeOf(id)).toMatchObject({ status: expect.stringMatching(/approved|expired/) });
  });
});

describe('near midnight in Korea', () => {
  beforeAll(async () => {
    const at = await world.clock.now();
    await world.clock.advance(86_400 - ((at + 9 * 3_600) % 86_400) - 100);
  });

  test('a request expires before the day, and then none is sent until the next day', async () => {
    const { phoneNo } = await requested();
    const [shown] = await requestsOf(world, phoneNo);
    expect(shown).toBeDefined();
    await world.clock.advance(60);
    const question = { ...askedAbout(await person()), entry: 'none' as const };
    const { answer } = await confirm(question);
    expect(answer).toMatchObject({ status: 'declined' });
    const { retryAfter } = answer as { retryAfter: number };
    await world.clock.advance(retryAfter);
    expect((await confirm(question)).answer).toMatchObject({ status: 'requested' });
  });
});
