interface FieldProps {
  name: string;
  label: string;
  value?: string | undefined;
}

interface TextFieldProps extends FieldProps {
  hint?: string;
  pattern?: string;
  inputmode?: 'numeric' | 'text';
  maxlength?: number;
  required?: boolean;
}

/** A text field with its label, and a hint below it. */
export function TextField({ name, label, hint, required = true, ...input }: TextFieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input
        type="text"
        {...{ id: name, name, required, ...input }}
        autocomplete="off"
        aria-describedby={hint === undefined ? undefined : `${name}-hint`}
      />
      {hint !== undefined && (
        <p id={`${name}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceFieldProps extends FieldProps {
  /** Values with their labels. */
  choices: readonly (readonly [value: string, text: string])[];
}

/** A choice among a few values. */
export function ChoiceField({ name, label, value, choices }: ChoiceFieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice} selected={choice === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
