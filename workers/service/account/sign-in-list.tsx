import type { Language } from '../../core/http/language.ts';
import type { SignedIn } from '../objects/latest-sign-ins.ts';
import { formatDate, formatTime } from '../pages/korea-time.ts';
import { accountTexts } from './account-texts.ts';

/** A sign-in for display. */
export interface ShownSignIn extends SignedIn {
  /** The application's name. */
  application: string;
}

/** The user's latest full sign-ins, newest first, with a button that forgets the browsers of these sign-ins. */
export function SignInList({ language, signIns }: { language: Language; signIns: readonly ShownSignIn[] }) {
  const { signIns: text } = accountTexts[language];
  if (signIns.length === 0) return null;
  return (
    <section class="card" id="sign-ins">
      <h2>{text.title}</h2>
      <ul class="sign-ins">
        {signIns.map((signIn) => (
          <li key={`${signIn.at} ${signIn.client_id}`}>
            <strong>{signIn.application}</strong> <span class="time">{timeOf(language, signIn)}</span>
            <span class="hint">{deviceOf(language, signIn)}</span>
          </li>
        ))}
      </ul>
      <form method="post" action="/account/forget-browsers">
        <p class="hint">{text.forgetHint}</p>
        <button type="submit" class="button-quiet small">
          {text.forget}
        </button>
      </form>
    </section>
  );
}

const timeOf = (language: Language, { at }: SignedIn): string =>
  `${formatDate(language, at)} ${formatTime(language, at)}`;

/** The device, its place, and whether it had signed in before. Each part stays on one line if it fits. */
function deviceOf(language: Language, { agent, country, city, known }: SignedIn) {
  const { signIns: text, list } = accountTexts[language];
  const region = country && (new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country);
  const place = [city, region].filter(Boolean).join(', ');
  const parts = [agent || list.unknownBrowser, place].filter(Boolean);
  return (
    <>
      {parts.join(' · ')} {known ? text.known : <mark>{text.unknown}</mark>}
    </>
  );
}
