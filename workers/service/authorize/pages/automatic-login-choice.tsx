import { fill } from '../../../core/protocol/texts.ts';
import { words } from '../words/index.ts';
import type { View } from './sign-in-frame.tsx';

interface ChoiceProps {
  view: View;
  /** Whether it also says how automatic login ends. */
  full?: boolean;
}

/** Offers automatic login on this device, with the choice made earlier in this sign-in; nothing where the application wants a full sign-in. */
export function AutomaticLoginChoice({ view: { language, application, signIn }, full = false }: ChoiceProps) {
  const { autoLogin: text } = words[language];
  const values = { application: application.name };
  if (signIn.automaticLogin === undefined) return null;
  return (
    <div class={full ? 'notice' : undefined}>
      <label class="check">
        <input
          type="checkbox"
          name="autoLogin"
          value="Y"
          checked={signIn.automaticLogin === 'chosen'}
          aria-describedby={full ? 'autoLogin-hint autoLogin-end' : 'autoLogin-hint'}
        />
        {text.label}
      </label>
      <p class="hint" id="autoLogin-hint">
        {fill(full ? text.about : text.hint, values)}
      </p>
      {full && (
        <p class="hint" id="autoLogin-end">
          {fill(text.end, values)}
        </p>
      )}
    </div>
  );
}
