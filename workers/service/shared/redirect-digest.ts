import { sha256Base64url } from '../../../packages/plid/crypto/bytes.ts';
import { Memo } from '../../../packages/plid/crypto/memo.ts';

/** By address; there are few. */
const digests = new Memo<string, Promise<string>>();

/** The form of a redirect address in sealed values: Base64url of its SHA-256. */
export const digestOf = (redirect_uri: string): Promise<string> =>
  digests.once(redirect_uri, () => sha256Base64url(redirect_uri));

/** The registered address with a digest; undefined where there is none, or none any more. */
export async function redirectOfDigest(
  redirect_uris: readonly string[],
  digest: string,
): Promise<string | undefined> {
  for (const redirect_uri of redirect_uris) {
    if ((await digestOf(redirect_uri)) === digest) return redirect_uri;
  }
  return undefined;
}
