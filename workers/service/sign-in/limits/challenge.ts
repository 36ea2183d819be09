import { callerNetwork, rateLimitKeyOfCaller } from '../../../core/http/rate-limit-key.ts';
import { type ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import { callProgram, callRateLimit, withTimeout } from '../../../core/storage/call-with-timeout.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import { signInLimitPeriod } from './caller-limits.ts';

/** Form field in which the widget sends its token. */
const tokenField = 'cf-turnstile-response';
/** Turnstile action of the protected form. A token from another form of the same site is rejected. */
export const challengeAction = 'sign-in';
/** Maximum length of a token in characters (Turnstile's documentation). */
const maxTokenLength = 2_048;
/** Maximum time for Turnstile's response, in milliseconds. */
const timeout = 5_000;

type Challenge = 'SIGN_IN_CHALLENGE' | 'NETWORK_CHALLENGE' | 'APPLICATION_CHALLENGE';

/** Whether the operator has set up a challenge. */
export const hasChallenge = ({ env }: Pick<SignInContext, 'env'>): boolean =>
  env.TURNSTILE_SECRET !== undefined;

/**
 * Counts an unknown caller's sign-in for the challenge limits if the operator has set up a challenge. A request
 * that the carrier doesn't confirm counts twice. Every check counts, because Cloudflare's rate limits can't be
 * read without counting.
 * @returns Whether a limit is exceeded. @throws {ProtocolError} `unavailable`.
 */
export async function countForChallenge(context: SignInContext): Promise<boolean> {
  if (!hasChallenge(context)) return false;
  const { env, request, signIn } = context;
  const limits: [Challenge, string | undefined][] = [
    ['SIGN_IN_CHALLENGE', rateLimitKeyOfCaller(request)],
    ['NETWORK_CHALLENGE', callerNetwork(request)],
    ['APPLICATION_CHALLENGE', signIn.client_id],
  ];
  const counting = limits.flatMap(([limit, key]) => (key === undefined ? [] : [env[limit].limit({ key })]));
  const answers = await callRateLimit('counting for a challenge', Promise.all(counting));
  return answers.some(({ success }) => !success);
}

/**
 * Checks the Turnstile token of the submitted form. Turnstile accepts each token once, so a token can't be reused for
 * later sign-ins. @returns `challenge` if the token is missing or invalid. @throws {ProtocolError} `unavailable` if
 * Turnstile doesn't respond.
 */
export async function checkChallenge(context: SignInContext): Promise<ProtocolError | undefined> {
  const token = context.parameters.optional(tokenField) ?? '';
  const hasToken = token !== '' && token.length <= maxTokenLength;
  const verifying = hasToken ? verify(context, token) : Promise.resolve(false);
  const isValid = await callProgram('verifying a challenge', withTimeout(verifying, timeout));
  return isValid ? undefined : retryLaterError(serviceRefusals.challenge, signInLimitPeriod);
}

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
async function verify({ env, url }: SignInContext, response: string): Promise<boolean> {
  const body = new URLSearchParams({ secret: env.TURNSTILE_SECRET ?? '', response });
  const answer = await fetch(env.TURNSTILE_URL, { method: 'POST', body, redirect: 'manual' });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const { success, hostname, action } = (await answer.json()) as Partial<Record<string, unknown>>;
  return success === true && hostname === url.hostname && action === challengeAction;
}
