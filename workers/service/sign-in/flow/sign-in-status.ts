import { codeLifetime, phoneRequestLifetime } from '../../settings/service-lifetimes.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import type { Stage } from '../stages/sign-in-stage.ts';

/**
 * Reason why a sign-in can't continue. `left`: the user who approved it has unregistered from the phone
 * authentication app. `underage`: the user is below the application's minimum age.
 */
export type SignInEnding = 'expired' | 'cancelled' | 'finished' | 'left' | 'underage';

interface SignInAt {
  signIn: SignIn;
  /** In seconds since 1970. */
  now: number;
}

/**
 * Returns the reason why a sign-in has ended, or undefined while the sign-in is in progress. After a code is
 * issued, the sign-in stays open while the code can be redeemed. During that time, a form that is sent twice or
 * the browser's back button returns the same code.
 */
export function endedStatus({ signIn, now }: SignInAt): SignInEnding | undefined {
  const { stage } = signIn;
  if (stage.at === 'ended') return stage.ending;
  if (stage.at === 'granted' && stage.page === undefined && now >= stage.granted + codeLifetime)
    return 'finished';
  return now >= signIn.expires ? 'expired' : undefined;
}

/** Whether a request at a carrier has expired without an approval. @param now In seconds since 1970. */
export const isUnanswered = (stage: Stage, now: number): boolean =>
  stage.at === 'asked' && stage.method !== 'review' && now >= stage.request.sent + phoneRequestLifetime;

/** Whether a sign-in can't continue, because it has issued a code or has ended. */
export const hasEnded = (at: SignInAt): boolean =>
  at.signIn.stage.at === 'granted' || endedStatus(at) !== undefined;
