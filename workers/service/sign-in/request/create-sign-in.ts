import { redirectUriDigest } from '../../protocol/redirect-digest.ts';
import { createIdentityKey } from '../../tokens/grant-identity.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';
import type { ReadRequest } from './read-request.ts';

/**
 * Creates the sign-in of an authorization request.
 * @param expires End of the sign-in, in seconds since 1970.
 */
export async function createSignIn(
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
