import { claimsOf } from '../../../openid/claims.ts';
import type { LiveOpenIdLogin } from '../../objects/user-tables.ts';
import { decryptIdentity } from '../../sessions/decrypt-identity.ts';
import type { RelyingParty } from '../../settings/relying-parties.ts';
import { pairwiseSubject } from './pairwise-subject.ts';
import type { OpenIdContext } from './party-settings.ts';

/**
 * Returns a user's claims from the record that the gateway stores. The claims are complete even after an automatic
 * login, and `updated_at` is the time of the last full sign-in.
 * @returns claims that two relying parties can't correlate, except for the claims of the scopes `profile` and
 * `phone`.
 */
export async function releasedClaims(
  { env, now }: Pick<OpenIdContext, 'env' | 'now'>,
  party: RelyingParty,
  plid: string,
  { login, session, identity: sealed, began }: LiveOpenIdLogin,
) {
  const sub = await pairwiseSubject(env, party, plid);
  const { autoLoginYn, autoStatusCheck } = session;
  const scopes = new Set(login.scope.split(' '));
  const record = { plid: sub, ...(await decryptIdentity(env.KEYS, sealed)), autoLoginYn, autoStatusCheck };
  const claims = claimsOf(record, scopes, now);
  const isDated = began > 0 && 'name' in claims;
  return { sub, ...claims, ...(isDated && { updated_at: Math.floor(began / 1000) }) };
}
