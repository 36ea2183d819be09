import type { Language } from '../../../core/http/language.ts';
import { PostButton } from '../../../pages/button.tsx';
import { Rows } from '../../../pages/list.tsx';
import type { SignedIn } from '../../objects/sign-in-entry.ts';
import { formatDate, formatTime } from '../../pages/korea-time.ts';
import { accountTexts } from './account-texts.ts';
import { placeName } from './place-name.ts';

/** A sign-in for display. */
export interface ShownSignIn extends SignedIn {
  /** The application's name. */
  application: string;
}

interface SignInListProps {
  language: Language;
  signIns: readonly ShownSignIn[];
}

/** The user's latest full sign-ins, newest first, with a button that forgets the browsers of these sign-ins. */
export function SignInList({ language, signIns }: SignInListProps) {
  const { signIns: text } = accountTexts[language];
  if (signIns.length === 0) return null;
  return (
    <section class="card" id="sign-ins">
      <h2>{text.title}</h2>
      <Rows
        rows={signIns.map((signIn) => (
          <SignInRow key={`${signIn.at} ${signIn.client_id}`} {...{ language, signIn }} />
        ))}
      />
      <p class="hint">{text.forgetHint}</p>
      <PostButton action="/account/forget-browsers" label={text.forget} look="button-quiet small" />
    </section>
  );
}

/** The application and the time, and below them the device, its place, and whether it had signed in before. */
function SignInRow({ language, signIn }: { language: Language; signIn: ShownSignIn }) {
  const { signIns: text, list } = accountTexts[language];
  const { agent, at, known } = signIn;
  const device = [agent || list.unknownBrowser, placeName(language, signIn)].filter(Boolean);
  return (
    <>
      <p class="row">
        <strong>{signIn.application}</strong>{' '}
        <span class="hint">{`${formatDate(language, at)} ${formatTime(language, at)}`}</span>
      </p>
      <p class="row hint">
        {/* The dot stays at the end of its line. */}
        <span>{device.join('\u00a0· ')}</span>{' '}
        {known ? <span>{text.known}</span> : <mark>{text.unknown}</mark>}
      </p>
    </>
  );
}
