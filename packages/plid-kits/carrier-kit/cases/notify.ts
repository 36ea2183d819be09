import { expectStatusField } from '../expect-answers.ts';
import { notice } from '../request-body.ts';
import { type CarrierCase, expectAllRefused, wrongBodies } from './case.ts';

const section = 'notify';

export const notifyCases: CarrierCase[] = [
  {
    section,
    statement: 'a notice is accepted, even if repeated, and needs no answer',
    needs: 'notify',
    async run(target) {
      const sent = notice(target.options.customer);
      for (const one of [sent, sent])
        target.note(expectStatusField(await target.call('notify', one), 'taken'));
      await target.expectOnPhone(0);
    },
  },
  {
    section,
    statement: "a body that lacks a field or isn't a JSON object is rejected",
    needs: 'notify',
    run: (target) =>
      expectAllRefused(
        target,
        'notify',
        wrongBodies(notice(target.options.customer), ['id', 'kind', 'phoneNo']),
      ),
  },
];
