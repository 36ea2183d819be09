import { codeLifetime, phoneRequestLifetime } from '../../shared/service-lifetimes.ts';
import type { SignIn } from '../../shared/sign-in-cookie-value.ts';

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
  if (signIn.minor === 'refused') return 'underage';
  if (signIn.cancelled) return 'cancelled';
  if (signIn.granted !== undefined && now >= signIn.granted + codeLifetime) return 'finished';
  return now >= signIn.expires ? 'expired' : undefined;
}

/**
 * Whether a sign-in was abandoned. True if the sign-in or its request on the phone has ended without an approval.
 */
export function wasAbandoned({ signIn, now }: SignInAt): boolean {
  const { phone, start, plid } = signIn;
  const sent = (phone ?? start)?.sent;
  const isUnanswered = plid === undefined && sent !== undefined && now >= sent + phoneRequestLifetime;
  return isUnanswered || endedStatus({ signIn, now }) !== undefined;
}

/** Whether a sign-in can't continue, because it has issued a code or has ended. */
export const hasEnded = (at: SignInAt): boolean =>
  at.signIn.granted !== undefined || endedStatus(at) !== undefined;
