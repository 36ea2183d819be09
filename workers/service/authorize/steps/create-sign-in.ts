import { createIdentityKey } from '../../shared/grant-identity.ts';
import { digestOf } from '../../shared/redirect-digest.ts';
import { signInLifetime } from '../../shared/service-lifetimes.ts';
import type { SignIn } from '../../shared/sign-in-values.ts';
import { createSignInId } from '../cookies/sign-in-cookie.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** A sign-in that an authorization request begins. @param now in seconds since 1970. */
export async function createSignIn(
  { application, redirect_uri, state, code_challenge, isHybrid, uiLanguage }: AuthorizationRequest,
  automaticLogin: SignIn['automaticLogin'],
  now: number,
): Promise<SignIn> {
  const expires = now + signInLifetime;
  return {
    id: createSignInId(expires),
    identityKey: createIdentityKey(),
    client_id: application.client_id,
    redirect_uri_digest: await digestOf(redirect_uri),
    state,
    asked: application.attributes,
    optional: application.optional ?? [],
    expires,
    ...(isHybrid && { isHybrid }),
    ...(code_challenge && { code_challenge }),
    ...(automaticLogin && { automaticLogin }),
    ...(uiLanguage && { language: uiLanguage }),
  };
}
