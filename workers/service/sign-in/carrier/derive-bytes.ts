import { fromBase64url } from '../../../core/crypto/bytes.ts';
import { hmac, importHmacKey } from '../../../core/crypto/hmac.ts';
import type { SignIn } from '../stages/sign-in-cookie-value.ts';

/**
 * Derives bytes from a sign-in's key, which only the service can read. The bytes for one purpose are always the
 * same and reveal nothing about the bytes for another purpose.
 */
export async function deriveBytes(
  { identityKey }: Pick<SignIn, 'identityKey'>,
  purpose: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await importHmacKey(fromBase64url(identityKey) ?? new Uint8Array(32));
  return hmac(key, purpose);
}
