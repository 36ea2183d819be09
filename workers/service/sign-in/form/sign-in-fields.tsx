import type { Language } from '../../../core/http/language.ts';
import { renderOnce } from '../../../pages/render-once.ts';
import type { FieldFault, SignInField } from '../entries/sign-in-form.ts';
import { signInTexts } from '../texts/index.ts';

type FaultKind = FieldFault | undefined;

interface FieldProps {
  language: Language;
  name: 'name' | 'phoneNo';
  /** Autofill tokens of HTML. */
  autocomplete: string;
  value: string;
  fault: FaultKind;
}

export const Field = (props: FieldProps) =>
  props.value === '' ? <EmptyField {...props} /> : <FilledField {...props} />;

/** A field with its label, a hint, its previous value, and the validation error. */
function FilledField({ language, name, autocomplete, value, fault }: FieldProps) {
  const shared = {
    id: name,
    name,
    autocomplete,
    value,
    required: true,
    spellcheck: false,
    ...describedBy(name, fault),
  };
  return (
    <div class="field">
      <Heading language={language} name={name} hint={`${name}Hint`} />
      {name === 'phoneNo' ? (
        <input type="tel" inputmode="tel" enterkeyhint="send" {...shared} />
      ) : (
        <input type="text" autocapitalize="characters" enterkeyhint="next" {...shared} />
      )}
      <Fault {...{ language, name, fault }} />
    </div>
  );
}

const EmptyField = renderOnce(FilledField);

interface HeadingProps {
  language: Language;
  name: SignInField;
  hint: `${SignInField}Hint` | 'telcoCdGuess';
}

/** Label of a field, and a hint. */
export const Heading = renderOnce(({ language, name, hint }: HeadingProps) => {
  const { signIn: text } = signInTexts[language];
  return (
    <div class="heading">
      {name === 'telcoCd' ? (
        <span id="telcoCd-label">{text.telcoCd}</span>
      ) : (
        <label for={name}>{text[name]}</label>
      )}
      <span class="hint" id={`${name}-hint`}>
        {text[hint]}
      </span>
    </div>
  );
});

export interface FaultProps {
  language: Language;
  name: SignInField;
  fault: FaultKind;
}

/** Validation error of a field, with advice. */
export function Fault({ language, name, fault }: FaultProps) {
  const texts: Partial<Record<FieldFault, string>> = signInTexts[language].faults[name];
  return fault === undefined ? null : (
    <p class="error" id={`${name}-error`}>
      {texts[fault]}
    </p>
  );
}

/** Returns the ARIA attributes that associate a field with its error and its hint. */
export const describedBy = (name: SignInField, fault: FaultKind) => ({
  'aria-invalid': fault !== undefined,
  'aria-describedby': fault === undefined ? `${name}-hint` : `${name}-error ${name}-hint`,
});
