import { sha256Base64url } from '../../../packages/plid/crypto/bytes.ts';

const digests = new Map<string, string>();
const maxDigests = 1_000;

/** The form of a redirect address in sealed values: Base64url of its SHA-256. There are few addresses, so that they are kept. */
export async function digestOf(redirect_uri: string): Promise<string> {
  const cached = digests.get(redirect_uri);
  if (cached !== undefined) return cached;
  const digest = await sha256Base64url(redirect_uri);
  if (digests.size >= maxDigests) digests.clear();
  digests.set(redirect_uri, digest);
  return digest;
}
