import { readParameters } from '../../../core/protocol/parameters.ts';
import { redirectUriDigest } from '../../protocol/redirect-digest.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import { stepLifetime } from '../../settings/service-lifetimes.ts';
import { createIdentityKey } from '../../tokens/grant-identity.ts';
import { redirectForLogin } from '../code/return-to-application.ts';
import { createSignInId, dropOldSignIns, readSignIns } from '../cookies/sign-in-cookie.ts';
import { withSignIn } from '../flow/respond.ts';
import type { FlowParts } from '../flow/sign-in-context.ts';
import { likelyCarrier } from '../form/likely-carrier.ts';
import { signInPage } from '../form/sign-in-page.tsx';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import { logInAutomatically } from './automatic-login.ts';
import { prefillForm } from './prefilled-form.ts';
import { type ReadRequest, readAuthorizationRequest } from './read-request.ts';
import { resumeUsedRequest } from './used-request.ts';

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
  const resumed = await resumeUsedRequest(context, request);
  if (resumed !== undefined) return resumed;
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
    { ...prefilled, carrier: await likelyCarrier(context) },
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
  const { application, redirect_uri, state, code_challenge, isHybrid, uiLanguage, max_age } = request;
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
    ...(max_age !== undefined && { max_age }),
    ...(automaticLogin && { automaticLogin }),
    ...(uiLanguage && { language: uiLanguage }),
  };
}
