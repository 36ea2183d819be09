import { signInName } from '../../protocol/sign-in-name.ts';
import {
  phoneRequestLifetime,
  signInExtensionPeriod,
  stepLifetime,
} from '../../settings/service-lifetimes.ts';
import { createIdentityKey } from '../../tokens/grant-identity.ts';
import { createSignInId, firstExpiryOf } from '../cookies/sign-in-cookie.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import type { Stage } from '../stages/sign-in-stage.ts';
import type { SignInContext } from './sign-in-context.ts';
import { endedStatus } from './sign-in-status.ts';

/** Returns the time after which no step extends a sign-in, in seconds since 1970. */
const lastStepOf = (signIn: SignIn): number =>
  firstExpiryOf(signIn.id) - stepLifetime + signInExtensionPeriod;

/** Whether a step just before the sign-in expires could still extend it. */
export const canBeRenewed = (signIn: SignIn): boolean => signIn.expires < lastStepOf(signIn);

/**
 * Returns the sign-in's expiry time after a step, which is never earlier than the previous expiry time. Each copy
 * of the cookie has its own expiry time.
 */
export const extendedExpiry = (signIn: SignIn, now: number): number =>
  Math.max(signIn.expires, Math.min(now + stepLifetime, lastStepOf(signIn)));

/**
 * Returns the expiry time of a sign-in that sends a request to a phone now. This time leaves the user enough time
 * to respond.
 */
const expiryWhilePending = (signIn: SignIn, now: number): number =>
  Math.max(signIn.expires, Math.min(now, lastStepOf(signIn) + phoneRequestLifetime) + phoneRequestLifetime);

/** Returns the sign-in with a new request that is sent now. Nothing remains of its earlier requests. */
export function withNewRequest({ attempt: _, ...signIn }: SignIn, stage: Stage, now: number): SignIn {
  return { ...signIn, stage, expires: expiryWhilePending(signIn, now) };
}

/**
 * Returns the sign-in after a step by the user. A granted sign-in isn't extended, because the account waits for its code
 * until a fixed time. If the sign-in expired before its form was sent, a new sign-in
 * with its own ID and key replaces it. A sign-in that ended for another reason is returned unchanged.
 */
export function renewAfterStep(context: SignInContext): SignInContext {
  const { signIn, now } = context;
  const ending = endedStatus(context);
  if (signIn.stage.at === 'granted') return context;
  if (ending === undefined)
    return { ...context, signIn: { ...signIn, expires: extendedExpiry(signIn, now) } };
  if (ending !== 'expired' || hasSentRequest(signIn) || now >= lastStepOf(signIn)) return context;
  const next = { ...signIn, ...replacement(signIn, now) };
  context.nameSignIn(signInName(next.id));
  return { ...context, signIn: next };
}

/**
 * Whether a request may have been sent to a phone or a carrier, so that a late response is possible, or a store
 * reviewer's number was entered.
 */
const hasSentRequest = ({ stage, attempt }: SignIn): boolean =>
  stage.at !== 'requested' || attempt !== undefined;

const replacement = ({ id, client_id, scope }: SignIn, now: number) => ({
  id: createSignInId(firstExpiryOf(id), client_id),
  identityKey: createIdentityKey(scope),
  expires: now + stepLifetime,
});
