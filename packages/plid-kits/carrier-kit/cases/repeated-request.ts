import { readConfirmation } from '../../../../workers/core/carrier/read-answers.ts';
import { expectThat } from '../../test-suite/mismatch.ts';
import type { CarrierTarget, Requested } from '../target.ts';
import { type CarrierCase, expectRefused } from './case.ts';

const section = 'again';

/** Sends a request again. @throws {Mismatch} if the carrier doesn't return the same request. */
async function expectSame(target: CarrierTarget, { asked, requestId }: Requested) {
  const again = await target.request({ ...asked });
  expectThat(again.requestId === requestId, 'the same requestId for the same id', 'another one');
}

export const repeatedRequestCases: CarrierCase[] = [
  {
    section,
    statement: 'a repeated confirm returns the same request and prompts the phone once',
    async run(target) {
      const requested = await target.request();
      await expectSame(target, requested);
      await expectSame(target, requested);
      await target.expectOnPhone(1);
    },
  },
  {
    section,
    statement: 'two simultaneous identical confirms share a request and prompt the phone once',
    async run(target) {
      const { asked } = await target.request();
      const twice = { ...asked, id: `${asked.id}twice` };
      const [one, other] = await Promise.all([target.request(twice), target.request(twice)]);
      expectThat(one.requestId === other.requestId, 'one requestId for one id', 'two');
    },
  },
  {
    section,
    statement: "a repeated confirm after the answer doesn't prompt the phone again",
    needs: 'a phone',
    async run(target) {
      const requested = await target.request();
      await target.act('approve', requested);
      await expectSame(target, requested);
      await target.expectOnPhone(0);
      await target.expectOutcome(requested.requestId, 'approved');
    },
  },
  {
    section,
    statement: 'a different confirm with the same id is rejected or returns the first request',
    async run(target) {
      const { asked, requestId } = await target.request();
      const match = asked.match === '42' ? '43' : '42';
      const answer = await target.call('confirm', { ...asked, match, application: 'Another' });
      const { answer: read } = readConfirmation(answer.status === 200 ? answer.json : undefined);
      const isFirst = read?.status === 'requested' && read.requestId === requestId;
      if (!isFirst) expectRefused(answer, 'a different confirm with the same id');
      await target.expectOnPhone(1);
    },
  },
  {
    section,
    statement: 'an identical confirm with a different id creates another request',
    async run(target) {
      const { asked, requestId } = await target.request();
      const { requestId: other } = await target.request({ ...asked, id: `${asked.id}other` });
      expectThat(other !== requestId, 'a different requestId for a different id', 'the same');
    },
  },
];
