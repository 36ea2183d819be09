import type { ComponentChildren } from 'preact';
import type { Language } from '../../../core/http/language.ts';
import { carrierNames } from '../../../core/protocol/attribute-words.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { carrierChoices, type FilledForm, networkOf, type SignInField } from '../sign-in/sign-in-cookies.ts';
import { actions } from '../sign-in/sign-in-redirects.ts';
import { words } from '../words/index.ts';
import {
  AutomaticLoginBox,
  answerPage,
  formId,
  ReturnForm,
  ReturnHost,
  sendOnce,
  type View,
} from './sign-in-frame.tsx';

interface SignInPageOptions {
  form: FilledForm;
  cookies?: readonly string[];
  /** Why the form was refused; the page then still holds what was typed. */
  refusal?: {
    notice: ComponentChildren;
    status: number;
    headers: Record<string, string>;
    requestId?: string;
  };
}

/** The sign-in form, with the application that asks. */
export function signInPage(view: View, { form, cookies = [], refusal }: SignInPageOptions): Response {
  const { language } = view;
  const { signIn: text, errorTitle } = words[language];
  const heading = fill(text.title, { application: view.application.name });
  const title = refusal === undefined ? heading : fill(errorTitle, { title: heading });
  const { status = 200, headers = {}, requestId, notice } = refusal ?? {};
  const script = `${sendOnce}\n${groupDigits}`;
  return answerPage(
    { language, title, view, name: 'sign-in', script, status, headers, cookies, requestId },
    <>
      <div class="heading">
        <h1>{heading}</h1>
        <ReturnHost view={view} />
      </div>
      {notice !== undefined && (
        <div class="notice bad" role="alert" tabIndex={-1}>
          {notice}
        </div>
      )}
      <SignInForm view={view} form={form} />
      <ReturnForm view={view} quiet />
    </>,
  );
}

function SignInForm({ view, form }: { view: View; form: FilledForm }) {
  const { language, signIn } = view;
  const { signIn: text, privacy } = words[language];
  const shared = { language, form };
  return (
    <form id={formId} class="compact" method="post" action={actions.signIn} noValidate>
      <input type="hidden" name="flow" value={signIn.id} />
      <input type="hidden" name="page" value="sign-in" />
      <Field {...shared} name="name" />
      <Field {...shared} name="phoneNo" />
      <CarrierTiles {...shared} />
      <DeviceChoices view={view} remember={form.remember} />
      <div class="actions">
        <button type="submit" class="button">
          {text.submit}
        </button>
      </div>
      <p class="hint">{fill(privacy, { application: view.application.name })}</p>
    </form>
  );
}

function CarrierTiles({ language, form }: { language: Language; form: FilledForm }) {
  const { signIn: text } = words[language];
  return (
    <div
      class="field"
      role="radiogroup"
      aria-labelledby="telcoCd-label"
      aria-required="true"
      {...described(form, 'telcoCd')}
    >
      <div class="heading">
        <span class="label" id="telcoCd-label">
          {text.telcoCd}
        </span>
        <span class="hint" id="telcoCd-hint">
          {text.telcoCdHint}
        </span>
      </div>
      <div class="choices">
        {carrierChoices.map((choice) => {
          const network = networkOf(choice);
          return (
            <label key={choice}>
              <input
                type="radio"
                name="telcoCd"
                value={choice}
                required
                checked={form.typed.telcoCd === choice}
              />
              <span>
                {carrierNames[network]} {choice !== network && <small>{text.mvno}</small>}
              </span>
            </label>
          );
        })}
      </div>
      <Fault language={language} form={form} name="telcoCd" />
    </div>
  );
}

/** On the sign-in page: automatic login, and whether the browser is to fill in the form the next time. */
function DeviceChoices({ view, remember }: { view: View; remember: boolean }) {
  const { signIn: text, autoLogin } = words[view.language];
  return (
    <>
      <div class="checks">
        <AutomaticLoginBox view={view} label={autoLogin.short} hints="device-hint" />
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
    </>
  );
}

interface FieldProps {
  language: Language;
  form: FilledForm;
  name: 'name' | 'phoneNo';
}

/** A field with its label, a hint, and what is wrong with what was typed, which is kept. */
function Field({ language, form, name }: FieldProps) {
  const { signIn } = words[language];
  const value = form.typed[name] ?? '';
  const shared = { id: name, name, value, required: true, spellcheck: false, ...described(form, name) };
  return (
    <div class="field">
      <div class="heading">
        <label for={name}>{signIn[name]}</label>
        <span class="hint" id={`${name}-hint`}>
          {signIn[`${name}Hint`]}
        </span>
      </div>
      {name === 'phoneNo' ? (
        <input type="tel" inputMode="tel" autoComplete="tel" {...shared} />
      ) : (
        <input type="text" autoComplete="name" {...shared} />
      )}
      <Fault {...{ language, form, name }} />
    </div>
  );
}

/** What is wrong with a field, and what to do about it. */
function Fault({ language, form, name }: { language: Language; form: FilledForm; name: SignInField }) {
  const fault = form.faults[name];
  return fault === undefined ? null : (
    <p class="error" id={`${name}-error`}>
      {words[language].faults[name][fault]}
    </p>
  );
}

/** Ties a field to its fault and its hint. */
const described = ({ faults }: FilledForm, name: SignInField) => ({
  'aria-invalid': faults[name] !== undefined,
  'aria-describedby': faults[name] === undefined ? `${name}-hint` : `${name}-error ${name}-hint`,
});

/** Groups the digits of a mobile phone number while it is typed at its end: 010-1234-5678. Any other spelling stays as it is. */
const groupDigits = `
const number = document.getElementById('phoneNo');
number.addEventListener('input', () => {
  const { value, selectionEnd } = number;
  if (selectionEnd !== value.length || !/^01[\\d-]*$/.test(value)) return;
  const digits = value.replaceAll('-', '');
  if (digits.length <= 11) number.value = digits.replace(/^(\\d{3})(\\d{1,4})/, '$1-$2').replace(/^(.{8})(\\d)/, '$1-$2');
});
`.trim();
