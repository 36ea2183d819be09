import type { LoginFacts } from '../../../../packages/plid/protocol/login-facts.ts';
import { signInParameter } from '../../../../packages/plid/protocol/sign-in-name.ts';
import type { Language } from '../../../core/http/language.ts';
import { redirect } from '../../../core/http/redirect.ts';
import {
  errorCodeOf,
  errorFields,
  responseFields,
  responseUrl,
} from '../../../core/protocol/authorization-response.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { autoPostPage } from '../../../pages/auto-post-page.tsx';
import { type Operator, operatorFrame } from '../../pages/operator.tsx';
import { issueCode } from '../../shared/codes.ts';
import { type DenialReason, denialReasons } from '../../shared/denial-words.ts';
import { issueOpenIdCode } from '../../shared/openid-codes.ts';
import type { ReturnAddress, ReturnedError } from '../../shared/returned-error.ts';
import type { AuthorizeContext, Env } from './authorize-settings.ts';

/** The service that answers, and the language of a page that posts the answer. */
interface Answering {
  env: Pick<Env, 'BASE_URL'> & Operator;
  language: Language;
}

/**
 * The redirect to the application that ends a sign-in (§4.1), or the page that posts the same. An application that is registered for it, or
 * asks with OpenID Connect, reads who answers (RFC 9207).
 */
function backToApplication(
  { env, language }: Answering,
  { application, redirect_uri, state, scope, formPost }: ReturnAddress,
  parameters: Record<string, string>,
  cookies: readonly string[] = [],
): Response {
  const answer = application.iss || scope !== undefined ? { ...parameters, iss: env.BASE_URL } : parameters;
  if (!formPost) return redirect(302, responseUrl(redirect_uri, answer, state), cookies);
  const frame = operatorFrame({ operator: env, language, otherLanguage: null });
  return autoPostPage({
    language,
    frame,
    action: redirect_uri,
    fields: responseFields(answer, state),
    cookies,
  });
}

/** Ends a sign-in well: back to the application with a code (§4.1). */
export async function redirectWithCode(
  { env, now, language }: Pick<AuthorizeContext, 'env' | 'now' | 'language'>,
  request: ReturnAddress & { client_id: string; code_challenge?: string | undefined },
  {
    facts,
    ...granted
  }: { plid: string; grant: string; identityKey?: string; facts?: LoginFacts | undefined },
  cookies: readonly string[] = [],
): Promise<Response> {
  const { application, client_id, redirect_uri, code_challenge, scope } = request;
  const answering = { env, language };
  if (scope !== undefined)
    return backToApplication(answering, request, { code: await issueOpenIdCode(env.KEYS, granted) }, cookies);
  const told = application.login_facts && facts !== undefined ? { facts } : {};
  const value = { ...granted, ...told, client_id, redirect_uri, code_challenge };
  const code = await issueCode(env.KEYS, value, now);
  return backToApplication(answering, request, { code }, cookies);
}

/** Ends a sign-in that was not approved, in the fields of §7. The application hears in which language the person read the pages, and can go on in it. */
export function redirectWithDenial(
  { env, signInName }: Pick<Answering, 'env'> & Pick<AuthorizeContext, 'signInName'>,
  address: ReturnAddress,
  reason: DenialReason,
  language: Language,
  cookies: readonly string[],
): Response {
  const fields = errorFields('access_denied', denialReasons[reason][language]);
  const named = signInName === undefined ? {} : { [signInParameter]: signInName };
  const told = { plid_reason: reason, ui_locales: language };
  return backToApplication({ env, language }, address, { ...fields, ...named, ...told }, cookies);
}

/** Refuses `prompt=none` where the person would have to sign in, and anybody but the person whom a request names. */
export const redirectForLogin = (
  { env }: Pick<Answering, 'env'>,
  address: ReturnAddress,
  language: Language,
  cookies: readonly string[] = [],
): Response =>
  backToApplication(
    { env, language },
    address,
    errorFields('login_required', refusals.login_required[language]),
    cookies,
  );

/** Refuses an OpenID request whose redirect address is verified. */
export const redirectWithError = (
  env: Answering['env'],
  error: ReturnedError,
  language: Language,
): Response =>
  backToApplication(
    { env, language },
    error.address,
    errorFields(errorCodeOf(error), error.describe(language)),
  );
