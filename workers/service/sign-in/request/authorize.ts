import { readParameters } from '../../../core/protocol/parameters.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import { stepLifetime } from '../../settings/service-lifetimes.ts';
import { redirectForLogin } from '../code/return-to-application.ts';
import { createSignInId, dropOldSignIns, readSignIns } from '../cookies/sign-in-cookie.ts';
import type { AuthorizeContext } from '../flow/authorize-settings.ts';
import { withSignIn } from '../flow/respond.ts';
import type { FlowParts } from '../flow/sign-in-context.ts';
import { likelyCarriers } from '../form/likely-carrier.ts';
import { signInPage } from '../form/sign-in-page.tsx';
import { logInAutomatically } from './automatic-login.ts';
import { createSignIn } from './create-sign-in.ts';
import { prefillForm } from './prefilled-form.ts';
import { readAuthorizationRequest } from './read-request.ts';
import { resumeSignIn } from './resume-sign-in.ts';
import { claimPushedRequestUse } from './use-pushed-request.ts';

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
