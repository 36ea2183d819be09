import { retryLaterError } from '../../../core/protocol/errors.ts';
import { callProgram, withTimeout } from '../../../core/storage/outages.ts';
import * as serviceRefusals from '../../shared/service-refusals.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { limitPeriod } from './sign-in-limits.ts';

/** The field that the widget adds to its form. */
const tokenField = 'cf-turnstile-response';
/** The name of the form that the widget protects: a token of another form of the same site is refused. */
export const challengeAction = 'sign-in';
/** Of a token, in characters (Turnstile's documentation). */
const maxTokenLength = 2_048;
/** How long Turnstile may take, in milliseconds. */
const timeout = 5_000;

/** Whether the operator has set a challenge up. */
export const hasChallenge = ({ env }: Pick<SignInContext, 'env'>): boolean =>
  env.TURNSTILE_SECRET !== undefined;

/**
 * Lets a stranger go on who has passed the challenge in this very form: Turnstile takes each token once, so that none is a pass for later ones.
 * @throws {ProtocolError} `challenge` where there is no token, or it is not good; `unavailable` where Turnstile does not answer.
 */
export async function requireProof(context: SignInContext): Promise<void> {
  const token = context.parameters.optional(tokenField) ?? '';
  const isGood =
    token !== '' &&
    token.length <= maxTokenLength &&
    (await callProgram('verifying a challenge', withTimeout(verify(context, token), timeout)));
  if (!isGood) throw retryLaterError(serviceRefusals.challenge, limitPeriod);
}

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
async function verify({ env, url }: SignInContext, response: string): Promise<boolean> {
  const body = new URLSearchParams({ secret: env.TURNSTILE_SECRET ?? '', response });
  const answer = await fetch(env.TURNSTILE_URL, { method: 'POST', body, redirect: 'manual' });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const { success, hostname, action } = (await answer.json()) as Partial<Record<string, unknown>>;
  return success === true && hostname === url.hostname && action === challengeAction;
}
