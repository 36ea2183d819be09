import { createIdentityKey } from '../../shared/grant-identity.ts';
import { phoneRequestLifetime, signInLifetime, stepLifetime } from '../../shared/service-lifetimes.ts';
import type { SignIn } from '../../shared/sign-in-cookie-value.ts';
import { signInName } from '../../shared/sign-in-name.ts';
import { createSignInId, firstExpiryOf } from '../cookies/sign-in-cookie.ts';
import type { SignInContext } from './sign-in-context.ts';
import { endingOf } from './sign-in-status.ts';

/** After that no step renews a sign-in; in seconds since 1970. */
const lastStepOf = (signIn: SignIn): number => firstExpiryOf(signIn.id) - stepLifetime + signInLifetime;

/** Whether a step could still renew it when it ends. */
export const canBeRenewed = (signIn: SignIn): boolean => signIn.expires < lastStepOf(signIn);

/** When a sign-in ends that has a step now; never sooner than before. Of several copies of its cookie each has its own end. */
const renewedEnd = (signIn: SignIn, now: number): number =>
  Math.max(signIn.expires, Math.min(now + stepLifetime, lastStepOf(signIn)));

/** When a sign-in ends that asks a phone now: its person must have the time to answer. */
export const expiryWhilePending = (signIn: SignIn, now: number): number =>
  Math.max(signIn.expires, Math.min(now, lastStepOf(signIn) + phoneRequestLifetime) + phoneRequestLifetime);

/** A sign-in that asks a phone now, without what became of earlier requests. */
export function withoutOldRequests(
  {
    plid: _,
    facts: __,
    phone: ___,
    start: ____,
    unregistered: _____,
    attempt: ______,
    age: _______,
    minor: ________,
    ...signIn
  }: SignIn,
  now: number,
): SignIn {
  return { ...signIn, expires: expiryWhilePending(signIn, now) };
}

/**
 * A sign-in after a step of its person. A form that nobody has sent before its end goes on in a sign-in that takes its place, with a name and a key
 * of its own; one that has ended otherwise stays as it is.
 */
export function renewAfterStep(context: SignInContext): SignInContext {
  const { signIn, now } = context;
  const ending = endingOf(context);
  if (ending === undefined) return { ...context, signIn: { ...signIn, expires: renewedEnd(signIn, now) } };
  if (ending !== 'expired' || hasAsked(signIn) || now >= lastStepOf(signIn)) return context;
  const next = { ...signIn, ...begunAnew(signIn, now) };
  context.nameSignIn(signInName(next.id));
  return { ...context, signIn: next };
}

/** Whether somebody may have been asked, who could answer late. */
const hasAsked = ({ phone, start, unregistered, attempt }: SignIn): boolean =>
  [phone, start, unregistered, attempt].some((asked) => asked !== undefined);

const begunAnew = ({ id, client_id, scope }: SignIn, now: number) => ({
  id: createSignInId(firstExpiryOf(id), client_id),
  identityKey: createIdentityKey(scope),
  expires: now + stepLifetime,
});
