import { sha256Base64url } from '../../../packages/plid/crypto/bytes.ts';
import { Memo } from '../../../packages/plid/crypto/memo.ts';

/** By redirect URI; there are few. */
const digests = new Memo<string, Promise<string>>();

/** The short form of a redirect URI in encrypted values: Base64url of its SHA-256. */
export const digestOf = (redirect_uri: string): Promise<string> =>
  digests.once(redirect_uri, () => sha256Base64url(redirect_uri));

/** The registered redirect URI with a digest; undefined if it isn't registered. */
export async function redirectOfDigest(
  redirect_uris: readonly string[],
  digest: string,
): Promise<string | undefined> {
  for (const redirect_uri of redirect_uris) {
    if ((await digestOf(redirect_uri)) === digest) return redirect_uri;
  }
  return undefined;
}
