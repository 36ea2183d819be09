import { expectThat, shown } from '../../test-suite/mismatch.ts';
import type { PhoneAction } from '../phone.ts';
import type { CarrierTarget, Requested } from '../target.ts';
import { type CarrierCase, expectAllRefused, wrongBodies } from './case.ts';

const section = 'outcome';
/** A duration in seconds, slightly shorter than the time for which an approval must stay available. */
const nearlyTenMinutes = 590;

/** Sends a request and answers it on the subscriber's phone. */
async function requestAndAnswer(
  target: CarrierTarget,
  action: PhoneAction,
  question = {},
): Promise<Requested> {
  const requested = await target.request(question);
  await target.act(action, requested);
  return requested;
}

/** @throws {Mismatch} if the subscriber hasn't approved the request. */
async function expectApproved(target: CarrierTarget, { requestId, asked }: Requested) {
  const { identity } = await target.expectOutcome(requestId, 'approved');
  const { phoneNo, telcoCd } = asked;
  expectThat(identity.phoneNo === phoneNo, 'the identity of the prompted number', 'another number');
  const isNetwork = identity.telcoCd === undefined || identity.telcoCd === telcoCd;
  expectThat(isNetwork, 'telcoCd of the prompted network', 'another one');
  return identity;
}

/**
 * @param wrongNumber true if the expected reason is a wrong number, false if any other reason is expected. @throws
 * {Mismatch} if the request isn't denied, or if the reason doesn't match.
 */
async function expectDenied(target: CarrierTarget, { requestId }: Requested, wrongNumber: boolean) {
  const denied = await target.expectOutcome(requestId, 'denied');
  const wanted = wrongNumber ? 'why: wrong_number' : 'a denial other than a wrong number';
  expectThat((denied.why === 'wrong_number') === wrongNumber, wanted, shown(denied));
}

const otherNumber = (match: string) => (match === '42' ? '43' : '42');

export const outcomeCases: CarrierCase[] = [
  {
    section,
    statement: 'an unknown request is reported as expired',
    async run(target) {
      await target.expectOutcome('r-of-nobody', 'expired');
    },
  },
  {
    section,
    statement: "a body that lacks requestId or isn't a JSON object is rejected",
    run: (target) =>
      expectAllRefused(target, 'outcome', wrongBodies({ requestId: 'r-of-nobody' }, ['requestId'])),
  },
  {
    section,
    statement: 'unknown fields are ignored, and signIn may be missing',
    async run(target) {
      const { requestId } = await target.request();
      const { status } = await target.outcome(requestId, { signIn: undefined, later: 9 });
      expectThat(status === 'pending', 'outcome pending', `outcome ${status}`);
    },
  },
  {
    section,
    statement:
      'an approval returns the identity of the prompted number, and the request disappears from the phone',
    needs: 'a phone',
    async run(target) {
      await expectApproved(target, await requestAndAnswer(target, 'approve'));
      await target.expectOnPhone(0);
    },
  },
  {
    section,
    statement: 'an approval is returned each time the outcome is requested',
    needs: 'a phone',
    async run(target) {
      const requested = await requestAndAnswer(target, 'approve');
      const first = await expectApproved(target, requested);
      const second = await expectApproved(target, requested);
      expectThat(shown(first) === shown(second), 'the same identity', 'another one');
    },
  },
  {
    section,
    statement: 'an approval can be read for 10 minutes',
    needs: ['a phone', 'a clock'],
    async run(target) {
      const requested = await requestAndAnswer(target, 'approve');
      await target.pass(nearlyTenMinutes);
      await expectApproved(target, requested);
    },
  },
  {
    section,
    statement: 'a denial is reported as denied, and the request disappears from the phone',
    needs: 'a phone',
    async run(target) {
      await expectDenied(target, await requestAndAnswer(target, 'deny'), false);
      await target.expectOnPhone(0);
    },
  },
  {
    section,
    statement: 'tapping a wrong number denies the request and is reported as a wrong number',
    needs: ['a phone', 'choosing'],
    async run(target) {
      await expectDenied(target, await requestAndAnswer(target, 'wrong'), true);
    },
  },
  {
    section,
    statement: 'typing the digits approves the request',
    needs: ['a phone', 'typing'],
    async run(target) {
      await expectApproved(target, await requestAndAnswer(target, 'type', { entry: 'type' }));
    },
  },
  {
    section,
    statement: 'typing wrong digits denies the request and is reported as a wrong number',
    needs: ['a phone', 'typing'],
    async run(target) {
      const requested = await target.request({ entry: 'type' });
      const { requestId, asked } = requested;
      await target.act('type', { requestId, asked: { match: otherNumber(asked.match) } });
      await expectDenied(target, requested, true);
    },
  },
  {
    section,
    statement: 'a denial is final, even if the user approves afterwards',
    needs: 'a phone',
    async run(target) {
      const requested = await requestAndAnswer(target, 'deny');
      await target.tryToAct('approve', requested);
      await target.expectOutcome(requested.requestId, 'denied');
    },
  },
  {
    section,
    statement: 'an approval is final, even if the user denies afterwards',
    needs: 'a phone',
    async run(target) {
      const requested = await requestAndAnswer(target, 'approve');
      await target.tryToAct('deny', requested);
      await expectApproved(target, requested);
    },
  },
  {
    section,
    statement: 'two requests answered out of order keep their own answers',
    needs: 'a phone',
    async run(target) {
      const [first, second] = [await target.request(), await target.request()];
      await target.act('approve', second);
      await target.expectOutcome(first.requestId, 'pending', 'cancelled');
      await target.tryToAct('deny', first);
      await target.expectOutcome(first.requestId, 'denied', 'cancelled');
      await expectApproved(target, second);
    },
  },
];
