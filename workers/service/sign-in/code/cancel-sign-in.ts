import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { accountOf } from '../../objects/accounts.ts';
import { cancelAtPhoneObject } from '../carrier/cancel-request.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { endedStatus, isUnanswered } from '../flow/sign-in-status.ts';
import type { Transition } from '../flow/transition.ts';
import type { DenialReason } from '../stages/denial-reasons.ts';
import { cancelledStage, carrierRequestIn, type Stage } from '../stages/sign-in-stage.ts';
import { deleteCachedApproval } from './cached-approval.ts';
import { redirectWithDenial, returnAddressOf } from './return-to-application.ts';

/**
 * Handles the button that cancels a sign-in, or that leads back to the application after the sign-in has ended.
 */
export async function cancelByUser(context: SignInContext): Promise<Transition> {
  const { stage } = context.signIn;
  const ending = endedStatus(context);
  if (ending === 'underage') return cancelSignIn(context, 'underage');
  const reason = ending === 'expired' ? 'expired' : cancellationReason(stage, context.now);
  const cancelled = cancelSignIn(context, reason);
  if (stage.at === 'ended' || hasIssuedCode(stage)) return cancelled;
  await cancelAtPhoneObject(context);
  if (stage.at === 'approved') context.waitUntil(deleteCachedApproval(context, stage.plid));
  if (stage.at === 'granted') await cancelGrant(context, stage.plid);
  const { telcoCd } = stage.at === 'unregistered' ? stage.number : (carrierRequestIn(stage) ?? {});
  return { ...cancelled, events: [{ name: 'sign_in_cancelled', telcoCd }] };
}

/** Returns the reason to report, even if the user returns to the application only after the cancellation. */
function cancellationReason(stage: Stage, now: number): DenialReason {
  if (stage.at === 'ended' && stage.ending === 'cancelled') return cancellationReason(stage.after, now);
  if (stage.at === 'unregistered') return 'unregistered';
  return isUnanswered(stage, now) ? 'unanswered' : 'cancelled';
}

const hasIssuedCode = (stage: Stage): boolean => stage.at === 'granted' && stage.page === undefined;

/** Ends a grant whose code wasn't issued yet, so that no copy of the cookie leads to one. @throws {ProtocolError} `unavailable`. */
async function cancelGrant({ env, signIn }: SignInContext, plid: string): Promise<void> {
  await callObject('cancelling a grant', accountOf(env, plid).cancelGrant(signIn.id));
}

/**
 * Denial reasons after which users usually try again. The form's entries are then restored at the next sign-in
 * with this application. A browser that may belong to a relay never gets `wrong_number`.
 */
const restoresForm: readonly DenialReason[] = ['wrong_number', 'unanswered', 'unregistered', 'expired'];

/**
 * Ends a sign-in without a code, because the user or their phone refused, or because the sign-in had already
 * ended. Redirects back to the application (RFC 6749 §4.1.2.1). The browser's next user can't continue this
 * sign-in.
 */
export function cancelSignIn(context: SignInContext, reason: DenialReason): Transition {
  const { signIn, language } = context;
  const { id, stage } = signIn;
  return {
    response: redirectWithDenial(context, returnAddressOf(context), reason, language),
    signIn: hasIssuedCode(stage) ? undefined : { ...signIn, stage: cancelledStage(stage) },
    formToDrop: restoresForm.includes(reason) ? undefined : id,
  };
}
