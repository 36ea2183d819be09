import type { ComponentChildren } from 'preact';
import type { Language } from '../../../core/http/language.ts';
import type { FilledForm, SignInField } from '../sign-in/sign-in-error.ts';
import { words } from '../words/index.ts';

type TextField = 'name' | 'phoneNo';

interface FieldProps {
  language: Language;
  form: FilledForm;
  name: TextField;
  /** The input itself, with its {@link inputAttributes}. */
  children: ComponentChildren;
}

/** A field with its label, what is wrong with what was typed, and a hint. */
export function Field({ language, form, name, children }: FieldProps) {
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
export function Fault({ language, form, name }: { language: Language; form: FilledForm; name: SignInField }) {
  const fault = form.faults[name];
  return fault === undefined ? null : (
    <p class="error" id={`${name}-error`}>
      {words[language].faults[name][fault]}
    </p>
  );
}

/** What every text input of the form needs; what was typed is kept. */
export const inputAttributes = (form: FilledForm, name: TextField) => ({
  id: name,
  name,
  value: form.typed[name] ?? '',
  required: true,
  spellcheck: false,
  ...described(form, name),
});

/** Ties a field to its fault and its hint. */
export const described = ({ faults }: FilledForm, name: SignInField) => ({
  'aria-invalid': faults[name] !== undefined,
  'aria-describedby': faults[name] === undefined ? `${name}-hint` : `${name}-error ${name}-hint`,
});
