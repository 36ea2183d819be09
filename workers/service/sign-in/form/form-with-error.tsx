import type { Language } from '../../../core/http/language.ts';
import type { ProtocolError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import type { FilledForm } from '../entries/sign-in-form.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { signInTexts } from '../texts/index.ts';
import { RetryTime } from './retry-time.tsx';
import { signInPage } from './sign-in-page.tsx';

/**
 * Shows the form again with the user's entries. For a typing mistake, the page omits the request ID, because
 * the user has nothing to report to support.
 */
export function formWithError(view: SignInContext, form: FilledForm, error: ProtocolError): Response {
  const { status, headers } = error;
  const isMistyped = Object.keys(form.faults).length > 0;
  const notice = <Explanation view={view} error={error} />;
  const isUnconfirmed = error.refusal === serviceRefusals.unconfirmed;
  // The user must see the entries to correct them.
  const isMasked = form.recalled && !isUnconfirmed;
  const shown = form.recalled && isUnconfirmed ? withoutPerson(form) : form;
  const refusal = {
    notice,
    status,
    headers,
    ...(!isMistyped && { requestId: view.requestId }),
  };
  return signInPage(view, { form: { ...shown, recalled: isMasked }, refusal });
}

/** Returns the form as the browser's next user may see it. Only a user who wants to be remembered sees their entries again. */
const withoutPerson = (form: FilledForm): FilledForm =>
  form.remember ? form : { ...form, typed: { telcoCd: form.typed.telcoCd ?? '' } };

/** Explains the form's error, or lists the most frequent mistakes if the carrier hasn't confirmed the entries. */
function Explanation({ view, error }: { view: SignInContext; error: ProtocolError }) {
  const { language } = view;
  const { unconfirmed } = signInTexts[language];
  const seconds = Number(error.headers['Retry-After'] ?? 0);
  if (error.refusal !== serviceRefusals.unconfirmed)
    return (
      <>
        <p>{errorText(error, language)}</p>
        {seconds > 0 && <RetryTime view={view} seconds={seconds} />}
      </>
    );
  return (
    <>
      <p>{unconfirmed.text}</p>
      <details>
        <summary>{unconfirmed.hints}</summary>
        <ul>
          <li>{unconfirmed.carrier}</li>
          <li>{unconfirmed.name}</li>
          <li>{unconfirmed.owner}</li>
        </ul>
      </details>
    </>
  );
}

function errorText(error: ProtocolError, language: Language): string {
  const { tooManyRequests, carrierLimit, carrierUnavailable, signIn } = signInTexts[language];
  switch (error.refusal) {
    case refusals.too_many_requests:
      return tooManyRequests;
    case serviceRefusals.carrier_limit:
      return carrierLimit;
    case refusals.unavailable:
      return carrierUnavailable;
    case refusals.missing_item:
    case refusals.invalid_item:
      return signIn.faulty;
    default:
      return error.describe(language);
  }
}
