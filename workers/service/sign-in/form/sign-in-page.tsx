import type { Language } from '../../../core/http/language.ts';
import { fill } from '../../../core/protocol/texts.ts';
import type { Child } from '../../../pages/jsx-runtime.ts';
import { Notice } from '../../../pages/notice.tsx';
import { renderOnce } from '../../../pages/render-once.ts';
import type { Offer } from '../flow/approval-method.ts';
import type { View } from '../flow/sign-in-context.ts';
import { formActionPaths } from '../flow/sign-in-paths.ts';
import { AutomaticLoginBox } from '../pages/automatic-login-box.tsx';
import {
  clearFormScript,
  enterKeyScript,
  focusFirstEmptyFieldScript,
  groupDigitsScript,
  sendOnceScript,
} from '../pages/form-scripts.ts';
import { ReturnForm } from '../pages/sign-in-buttons.tsx';
import { ApplicationHeading, formId, renderSignInPage } from '../pages/sign-in-frame.tsx';
import type { PrefilledForm } from '../request/prefilled-form.ts';
import { signInTexts } from '../texts/index.ts';
import { carrierChoices, networkOf } from './carrier-choices.ts';
import { CarrierTiles } from './carrier-tiles.tsx';
import type { LikelyCarriers } from './likely-carrier.ts';
import { retryCountdownScript } from './retry-time.tsx';
import { DisclosureNote, ReturningUserForm } from './returning-user-form.tsx';
import { Field } from './sign-in-fields.tsx';
import { canContinueAsRemembered, type FilledForm } from './sign-in-form.ts';

const scripts = [
  sendOnceScript,
  groupDigitsScript,
  enterKeyScript,
  clearFormScript,
  focusFirstEmptyFieldScript,
];

interface SignInPageOptions extends Partial<LikelyCarriers> {
  form: FilledForm;
  forget?: PrefilledForm['forget'];
  formGroup?: PrefilledForm['formGroup'] | undefined;
  /** Error of the form. A page that shows an error keeps the user's entries. */
  refusal?: {
    notice: Child;
    status: number;
    headers: Record<string, string>;
    /** Whether the user must correct the entries. */
    areEntriesWrong: boolean;
    requestId?: string;
  };
}

/** Shows the sign-in form with the application's name. */
export function signInPage(
  view: View,
  { form, carrier, appCarrier, forget = false, formGroup, refusal }: SignInPageOptions,
): Response {
  const { language } = view;
  const { signIn: text, errorTitle } = signInTexts[language];
  const heading = fill(text.title, { application: view.application.name });
  const title = refusal === undefined ? heading : fill(errorTitle, { title: heading });
  const { status = 200, headers = {}, requestId, notice } = refusal ?? {};
  const isRateLimited = headers['Retry-After'] !== undefined;
  const offers = view.methods.flatMap(({ offer }) => offer?.(view, carrierOf(form) ?? appCarrier) ?? []);
  const offered = offers.flatMap((offer) => offer.script ?? []);
  const script = [...(isRateLimited ? [retryCountdownScript] : []), ...scripts, ...offered].join('\n');
  const features = offers.flatMap(({ feature }) => feature ?? []);
  return renderSignInPage(
    { language, title, view, name: 'sign-in', hasForm: true, script, features, status, headers, requestId },
    <>
      <ApplicationHeading view={view} title={heading} />
      {notice !== undefined && (
        <Notice kind="bad" role="alert">
          {notice}
        </Notice>
      )}
      {offers.map(({ first }) => first)}
      <Ways
        areEntriesWrong={refusal?.areEntriesWrong === true}
        {...{ view, form, forget, formGroup, carrier, offers }}
      />
      {offers.map(({ last }) => last)}
      <ReturnForm view={view} />
    </>,
  );
}

/** The network of the chosen carrier. A remembered user's form is empty. */
function carrierOf(form: FilledForm) {
  const chosen = canContinueAsRemembered(form) ? undefined : carrierIn(form.typed.telcoCd);
  return chosen && networkOf(chosen);
}

const carrierIn = (telcoCd: string | undefined) => carrierChoices.find((choice) => choice === telcoCd);

type FormProps = Pick<SignInPageOptions, 'form' | 'forget' | 'formGroup' | 'carrier'> & {
  view: View;
  offers: readonly Offer[];
};
type WaysProps = FormProps & { areEntriesWrong: boolean };

/** The ways to sign in. If the browser remembers a user, the button to continue as that user comes first. */
function Ways({ form, ...more }: WaysProps) {
  if (!canContinueAsRemembered(form)) return <AppOrForm form={form} {...more} />;
  return (
    <>
      <ReturningUserForm view={more.view} form={form} />
      <details>
        <summary>{signInTexts[more.view.language].signIn.another}</summary>
        <AppOrForm form={{ ...form, typed: {}, remember: false }} {...more} />
      </details>
    </>
  );
}

/** On a phone, the carrier's app comes first, unless the user has to correct the form. */
const AppOrForm = ({ areEntriesWrong, ...more }: WaysProps) => (
  <>
    {!areEntriesWrong && more.offers.map(({ aboveForm }) => aboveForm)}
    <SignInForm {...more} />
  </>
);

function SignInForm({ view, form, forget, formGroup, carrier, offers }: FormProps) {
  const { language, signIn } = view;
  const { name = '', phoneNo = '', telcoCd = carrier } = form.typed;
  const autocomplete = ['tel', ...offers.flatMap((offer) => offer.autocomplete ?? [])].join(' ');
  return (
    <form
      id={formId}
      class="compact"
      method="post"
      action={formActionPaths.signIn}
      novalidate
      data-forget={forget ? '' : undefined}
    >
      {formGroup !== undefined && <input type="hidden" name={`of-${formGroup}`} />}
      <input type="hidden" name="flow" value={signIn.id} />
      <input type="hidden" name="page" value="sign-in" />
      <Field language={language} name="name" autocomplete="name" value={name} fault={form.faults.name} />
      <Field
        language={language}
        name="phoneNo"
        autocomplete={autocomplete}
        value={phoneNo}
        fault={form.faults.phoneNo}
      />
      <CarrierTiles
        language={language}
        chosen={carrierIn(telcoCd)}
        fault={form.faults.telcoCd}
        guessed={form.typed.telcoCd === undefined && carrier !== undefined}
      />
      <DeviceChoices language={language} automaticLogin={signIn.automaticLogin} remember={form.remember} />
      <DisclosureNote view={view} />
      {offers.map(({ inForm }) => inForm)}
    </form>
  );
}

interface DeviceProps {
  language: Language;
  automaticLogin: View['signIn']['automaticLogin'];
  remember: boolean;
}

/** Automatic login, the choice to remember the entries, and the submit button. */
const DeviceChoices = renderOnce(({ language, automaticLogin, remember }: DeviceProps) => {
  const { signIn: text, autoLogin } = signInTexts[language];
  return (
    <>
      <div class="checks">
        <AutomaticLoginBox choice={automaticLogin} label={autoLogin.short} hints="device-hint" />
        <label class="check">
          <input
            type="checkbox"
            name="remember"
            value="Y"
            checked={remember}
            aria-describedby="device-hint"
          />
          {text.remember}
        </label>
      </div>
      <p class="hint" id="device-hint">
        {text.deviceHint}
      </p>
      <div class="actions">
        <button type="submit" class="button">
          {text.submit}
        </button>
      </div>
    </>
  );
});
