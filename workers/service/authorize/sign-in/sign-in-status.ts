import { codeLifetime, phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { SignIn } from '../../shared/sign-in-cookie-value.ts';

/** The reason why a sign-in can't go on; `left`: the person who approved it has left the phone authentication app since;
 * `underage`: they are younger than the application takes. */
export type SignInEnding = 'expired' | 'cancelled' | 'finished' | 'left' | 'underage';

interface SignInAt {
  signIn: SignIn;
  /** In seconds since 1970. */
  now: number;
}

/**
 * @returns the reason why a sign-in has ended; undefined while it is under way. Once it has given a code it stays open for as long as the code
 * may be redeemed, so that a form sent twice, or the browser's back button, gets the same code again.
 */
export function endingOf({ signIn, now }: SignInAt): SignInEnding | undefined {
  if (signIn.minor === 'refused') return 'underage';
  if (signIn.cancelled) return 'cancelled';
  if (signIn.granted !== undefined && now >= signIn.granted + codeLifetime) return 'finished';
  return now >= signIn.expires ? 'expired' : undefined;
}

/** Whether a sign-in was abandoned: it has ended, or its request on the phone has, and nobody has approved. */
export function wasAbandoned({ signIn, now }: SignInAt): boolean {
  const { phone, start, plid } = signIn;
  const sent = (phone ?? start)?.sent;
  const isUnanswered = plid === undefined && sent !== undefined && now >= sent + phoneRequestLifetime;
  return isUnanswered || endingOf({ signIn, now }) !== undefined;
}

/** Whether a sign-in has led somewhere, or has ended: it cannot go on. */
export const hasEnded = (at: SignInAt): boolean =>
  at.signIn.granted !== undefined || endingOf(at) !== undefined;
