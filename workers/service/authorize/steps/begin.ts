import { digestOf } from '../../shared/authorization-code.ts';
import { createIdentityKey } from '../../shared/sealed-identity.ts';
import { signInLifetime } from '../../shared/service-lifetimes.ts';
import type { SignIn } from '../../shared/service-values.ts';
import { signInPage } from '../pages/sign-in-page.tsx';
import { type AuthorizationRequest, readAuthorizationRequest } from '../sign-in/authorization-request.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import { logInAutomatically } from '../sign-in/automatic-login.ts';
import { pageLanguage } from '../sign-in/sign-in-context.ts';
import { createSignInId, dropOldSignIns, keepSignIn } from '../sign-in/sign-in-cookies.ts';
import { backWithError } from '../sign-in/sign-in-redirects.ts';

/** The authorization request (§4.1): an automatic login where there may be one, else the sign-in page. */
export async function begin(context: AuthorizeContext): Promise<Response> {
  const request = await readAuthorizationRequest(context);
  const { application, redirect_uri, prompt } = request;
  context.note({ client_id: application.client_id });
  const isFull = prompt === 'select_account' || prompt === 'login';
  const automatic = isFull ? undefined : await logInAutomatically(context, request);
  if (automatic instanceof Response) return automatic;
  const language = request.language ?? pageLanguage(context);
  if (prompt === 'none') return backWithError(request, 'login_required', language);

  const begun = await createSignIn(context.now, request);
  const offered = automatic === 'unconsented' ? ('chosen' as const) : ('offered' as const);
  const signIn = isFull ? begun : { ...begun, automaticLogin: offered };
  const cookies = [...dropOldSignIns(context), await keepSignIn(context, signIn)];
  return signInPage({ signIn, application, redirect_uri, language }, { cookies });
}

async function createSignIn(now: number, request: AuthorizationRequest): Promise<SignIn> {
  const { application, redirect_uri, state, code_challenge, isHybrid, language } = request;
  const expires = now + signInLifetime;
  return {
    id: createSignInId(expires),
    identityKey: createIdentityKey(),
    client_id: application.client_id,
    redirect_uri_digest: await digestOf(redirect_uri),
    state,
    asked: application.attributes,
    expires,
    ...(isHybrid && { isHybrid }),
    ...(code_challenge && { code_challenge }),
    ...(language && { language }),
  };
}
