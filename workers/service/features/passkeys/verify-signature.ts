import { fromBase64url } from '../../../core/crypto/bytes.ts';
import type { Signed } from './passkey-calls.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Imports a public key, as in `PasskeyRow`. Fails if it isn't a point on the curve. */
const importKey = async (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64url(key) ?? new Uint8Array(), algorithm, false, ['verify']);

/** Whether a public key is a point on the curve. */
export const isValidKey = (key: string): Promise<boolean> =>
  importKey(key).then(
    () => true,
    () => false,
  );

/** Whether a passkey has signed the bytes with ES256. @param key a valid public key. */
export async function isSignedBy(key: string, { signed, signature }: Signed): Promise<boolean> {
  return crypto.subtle.verify(
    algorithm,
    await importKey(key),
    signature as BufferSource,
    signed as BufferSource,
  );
}
