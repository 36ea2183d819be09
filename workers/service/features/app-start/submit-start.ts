import { startWays } from '../../../core/carrier/port.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { readTypedForm, storeTypedForm } from '../../sign-in/cookies/form-cookie.ts';
import type { SignInContext } from '../../sign-in/flow/sign-in-context.ts';
import type { Transition } from '../../sign-in/flow/transition.ts';
import { orRefuseForm } from '../../sign-in/form/refuse-form.ts';
import { readSentForm } from '../../sign-in/form/sent-form.ts';
import type { FilledForm } from '../../sign-in/form/sign-in-form.ts';
import { pendingOrNewAttempt } from '../../sign-in/limits/request-attempt.ts';
import { withAutomaticLogin } from '../../sign-in/pages/automatic-login-box.tsx';
import { redirectToWaiting } from '../../sign-in/phone/redirect-to-waiting.ts';
import type { OfferedStart } from '../../sign-in/settings/starts-setting.ts';
import { offeredStarts, startName } from './offered-starts.ts';
import { requestStartOnce } from './start-request.ts';

/**
 * Starts the sign-in in the user's carrier app. If the start fails, the form is shown again with the reason, and
 * the user can enter a number instead. @throws {ProtocolError} `invalid_item` if the page didn't offer this
 * combination of carrier and way to sign in.
 */
export async function submitStart(context: SignInContext): Promise<Transition> {
  const { parameters, signIn } = context;
  const selected = startWays
    .flatMap((way) => offeredStarts(way, context))
    .find((start) => startName(start) === parameters.required('start'));
  if (selected === undefined) throw new ProtocolError(refusals.invalid_item, { item: 'start' });
  const form = await readSentForm(context);
  return requestStart({ ...context, signIn: withAutomaticLogin(signIn, parameters) }, selected, form);
}

/**
 * Requests a sign-in in the carrier's app and redirects to the waiting page. @param form The entries of the form,
 * which the form shows again if the user returns to it.
 */
export async function requestStart(
  context: SignInContext,
  selected: OfferedStart,
  form?: FilledForm,
): Promise<Transition> {
  const { signIn } = context;
  const attempt = pendingOrNewAttempt(signIn);
  const readEntries = () => form ?? readTypedForm(context, signIn.id);
  return orRefuseForm(context, attempt, readEntries, async () => {
    const started = await requestStartOnce(context, selected, attempt);
    if ('refused' in started) return started;
    const { request, events = [] } = started;
    const cookies = form ? [await storeTypedForm(context, form, signIn)] : [];
    return redirectToWaiting(context, { at: 'asked', method: 'app', request }, { cookies, events });
  });
}
