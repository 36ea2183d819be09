import { expectThat, shown } from '../../test-suite/mismatch.ts';
import type { PhoneAction } from '../phone.ts';
import type { CarrierTarget, Requested } from '../target.ts';
import { type CarrierCase, expectAllRefused, wrongBodies } from './case.ts';

const section = 'outcome';
/** A little less than the time for which an approval is available, in seconds. */
const nearlyTenMinutes = 590;

/** A request that its subscriber has answered. */
async function answered(target: CarrierTarget, action: PhoneAction, question = {}): Promise<Requested> {
  const requested = await target.request(question);
  await target.act(action, requested);
  return requested;
}

/** @throws {Mismatch} unless the subscriber has approved it. */
async function expectApproved(target: CarrierTarget, { requestId, asked }: Requested) {
  const { identity } = await target.expectOutcome(requestId, 'approved');
  const { phoneNo, telcoCd } = asked;
  expectThat(identity.phoneNo === phoneNo, 'the identity of the number that was asked', 'another number');
  const isNetwork = identity.telcoCd === undefined || identity.telcoCd === telcoCd;
  expectThat(isNetwork, 'telcoCd of the network that was asked', 'another one');
  return identity;
}

/** @throws {Mismatch} unless it is denied. @param wrongNumber whether because of a wrong number. */
async function expectDenied(target: CarrierTarget, { requestId }: Requested, wrongNumber: boolean) {
  const denied = await target.expectOutcome(requestId, 'denied');
  const isSo = denied.wrongNumber === true || denied.why === 'wrong_number';
  const wanted = wrongNumber ? 'wrongNumber true, or why wrong_number' : 'a denial that is no wrong number';
  expectThat(isSo === wrongNumber, wanted, shown(denied));
}

const another = (match: string) => (match === '42' ? '43' : '42');

export const outcomeCases: CarrierCase[] = [
  {
    section,
    statement: 'a request that it does not know has expired',
    async run(target) {
      await target.expectOutcome('r-of-nobody', 'expired');
    },
  },
  {
    section,
    statement: 'a body without requestId, or that is no JSON object, is refused',
    run: (target) =>
      expectAllRefused(target, 'outcome', wrongBodies({ requestId: 'r-of-nobody' }, ['requestId'])),
  },
  {
    section,
    statement: 'fields of later editions are left out of account, and signIn may be missing',
    async run(target) {
      const { requestId } = await target.request();
      const { status } = await target.outcome(requestId, { signIn: undefined, later: 9 });
      expectThat(status === 'pending', 'outcome pending', `outcome ${status}`);
    },
  },
  {
    section,
    statement: 'an approval has the identity of the number that was asked, and the phone asks no more',
    needs: 'a phone',
    async run(target) {
      await expectApproved(target, await answered(target, 'approve'));
      await target.expectOnPhone(0);
    },
  },
  {
    section,
    statement: 'an approval is told as often as it is asked for',
    needs: 'a phone',
    async run(target) {
      const requested = await answered(target, 'approve');
      const first = await expectApproved(target, requested);
      const second = await expectApproved(target, requested);
      expectThat(shown(first) === shown(second), 'the same identity', 'another one');
    },
  },
  {
    section,
    statement: 'an approval is there for 10 minutes',
    needs: ['a phone', 'a clock'],
    async run(target) {
      const requested = await answered(target, 'approve');
      await target.pass(nearlyTenMinutes);
      await expectApproved(target, requested);
    },
  },
  {
    section,
    statement: 'a denial is denied, and the phone asks no more',
    needs: 'a phone',
    async run(target) {
      await expectDenied(target, await answered(target, 'deny'), false);
      await target.expectOnPhone(0);
    },
  },
  {
    section,
    statement: 'a wrong number on the phone is denied, and told as that',
    needs: 'a phone',
    async run(target) {
      await expectDenied(target, await answered(target, 'wrong'), true);
    },
  },
  {
    section,
    statement: 'digits that are typed approve',
    needs: 'a phone',
    async run(target) {
      await expectApproved(target, await answered(target, 'type', { entry: 'type' }));
    },
  },
  {
    section,
    statement: 'wrong digits that are typed are denied, and told as that',
    needs: 'a phone',
    async run(target) {
      const requested = await target.request({ entry: 'type' });
      const { requestId, asked } = requested;
      await target.act('type', { requestId, asked: { match: another(asked.match) } });
      await expectDenied(target, requested, true);
    },
  },
  {
    section,
    statement: 'a denial stays one, whatever is tapped afterwards',
    needs: 'a phone',
    async run(target) {
      const requested = await answered(target, 'deny');
      await target.tryToAct('approve', requested);
      await target.expectOutcome(requested.requestId, 'denied');
    },
  },
  {
    section,
    statement: 'an approval stays one, whatever is tapped afterwards',
    needs: 'a phone',
    async run(target) {
      const requested = await answered(target, 'approve');
      await target.tryToAct('deny', requested);
      await expectApproved(target, requested);
    },
  },
  {
    section,
    statement: 'two requests that are answered out of order each have their own answer',
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
