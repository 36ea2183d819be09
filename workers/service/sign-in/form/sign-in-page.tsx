import { fill } from '../../../core/protocol/texts.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import type { Child } from '../../../pages/jsx-runtime.ts';
import { Notice } from '../../../pages/notice.tsx';
import { canContinueAsRemembered, type FilledForm, hasTyped } from '../entries/sign-in-form.ts';
import type { Offer } from '../flow/approval-method.ts';
import type { View } from '../flow/sign-in-context.ts';
import {
  clearFormScript,
  enterKeyScript,
  focusFirstEmptyFieldScript,
  groupDigitsScript,
  sendOnceScript,
  tellBlockedCookiesScript,
} from '../pages/form-scripts.ts';
import { ReturnForm } from '../pages/sign-in-buttons.tsx';
import { ApplicationHeading, renderSignInPage } from '../pages/sign-in-frame.tsx';
import type { PrefilledForm } from '../request/prefilled-form.ts';
import { signInTexts, wordsFor } from '../texts/index.ts';
import { EntryForm } from './entry-form.tsx';
import { OtherWays } from './other-ways.tsx';
import { retryCountdownScript } from './retry-time.tsx';
import { ReturningUserForm, ReturningUserLinks } from './returning-user-form.tsx';

const scripts = [
  sendOnceScript,
  groupDigitsScript,
  enterKeyScript,
  clearFormScript,
  focusFirstEmptyFieldScript,
  tellBlockedCookiesScript,
];

interface SignInPageOptions {
  form: FilledForm;
  /** The carrier that the page preselects (likely-carrier.ts). */
  carrier?: CarrierCode | undefined;
  forget?: PrefilledForm['forget'];
  formGroup?: PrefilledForm['formGroup'] | undefined;
  /** Error of the form. A page that shows an error keeps the user's entries. */
  refusal?: { notice: Child; status: number; headers: Record<string, string>; requestId?: string };
}

/** Shows the sign-in form with the application's name. */
export function signInPage(view: View, options: SignInPageOptions): Response {
  const { language } = view;
  const { refusal } = options;
  const { errorTitle } = signInTexts[language];
  const words = wordsFor(language, view.application.client_id);
  const heading = fill(words.title, { application: view.application.name });
  const title = refusal === undefined ? heading : fill(errorTitle, { title: heading });
  const { status = 200, headers = {}, requestId, notice } = refusal ?? {};
  const isRateLimited = headers['Retry-After'] !== undefined;
  const offers = view.methods.flatMap(({ offer }) => offer?.(view) ?? []);
  const offered = offers.flatMap((offer) => offer.script ?? []);
  return renderSignInPage(
    {
      ...{ language, title, view, status, headers, requestId },
      name: 'sign-in',
      hasForm: true,
      script: [...(isRateLimited ? [retryCountdownScript] : []), ...scripts, ...offered].join('\n'),
      ownStyle: offers.map(({ style = '' }) => style).join(''),
      features: offers.flatMap(({ feature }) => feature ?? []),
    },
    <>
      <ApplicationHeading view={view} title={heading} />
      {words.lead !== undefined && <p class="lead">{words.lead}</p>}
      <BlockedCookies language={language} />
      {notice !== undefined && (
        <Notice kind="bad" role="alert">
          {notice}
        </Notice>
      )}
      <Ways {...options} view={view} offers={offers} />
      {offers.map(({ last }) => last)}
      {canContinueAsRemembered(options.form) ? (
        <ReturningUserLinks view={view} />
      ) : (
        <ReturnForm view={view} />
      )}
    </>,
  );
}

/** A browser without cookies can't sign in. The script shows this before the user types anything. */
function BlockedCookies({ language }: Pick<View, 'language'>) {
  const { title, text } = signInTexts[language].refusals.withoutCookies;
  return (
    <div id="blocked-cookies" hidden>
      <Notice kind="bad">
        <p>
          <strong>{title}</strong>
        </p>
        <p>{text}</p>
      </Notice>
    </div>
  );
}

type WaysProps = SignInPageOptions & { view: View; offers: readonly Offer[] };

/** The ways to sign in. Only the first one has a primary button. The others are folded until the user has used them. */
function Ways(props: WaysProps) {
  const { form, refusal, view } = props;
  const first = props.offers.flatMap((offer) => offer.first ?? []);
  if (first.length === 0) return <Entries {...props} />;
  const isInUse = refusal !== undefined || hasTyped(form);
  return (
    <>
      {first}
      <OtherWays label={signInTexts[view.language].signIn.otherWays} isOpen={isInUse}>
        <Entries {...props} />
      </OtherWays>
    </>
  );
}

/** The form. If the browser remembers a user, the button to continue as that user comes first. */
function Entries({ form, refusal, ...more }: WaysProps) {
  if (!canContinueAsRemembered(form)) return <EntryForm {...more} form={form} hasError={!!refusal} />;
  return (
    <>
      <ReturningUserForm view={more.view} form={form} />
      <OtherWays label={signInTexts[more.view.language].signIn.another}>
        <EntryForm {...more} form={{ ...form, typed: {}, remember: false }} hasError={false} />
      </OtherWays>
    </>
  );
}
