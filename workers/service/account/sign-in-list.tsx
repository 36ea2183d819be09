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
      <ul class="plain">
        {signIns.map((signIn) => (
          <li key={`${signIn.at} ${signIn.client_id}`}>
            <strong>{signIn.application}</strong> <span class="hint">{detailsOf(language, signIn)}</span>
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

function detailsOf(language: Language, { at, agent, country, city, known }: SignedIn): string {
  const { signIns: text, list } = accountTexts[language];
  const time = `${formatDate(language, at)} ${formatTime(language, at)}`;
  const region = country && (new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country);
  const place = [city, region].filter(Boolean).join(', ');
  const parts = [time, agent || list.unknownBrowser, place, known ? text.known : text.unknown];
  return parts.filter(Boolean).join(' · ');
}
