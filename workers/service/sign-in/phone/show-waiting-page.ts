import { longPollOutcome } from '../carrier/long-poll-outcome.ts';
import { methodOf } from '../flow/method-of.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { methodPagePath, seeOther } from '../flow/sign-in-paths.ts';
import { toForm } from '../flow/to-form.ts';
import type { Transition } from '../flow/transition.ts';
import { carrierRequestIn } from '../stages/sign-in-stage.ts';

/** Shows the page that waits for the approval, and continues as soon as the user has approved. */
export async function showWaitingPage(context: SignInContext): Promise<Transition> {
  const { id, stage } = context.signIn;
  if (stage.at === 'granted' && stage.page !== undefined)
    return { response: seeOther(methodPagePath(stage.page, id)) };
  return methodOf(context)?.wait(context) ?? toForm(id);
}

/**
 * Returns the request's status to the page's script, which reloads the page when the status is no longer
 * `pending`.
 */
export async function servePhoneStatus(context: SignInContext): Promise<Transition> {
  const request = carrierRequestIn(context.signIn.stage);
  if (request === undefined) return { response: Response.json({ status: 'unsent' }) };
  const { status } = await longPollOutcome(context, request);
  // Report `cancelled` as `denied`, because this page may belong to a phishing relay.
  return { response: Response.json({ status: status === 'cancelled' ? 'denied' : status }) };
}
