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
import { type Operator, operatorFrame } from '../../pages/operator-frame.tsx';
import type { Application } from '../../shared/applications.ts';
import { issueCode } from '../../shared/codes.ts';
import { type DenialReason, denialReasons } from '../../shared/denial-reasons.ts';
import { issueOpenIdCode } from '../../shared/openid-codes.ts';
import type { ReturnAddress, ReturnedError } from '../../shared/returned-error.ts';
import type { AuthorizeContext, Env } from './authorize-settings.ts';

/** The responding service, and the language of a page that posts the response. */
interface Responder {
  env: Pick<Env, 'BASE_URL'> & Operator;
  language: Language;
}

/**
 * Returns the redirect to the application that ends a sign-in (§4.1), or a page that posts the same parameters.
 * The parameters include the issuer in `iss` (RFC 9207) if the application is registered for it or uses OpenID
 * Connect.
 */
function backToApplication(
  { env, language }: Responder,
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

/** Ends a successful sign-in by redirecting to the application with a code (§4.1). */
export async function redirectWithCode(
  { env, now, language }: Pick<AuthorizeContext, 'env' | 'now' | 'language'>,
  request: ReturnAddress & {
    application: Pick<Application, 'login_facts'>;
    client_id: string;
    code_challenge?: string | undefined;
  },
  {
    facts,
    ...granted
  }: { plid: string; grant: string; identityKey?: string; facts?: LoginFacts | undefined },
  cookies: readonly string[] = [],
): Promise<Response> {
  const { application, client_id, redirect_uri, code_challenge, scope } = request;
  const responder = { env, language };
  if (scope !== undefined)
    return backToApplication(responder, request, { code: await issueOpenIdCode(env.KEYS, granted) }, cookies);
  const extra = application.login_facts && facts !== undefined ? { facts } : {};
  const value = { ...granted, ...extra, client_id, redirect_uri, code_challenge };
  const code = await issueCode(env.KEYS, value, now);
  return backToApplication(responder, request, { code }, cookies);
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

/** Redirects to the application with the error of an OpenID request whose redirect URI is verified. */
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
