import type { Language } from '../../../core/http/language.ts';
import { redirect } from '../../../core/http/redirect.ts';
import {
  errorCodeOf,
  errorFields,
  responseFields,
  responseUrl,
} from '../../../core/protocol/authorization-response.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { signInParameter } from '../../../core/protocol/sign-in-header.ts';
import { autoPostPage } from '../../../pages/auto-post-page.tsx';
import { type Operator, operatorFrame } from '../../pages/operator-frame.tsx';
import type { ReturnAddress, ReturnedError } from '../../protocol/returned-error.ts';
import type { Answered, Granted, RequestFormat } from '../flow/request-format.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { AuthorizeContext, Env } from '../settings/sign-in-settings.ts';
import { type DenialReason, denialReasons } from '../stages/denial-reasons.ts';

/** The responding service, and the language of a page that posts the response. */
interface Responder {
  env: Pick<Env, 'BASE_URL'> & Operator;
  language: Language;
}

/**
 * Returns the redirect to the application that ends a sign-in (§4.1), or a page that posts the same parameters.
 * The parameters include the issuer in `iss` (RFC 9207) if the application is registered for it or the request's format
 * always states it.
 */
function backToApplication(
  { env, language }: Responder,
  { application, redirect_uri, state, format, formPost }: ReturnAddress,
  parameters: Record<string, string>,
  cookies: readonly string[] = [],
): Response {
  const answer = application.iss || format?.statesIssuer ? { ...parameters, iss: env.BASE_URL } : parameters;
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

/** Returns the address for the response that ends a sign-in. */
export const returnAddressOf = ({
  signIn: { state, formPost },
  application,
  redirect_uri,
  format,
}: Pick<SignInContext, 'application' | 'redirect_uri' | 'format' | 'signIn'>) =>
  ({ application, redirect_uri, state, format, formPost }) satisfies ReturnAddress;

/** Ends a successful sign-in by redirecting to the application with a code (§4.1). */
export async function redirectWithCode(
  { env, now, language }: Pick<AuthorizeContext, 'env' | 'now' | 'language'>,
  request: ReturnAddress & Answered & { format: Pick<RequestFormat, 'issueCode'> },
  granted: Granted,
  cookies: readonly string[] = [],
): Promise<Response> {
  const code = await request.format.issueCode(env.KEYS, granted, request, now);
  return backToApplication({ env, language }, request, { code }, cookies);
}

/**
 * Ends a sign-in that was not approved, with the error fields of §7. The application also gets the pages' language
 * in `ui_locales`, so that it can continue in the same language.
 */
export function redirectWithDenial(
  { env, signInName }: Pick<Responder, 'env'> & Pick<AuthorizeContext, 'signInName'>,
  address: ReturnAddress,
  reason: DenialReason,
  language: Language,
): Response {
  const fields = errorFields('access_denied', denialReasons[reason][language]);
  const reference = signInName === undefined ? {} : { [signInParameter]: signInName };
  const extra = { plid_reason: reason, ui_locales: language };
  return backToApplication({ env, language }, address, { ...fields, ...reference, ...extra });
}

/**
 * Redirects to the application with `login_required`. This is the response if a request has `prompt=none` but the
 * user would have to sign in. It's also the response if a user other than the one that the request identifies has
 * approved.
 */
export const redirectForLogin = (
  { env }: Pick<Responder, 'env'>,
  address: ReturnAddress,
  language: Language,
): Response =>
  backToApplication(
    { env, language },
    address,
    errorFields('login_required', refusals.login_required[language]),
  );

/** Redirects to the application with the error of a request whose redirect URI is verified. */
export const redirectWithError = (
  env: Responder['env'],
  error: ReturnedError,
  language: Language,
): Response =>
  backToApplication(
    { env, language },
    error.address,
    errorFields(errorCodeOf(error), error.describe(language)),
  );
