import { sha256Base64url } from '../../../core/crypto/bytes.ts';
import { readParameters } from '../../../core/protocol/parameters.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { namedObject } from '../../../core/storage/named-object.ts';
import { redirectUriDigest } from '../../protocol/redirect-digest.ts';
import * as serviceRefusals from '../../protocol/service-refusals.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import { stepLifetime, usedRequestLifetime } from '../../settings/service-lifetimes.ts';
import { createIdentityKey } from '../../tokens/grant-identity.ts';
import { redirectForLogin } from '../code/return-to-application.ts';
import { createSignInId, dropOldSignIns, readSignIns } from '../cookies/sign-in-cookie.ts';
import type { AuthorizeContext } from '../flow/authorize-settings.ts';
import { MissingCookieError } from '../flow/missing-cookie.ts';
import { withSignIn } from '../flow/respond.ts';
import type { FlowParts } from '../flow/sign-in-context.ts';
import { seeOther, signInPagePath } from '../flow/sign-in-paths.ts';
import { hasEnded } from '../flow/sign-in-status.ts';
import { likelyCarriers } from '../form/likely-carrier.ts';
import { signInPage } from '../form/sign-in-page.tsx';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import { logInAutomatically } from './automatic-login.ts';
import { prefillForm } from './prefilled-form.ts';
import { type ReadRequest, readAuthorizationRequest } from './read-request.ts';

/**
 * Handles the authorization request (§4.1): grants an automatic login if possible, otherwise shows the sign-in
 * page.
 */
export async function authorize(
  context: AuthorizeContext,
  { methods, formats }: FlowParts,
): Promise<Response> {
  const request = await readAuthorizationRequest(context, formats, await readParameters(context.request));
  const { application, redirect_uri, prompt, language } = request;
  context.note({ client_id: application.client_id });
  if (!(await claimPushedRequestUse(context, request))) return resumeSignIn(context, request);
  const { env, url, now } = context;
  const expires = now + stepLifetime;
  const id = createSignInId(expires, application.client_id);
  context.nameSignIn(signInName(id));
  const automaticLogin = await logInAutomatically(context, request, id);
  if (automaticLogin instanceof Response) return automaticLogin;
  if (prompt === 'none') return redirectForLogin(context, request, language);

  const signIn = await createSignIn(id, request, automaticLogin, expires);
  const earlier = await readSignIns(context);
  const prefilled = await prefillForm(context, signIn, earlier);
  const response = signInPage(
    { env, url, now, request: context.request, signIn, application, redirect_uri, language, methods },
    { ...prefilled, ...(await likelyCarriers(context)) },
  );
  return withSignIn(context, { response, signIn, cookies: dropOldSignIns(context) });
}

/**
 * Creates the sign-in of an authorization request.
 * @param expires End of the sign-in, in seconds since 1970.
 */
async function createSignIn(
  id: string,
  request: ReadRequest,
  automaticLogin: SignIn['automaticLogin'],
  expires: number,
): Promise<SignIn> {
  const { application, redirect_uri, state, code_challenge, isHybrid, uiLanguage } = request;
  const { asked, optional, scope, nonce, formPost, hinted } = request;
  return {
    id,
    identityKey: createIdentityKey(scope),
    client_id: application.client_id,
    redirect_uri_digest: await redirectUriDigest(redirect_uri),
    state,
    asked,
    optional,
    expires,
    stage: { at: 'requested' },
    ...(isHybrid && { isHybrid }),
    ...(code_challenge && { code_challenge }),
    ...(scope && { scope }),
    ...(nonce && { nonce }),
    ...(formPost && { formPost }),
    ...(hinted && { hinted }),
    ...(automaticLogin && { automaticLogin }),
    ...(uiLanguage && { language: uiLanguage }),
  };
}

/**
 * Resumes the sign-in that a pushed request started in this browser. Its page may be loaded again after the
 * request has expired or a single-use request was used. For example, a phone may restore a suspended page.
 * @throws {ProtocolError} `request_expired` if this browser has no such sign-in.
 */
async function resumeSignIn(
  context: AuthorizeContext,
  { application, redirect_uri, state }: ReadRequest,
): Promise<Response> {
  const digest = await redirectUriDigest(redirect_uri);
  const open = (await readSignIns(context)).find(
    (signIn) =>
      signIn.client_id === application.client_id &&
      signIn.redirect_uri_digest === digest &&
      signIn.state === state &&
      !hasEnded({ signIn, now: context.now }),
  );
  if (open === undefined) throw new MissingCookieError(serviceRefusals.request_expired, application);
  return seeOther(signInPagePath('sign-in', open.id));
}

/**
 * Returns whether a request may start a sign-in. For applications that are registered with `par: once`, this
 * marks the pushed request as used (RFC 9126 §4). Each such request has its own object, so that exactly one of
 * several browsers continues. Other requests need no call to an object.
 * @throws {ProtocolError} `unavailable` if the object can't be reached.
 */
async function claimPushedRequestUse(
  { env, now }: AuthorizeContext,
  { application, request_uri, isExpired }: Pick<ReadRequest, 'application' | 'request_uri' | 'isExpired'>,
): Promise<boolean> {
  if (isExpired) return false;
  if (request_uri === undefined || application.par !== 'once') return true;
  const object = namedObject(env.PUSHED_REQUEST, await sha256Base64url(request_uri), env);
  return callObject<boolean>('using a pushed request', object.use(now + usedRequestLifetime, now));
}
