import { sha256Base64url } from '../../core/crypto/bytes.ts';
import { Memo } from '../../core/crypto/memo.ts';

/** Digests, keyed by redirect URI. There are only a few redirect URIs. */
const digests = new Memo<string, Promise<string>>();

/** Returns the short form of a redirect URI for encrypted values, which is its Base64url-encoded SHA-256. */
export const redirectUriDigest = (redirect_uri: string): Promise<string> =>
  digests.once(redirect_uri, () => sha256Base64url(redirect_uri));

/** Returns the registered redirect URI with the given digest, or undefined if none matches. */
export async function redirectOfDigest(
  redirect_uris: readonly string[],
  digest: string,
): Promise<string | undefined> {
  for (const redirect_uri of redirect_uris) {
    if ((await redirectUriDigest(redirect_uri)) === digest) return redirect_uri;
  }
  return undefined;
}
