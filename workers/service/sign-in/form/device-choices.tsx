import type { Language } from '../../../core/http/language.ts';
import { renderOnce } from '../../../pages/render-once.ts';
import type { View } from '../flow/sign-in-context.ts';
import { AutomaticLoginBox } from '../pages/automatic-login-box.tsx';
import { signInTexts } from '../texts/index.ts';

/** ID of the form's hint, which describes both choices. */
const formHint = 'device-hint';

interface LanguageProps {
  language: Language;
}

/** Warns against both choices on a shared device. */
export const DeviceHint = ({ language, id = formHint }: LanguageProps & { id?: string }) => (
  <p class="hint" id={id}>
    {signInTexts[language].signIn.deviceHint}
  </p>
);

interface AutomaticLoginProps extends LanguageProps {
  choice: View['signIn']['automaticLogin'];
  /** ID of the hint, if the page has several. */
  hint?: string;
}

/** Automatic login with its warning. Omitted if the application requires a full sign-in. */
export const AutomaticLoginChoice = ({ language, choice, hint = formHint }: AutomaticLoginProps) => (
  <>
    <AutomaticLoginBox choice={choice} label={signInTexts[language].autoLogin.short} hints={hint} />
    {choice !== undefined && <DeviceHint language={language} id={hint} />}
  </>
);

interface RememberProps extends LanguageProps {
  remember: boolean;
}

export const RememberChoice = ({ language, remember }: RememberProps) => (
  <label class="check">
    <input type="checkbox" name="remember" value="Y" checked={remember} aria-describedby={formHint} />
    {signInTexts[language].signIn.remember}
  </label>
);

interface DeviceProps extends RememberProps {
  automaticLogin: View['signIn']['automaticLogin'];
}

/** Automatic login and the choice to remember the entries, side by side. */
export const DeviceChoices = renderOnce(({ language, automaticLogin, remember }: DeviceProps) => (
  <>
    <div class="checks">
      <AutomaticLoginBox
        choice={automaticLogin}
        label={signInTexts[language].autoLogin.short}
        hints={formHint}
      />
      <RememberChoice language={language} remember={remember} />
    </div>
    <DeviceHint language={language} />
  </>
));

export const SubmitButton = ({ language }: LanguageProps) => (
  <div class="actions">
    <button type="submit" class="button">
      {signInTexts[language].signIn.submit}
    </button>
  </div>
);
