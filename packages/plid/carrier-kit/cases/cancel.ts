import { expectWord } from '../expect-answers.ts';
import type { CarrierTarget } from '../target.ts';
import { type CarrierCase, expectAllRefused, wrongBodies } from './case.ts';

const section = 'cancel';

const cancel = async (target: CarrierTarget, requestId: string) =>
  target.note(expectWord(await target.call('cancel', { requestId }), 'done'));

export const cancelCases: CarrierCase[] = [
  {
    section,
    statement: 'a request that is cancelled has ended, and the phone asks no more',
    needs: 'cancel',
    async run(target) {
      const { requestId } = await target.request();
      await cancel(target, requestId);
      await target.expectOutcome(requestId, 'cancelled', 'expired');
      await target.expectOnPhone(0);
    },
  },
  {
    section,
    statement: 'cancel is done where there is nothing to cancel, and a second time',
    needs: 'cancel',
    async run(target) {
      await cancel(target, 'r-of-nobody');
      const { requestId } = await target.request();
      await cancel(target, requestId);
      await cancel(target, requestId);
    },
  },
  {
    section,
    statement: 'an answer behind cancel counts for nothing',
    needs: ['cancel', 'a phone'],
    async run(target) {
      const requested = await target.request();
      await cancel(target, requested.requestId);
      await target.tryToAct('approve', requested);
      await target.expectOutcome(requested.requestId, 'cancelled', 'expired');
    },
  },
  {
    section,
    statement: 'a cancelled request leaves another one of the same number alone',
    needs: 'cancel',
    async run(target) {
      const [first, second] = [await target.request(), await target.request()];
      await cancel(target, first.requestId);
      await target.expectOutcome(second.requestId, 'pending');
    },
  },
  {
    section,
    statement: 'a body without requestId, or that is no JSON object, is refused',
    needs: 'cancel',
    run: (target) =>
      expectAllRefused(target, 'cancel', wrongBodies({ requestId: 'r-of-nobody' }, ['requestId'])),
  },
];
