import type { LoginFacts } from '../../../../packages/plid/protocol/login-facts.ts';
import { signInParameter } from '../../../../packages/plid/protocol/sign-in-name.ts';
import type { Language } from '../../../core/http/language.ts';
import { redirect } from '../../../core/http/redirect.ts';
import { answerAddress, errorFields, errorWordOf } from '../../../core/protocol/authorization-answer.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { issueCode } from '../../shared/codes.ts';
import { type DenialReason, denialReasons } from '../../shared/denial-words.ts';
import { issueOpenIdCode } from '../../shared/openid-codes.ts';
import type { ReturnAddress, ReturnedError } from '../../shared/returned-error.ts';
import type { AuthorizeContext, Env } from './authorize-settings.ts';

/** The service that answers. */
interface Answering {
  env: Pick<Env, 'BASE_URL'>;
}

/** The redirect to the application that ends a sign-in (§4.1); one that is registered for it, or asks with OpenID Connect, reads who answers (RFC 9207). */
function backToApplication(
  { BASE_URL }: Answering['env'],
  { application, redirect_uri, state, scope }: ReturnAddress,
  parameters: Record<string, string>,
  cookies: readonly string[] = [],
): Response {
  const answer = application.iss || scope !== undefined ? { ...parameters, iss: BASE_URL } : parameters;
  return redirect(302, answerAddress(redirect_uri, answer, state), cookies);
}

/** Ends a sign-in well: back to the application with a code (§4.1). */
export async function backWithCode(
  { env, now }: AuthorizeContext,
  request: ReturnAddress & { client_id: string; code_challenge?: string | undefined },
  {
    facts,
    ...granted
  }: { plid: string; grant: string; identityKey?: string; facts?: LoginFacts | undefined },
  cookies: readonly string[] = [],
): Promise<Response> {
  const { application, client_id, redirect_uri, code_challenge, scope } = request;
  if (scope !== undefined)
    return backToApplication(env, request, { code: await issueOpenIdCode(env.KEYS, granted) }, cookies);
  const told = application.login_facts && facts !== undefined ? { facts } : {};
  const value = { ...granted, ...told, client_id, redirect_uri, code_challenge };
  const code = await issueCode(env.KEYS, value, now);
  return backToApplication(env, request, { code }, cookies);
}

/** Ends a sign-in that was not approved, in the fields of §7. The application hears in which language the person read the pages, and can go on in it. */
export function backWithDenial(
  { env, signInName }: Answering & Pick<AuthorizeContext, 'signInName'>,
  address: ReturnAddress,
  reason: DenialReason,
  language: Language,
  cookies: readonly string[],
): Response {
  const fields = errorFields('access_denied', denialReasons[reason][language]);
  const named = signInName === undefined ? {} : { [signInParameter]: signInName };
  const told = { plid_reason: reason, ui_locales: language };
  return backToApplication(env, address, { ...fields, ...named, ...told }, cookies);
}

/** Refuses `prompt=none` where the person would have to sign in, and anybody but the person whom a request names. */
export const backForLogin = (
  { env }: Answering,
  address: ReturnAddress,
  language: Language,
  cookies: readonly string[] = [],
): Response =>
  backToApplication(env, address, errorFields('login_required', refusals.login_required[language]), cookies);

/** Refuses an OpenID request whose redirect address is verified. */
export const backWithError = (env: Answering['env'], error: ReturnedError, language: Language): Response =>
  backToApplication(env, error.address, errorFields(errorWordOf(error), error.describe(language)));
