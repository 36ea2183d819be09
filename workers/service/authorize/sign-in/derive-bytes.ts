import { fromBase64url } from '../../../../packages/plid/crypto/bytes.ts';
import { hmac, importHmacKey } from '../../../core/crypto/hmac.ts';
import type { SignIn } from '../../shared/sign-in-cookie-value.ts';

/** Bytes that follow from a sign-in's key, which only the service reads: the same each time for one purpose, and no other can be told from them. */
export async function deriveBytes(
  { identityKey }: Pick<SignIn, 'identityKey'>,
  purpose: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await importHmacKey(fromBase64url(identityKey) ?? new Uint8Array(32));
  return hmac(key, purpose);
}
