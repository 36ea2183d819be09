import { readParameters } from '../../../core/protocol/parameters.ts';
import { stepLifetime } from '../../shared/service-lifetimes.ts';
import { signInName } from '../../shared/sign-in-name.ts';
import { createSignInId, dropOldSignIns, readSignIns } from '../cookies/sign-in-cookie.ts';
import { signInPage } from '../pages/sign-in-page.tsx';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import { likelyCarriers } from '../sign-in/likely-carrier.ts';
import { prefillForm } from '../sign-in/prefilled-form.ts';
import { withSignIn } from '../sign-in/respond.ts';
import { redirectForLogin } from '../sign-in/return-to-application.ts';
import type { FlowParts } from '../sign-in/sign-in-context.ts';
import { logInAutomatically } from './automatic-login.ts';
import { createSignIn } from './create-sign-in.ts';
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
