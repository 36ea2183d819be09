import { toHex } from '../../../core/crypto/bytes.ts';
import { hmac } from '../../../core/crypto/hmac.ts';
import type { RelyingParty } from '../../settings/relying-parties.ts';
import type { OpenIdEnv } from './party-settings.ts';

/** Length of a `sub`, in bytes. */
const length = 16;

/**
 * Returns a user's pairwise `sub` (OpenID Connect Core 1.0 §8.1), so that relying parties on two hosts can't
 * correlate the user. The `sub` is hexadecimal, so that products that convert it to lowercase don't change it.
 */
export async function pairwiseSubject(
  { OPENID_SUBJECT_KEY }: Pick<OpenIdEnv, 'OPENID_SUBJECT_KEY'>,
  { redirect_uris: [address = ''] }: RelyingParty,
  plid: string,
): Promise<string> {
  if (OPENID_SUBJECT_KEY === undefined) throw new Error('There is no key for deriving subjects');
  const key = await OPENID_SUBJECT_KEY.derive('gateway openid subject');
  return toHex((await hmac(key, `${new URL(address).hostname} ${plid}`)).subarray(0, length));
}
