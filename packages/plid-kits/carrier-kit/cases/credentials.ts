import { expectThat } from '../../test-suite/mismatch.ts';
import { isMissing } from '../probe.ts';
import { createUniqueId, notice, question, startQuestion } from '../request-body.ts';
import type { CarrierTarget } from '../target.ts';
import type { CarrierCase } from './case.ts';

const section = 'credentials';

/** Sends each call with a token other than the service's. @param token the token to send, or null to send none. */
async function expectUnauthorized(target: CarrierTarget, token: string | null) {
  const { customer, phone } = target.options;
  const { requestId } = await target.request();
  const bodies = {
    confirm: question(customer),
    start: startQuestion(customer.telcoCd),
    outcome: { requestId },
    cancel: { requestId },
    notify: notice(customer),
  };
  for (const [call, body] of Object.entries(bodies)) {
    if (!target.offers(call as keyof typeof bodies)) continue;
    const answer = await target.call(call, body, token);
    expectThat([401, 403].includes(answer.status), `status 401 or 403 for ${call}`, answer);
  }
  await target.expectOutcome(requestId, 'pending');
  if (phone !== undefined) await target.expectOnPhone(1);
}

export const credentialCases: CarrierCase[] = [
  {
    section,
    statement: 'calls without a token are rejected and have no effect',
    run: (target) => expectUnauthorized(target, null),
  },
  {
    section,
    statement: 'calls with a wrong token are rejected and have no effect',
    run: (target) => expectUnauthorized(target, createUniqueId()),
  },
  {
    section,
    statement: 'an unknown call returns 404 or 501',
    async run(target) {
      const answer = await target.call('a-later-call', {});
      expectThat(isMissing(answer.status), 'status 404 or 501', answer);
    },
  },
];
