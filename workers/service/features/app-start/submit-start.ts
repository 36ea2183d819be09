import { type StartWay, startWays } from '../../../core/carrier/port.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { readTypedForm, storeTypedForm } from '../../sign-in/cookies/form-cookie.ts';
import { isCarrierChoice, networkOf } from '../../sign-in/entries/carrier-choices.ts';
import { emptyForm, type FilledForm } from '../../sign-in/entries/sign-in-form.ts';
import type { SignInContext } from '../../sign-in/flow/sign-in-context.ts';
import type { Transition } from '../../sign-in/flow/transition.ts';
import { orRefuseForm, refuseForm } from '../../sign-in/form/refuse-form.ts';
import { readSentForm } from '../../sign-in/form/sent-form.ts';
import { pendingOrNewAttempt } from '../../sign-in/limits/request-attempt.ts';
import { withAutomaticLogin } from '../../sign-in/pages/automatic-login-box.tsx';
import { redirectToWaiting } from '../../sign-in/phone/redirect-to-waiting.ts';
import type { OfferedStart } from '../../sign-in/settings/starts-setting.ts';
import { offeredStarts } from './offered-starts.ts';
import { requestStartOnce } from './start-request.ts';

/**
 * Starts the sign-in in the app of the carrier that the form names. If the carrier is missing or the start fails, the form
 * is shown again with the reason, and the user can enter a number instead. @throws {ProtocolError} `invalid_item` if the
 * page didn't offer this combination of carrier and way to sign in.
 */
export async function submitStart(outer: SignInContext): Promise<Transition> {
  const { parameters } = outer;
  const context = { ...outer, signIn: withAutomaticLogin(outer.signIn, parameters) };
  const way = readWay(parameters.required('start'));
  const choice = parameters.optional('telcoCd') ?? '';
  const form = await readSentForm(context);
  if (choice === '') return refuseWithoutCarrier(context, form);
  const telcoCd = isCarrierChoice(choice) ? networkOf(choice) : undefined;
  const selected = offeredStarts(way, context).find((start) => start.telcoCd === telcoCd);
  if (selected === undefined) throw new ProtocolError(refusals.invalid_item, { item: 'telcoCd' });
  return requestStart(context, selected, form);
}

function readWay(sent: string): StartWay {
  const way = startWays.find((name) => name === sent);
  if (way === undefined) throw new ProtocolError(refusals.invalid_item, { item: 'start' });
  return way;
}

/** Shows the form again, with an error at the carriers. */
function refuseWithoutCarrier(context: SignInContext, form: FilledForm = emptyForm): Transition {
  const refusal = new ProtocolError(refusals.missing_item, { item: 'telcoCd' });
  return refuseForm(context, { ...form, recalled: false, faults: { telcoCd: 'missing' } }, refusal);
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
  const readEntries = () => form ?? readTypedForm(context, signIn);
  return orRefuseForm(context, attempt, readEntries, async () => {
    const started = await requestStartOnce(context, selected, attempt);
    if ('refused' in started) return started;
    const { request, events = [] } = started;
    const cookies = form ? [await storeTypedForm(context, form, signIn)] : [];
    return redirectToWaiting(context, { at: 'asked', method: 'app', request }, { cookies, events });
  });
}
