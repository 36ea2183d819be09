import type { ConsentAnswer } from '../flow/consent-answer.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { signInEndedError } from '../flow/sign-in-errors.ts';
import type { Transition } from '../flow/transition.ts';
import type { Approved } from '../stages/sign-in-stage.ts';
import { completeWithCode, recordGranted } from './complete-with-code.ts';
import type { GrantOutcome } from './grant-sign-in.ts';
import { rejectAccountSwitch } from './reject-account-switch.ts';

/**
 * Answers after the account's decision on a grant. @param askConsent Leads to the consent page.
 * @throws {SignInError} `finished` if the code was already redeemed, `left` if the user has left.
 */
export async function answerGrant(
  context: SignInContext,
  approved: Approved,
  { result, consent }: { result: GrantOutcome; consent: ConsentAnswer | undefined },
  askConsent: () => Transition,
): Promise<Transition> {
  switch (result.outcome) {
    case 'granted':
      recordGranted(context, approved.plid, result.automatic, consent);
      return completeWithCode(context, approved, result, consent !== undefined);
    case 'another':
      return rejectAccountSwitch(context);
    case 'unconsented':
      return askConsent();
    case 'spent':
      throw signInEndedError(context, 'finished');
    case 'terminated':
      throw signInEndedError(context, 'left');
  }
}
