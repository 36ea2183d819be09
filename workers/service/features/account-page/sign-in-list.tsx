import { shownAgent } from '../../../core/http/agent-label.ts';
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
  /** When the user last cleared the remembered devices, in seconds since 1970. */
  browsersForgotten: number | undefined;
}

/**
 * The user's latest full sign-ins, newest first, with a button that forgets the browsers of these sign-ins. Once they
 * are forgotten, neither the button nor a label claims that a device is remembered.
 */
export function SignInList({ language, signIns, browsersForgotten = 0 }: SignInListProps) {
  const { signIns: text } = accountTexts[language];
  const isRemembered = ({ at }: ShownSignIn) => at > browsersForgotten;
  if (signIns.length === 0) return null;
  return (
    <section class="card" id="sign-ins">
      <h2>{text.title}</h2>
      <Rows
        rows={signIns.map((signIn) => (
          <SignInRow
            key={`${signIn.at} ${signIn.client_id}`}
            {...{ language, signIn }}
            isRemembered={isRemembered(signIn)}
          />
        ))}
      />
      {signIns.some(isRemembered) && (
        <>
          <p class="hint">{text.forgetHint}</p>
          <PostButton action="/account/forget-browsers" label={text.forget} look="button-quiet small" />
        </>
      )}
    </section>
  );
}

interface SignInRowProps {
  language: Language;
  signIn: ShownSignIn;
  isRemembered: boolean;
}

/** The application and the time, and below them the device, its place, and whether it had signed in before. */
function SignInRow({ language, signIn, isRemembered }: SignInRowProps) {
  const { signIns: text } = accountTexts[language];
  const { agent, at, known } = signIn;
  const device = [shownAgent(language, agent), placeName(language, signIn)].filter(Boolean);
  return (
    <>
      <p class="row">
        <strong>{signIn.application}</strong>{' '}
        <span class="hint">{`${formatDate(language, at)} ${formatTime(language, at)}`}</span>
      </p>
      <p class="row hint">
        {/* The dot stays at the end of its line. */}
        <span>{device.join('\u00a0· ')}</span>{' '}
        {known ? isRemembered && <span>{text.known}</span> : <mark>{text.unknown}</mark>}
      </p>
    </>
  );
}
