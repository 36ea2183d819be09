import { callerKey, callerNetwork } from '../../../core/http/address-key.ts';
import { retryLaterError } from '../../../core/protocol/errors.ts';
import { callProgram, callRateLimit, withTimeout } from '../../../core/storage/call-with-timeout.ts';
import type { Caller } from '../../objects/request-limits.ts';
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

type Challenge = 'SIGN_IN_CHALLENGE' | 'NETWORK_CHALLENGE' | 'APPLICATION_CHALLENGE';

/** Whether the operator has set a challenge up. */
export const hasChallenge = ({ env }: Pick<SignInContext, 'env'>): boolean =>
  env.TURNSTILE_SECRET !== undefined;

/** @returns whether the caller has passed a challenge: only strangers meet one, and only if their share is used up. */
export async function challengeStranger(context: SignInContext, { known }: Caller): Promise<boolean> {
  if (known || !(await countForChallenge(context))) return false;
  await requireProof(context);
  return true;
}

/**
 * Counts a stranger's sign-in in the share above which a challenge is asked for, if the operator has set one up. A request that no carrier has confirmed
 * counts once more. A limit of Cloudflare's can't be read without counting.
 * @returns whether the share is used up. @throws {ProtocolError} `unavailable`.
 */
export async function countForChallenge(context: SignInContext): Promise<boolean> {
  if (!hasChallenge(context)) return false;
  const { env, request, signIn } = context;
  const counted: [Challenge, string | undefined][] = [
    ['SIGN_IN_CHALLENGE', callerKey(request)],
    ['NETWORK_CHALLENGE', callerNetwork(request)],
    ['APPLICATION_CHALLENGE', signIn.client_id],
  ];
  const keyed = counted.flatMap(([limit, key]) => (key === undefined ? [] : [env[limit].limit({ key })]));
  const answers = await callRateLimit('counting for a challenge', Promise.all(keyed));
  return answers.some(({ success }) => !success);
}

/**
 * Lets a stranger go on who has passed the challenge in this very form: Turnstile takes each token once, so that none is a pass for later ones.
 * @throws {ProtocolError} `challenge` where there is no token, or it is not good; `unavailable` where Turnstile does not answer.
 */
export async function requireProof(context: SignInContext): Promise<void> {
  const token = context.parameters.optional(tokenField) ?? '';
  const isToken = token !== '' && token.length <= maxTokenLength;
  const verifying = isToken ? verify(context, token) : Promise.resolve(false);
  const isGood = await callProgram('verifying a challenge', withTimeout(verifying, timeout));
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
