import { expectStatusField } from '../expect-answers.ts';
import type { CarrierTarget } from '../target.ts';
import { type CarrierCase, expectAllRefused, wrongBodies } from './case.ts';

const section = 'cancel';

const cancel = async (target: CarrierTarget, requestId: string) =>
  target.note(expectStatusField(await target.call('cancel', { requestId }), 'done'));

export const cancelCases: CarrierCase[] = [
  {
    section,
    statement: 'a cancelled request ends and disappears from the phone',
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
    statement: 'cancel succeeds for an unknown request, and when repeated',
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
    statement: 'an answer after the cancellation is ignored',
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
    statement: 'cancelling a request leaves another request for the same number open',
    needs: 'cancel',
    async run(target) {
      const [first, second] = [await target.request(), await target.request()];
      await cancel(target, first.requestId);
      await target.expectOutcome(second.requestId, 'pending');
    },
  },
  {
    section,
    statement: "a body that lacks requestId or isn't a JSON object is rejected",
    needs: 'cancel',
    run: (target) =>
      expectAllRefused(target, 'cancel', wrongBodies({ requestId: 'r-of-nobody' }, ['requestId'])),
  },
];
