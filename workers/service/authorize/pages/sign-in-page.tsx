import type { ComponentChildren } from 'preact';
import type { Language } from '../../../core/http/language.ts';
import { carrierNames } from '../../../core/protocol/attribute-words.ts';
import { refusals } from '../../../core/protocol/refusals.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { carrierCodes } from '../../../core/protocol/user-record.ts';
import type { FilledForm, SignInField, SignInFormError } from '../sign-in/sign-in-context.ts';
import { actions } from '../sign-in/sign-in-redirects.ts';
import { sayTime, words } from '../words/index.ts';
import {
  ApplicationName,
  AutomaticLoginChoice,
  answerPage,
  ReturnForm,
  sendOnce,
  type View,
} from './sign-in-frame.tsx';

const empty: FilledForm = { typed: {}, faults: {} };

interface SignInPageOptions {
  cookies?: readonly string[];
  /** Why the form was refused; the page then still holds what was typed. */
  error?: SignInFormError;
}

/** The sign-in form, with the application that asks. */
export function signInPage(view: View, { cookies = [], error }: SignInPageOptions = {}): Response {
  const { language } = view;
  const { signIn: text, errorTitle } = words[language];
  const title = error === undefined ? text.title : fill(errorTitle, { title: text.title });
  const { status = 200, headers = {}, form = empty } = error ?? {};
  // Who has only mistyped something has nothing to ask the support about.
  const requestId = Object.keys(form.faults).length === 0 ? error?.context.requestId : undefined;
  return answerPage(
    { language, title, view, name: 'sign-in', script: sendOnce, status, headers, cookies, requestId },
    <>
      <h1>{text.title}</h1>
      <ApplicationName view={view} />
      {error === undefined ? (
        <p class="lead">{text.lead}</p>
      ) : (
        <div class="notice bad" role="alert" tabIndex={-1}>
          <p>{explain(error, language)}</p>
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
    <form method="post" action={actions.signIn} noValidate>
      <input type="hidden" name="flow" value={signIn.id} />
      <Field {...shared} name="name">
        <input type="text" autoComplete="name" {...inputAttributes(form, 'name')} />
      </Field>
      <Field {...shared} name="phoneNo">
        <input type="tel" inputMode="tel" autoComplete="tel" {...inputAttributes(form, 'phoneNo')} />
      </Field>
      <CarrierChoice {...shared} />
      <AutomaticLoginChoice view={view} />
      <div class="actions">
        <button type="submit" class="button">
          {text.submit}
        </button>
      </div>
      <p class="hint">{fill(privacy, { application: view.application.name })}</p>
    </form>
  );
}

function CarrierChoice({ language, form }: { language: Language; form: FilledForm }) {
  const { signIn: text } = words[language];
  return (
    <div
      class="field"
      role="radiogroup"
      aria-labelledby="telcoCd-label"
      aria-required="true"
      {...described(form, 'telcoCd')}
    >
      <span class="label" id="telcoCd-label">
        {text.telcoCd}
      </span>
      <div class="choices">
        {carrierCodes.map((code) => (
          <label key={code}>
            <input type="radio" name="telcoCd" value={code} required checked={form.typed.telcoCd === code} />
            <span>{carrierNames[code]}</span>
          </label>
        ))}
      </div>
      <Fault language={language} form={form} name="telcoCd" />
      <p class="hint" id="telcoCd-hint">
        {text.telcoCdHint}
      </p>
    </div>
  );
}

function explain(error: SignInFormError, language: Language): string {
  const { tooManyRequests, carrierUnavailable, signIn } = words[language];
  switch (error.refusal) {
    case refusals.too_many_requests:
      return fill(tooManyRequests, { time: sayTime(language, Number(error.headers['Retry-After'])) });
    case refusals.unavailable:
      return carrierUnavailable;
    case refusals.missing_item:
    case refusals.invalid_item:
      return signIn.faulty;
    default:
      return error.describe(language);
  }
}

type TextField = 'name' | 'phoneNo';

interface FieldProps {
  language: Language;
  form: FilledForm;
  name: TextField;
  /** The input itself, with its {@link inputAttributes}. */
  children: ComponentChildren;
}

/** A field with its label, what is wrong with what was typed, and a hint. */
function Field({ language, form, name, children }: FieldProps) {
  const { signIn } = words[language];
  return (
    <div class="field">
      <label for={name}>{signIn[name]}</label>
      {children}
      <Fault {...{ language, form, name }} />
      <p class="hint" id={`${name}-hint`}>
        {signIn[`${name}Hint`]}
      </p>
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

/** What every text input of the form needs; what was typed is kept. */
const inputAttributes = (form: FilledForm, name: TextField) => ({
  id: name,
  name,
  value: form.typed[name] ?? '',
  required: true,
  spellcheck: false,
  ...described(form, name),
});

/** Ties a field to its fault and its hint. */
const described = ({ faults }: FilledForm, name: SignInField) => ({
  'aria-invalid': faults[name] !== undefined,
  'aria-describedby': faults[name] === undefined ? `${name}-hint` : `${name}-error ${name}-hint`,
});
