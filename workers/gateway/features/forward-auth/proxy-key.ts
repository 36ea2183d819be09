import { toHex, utf8 } from '../../../core/crypto/bytes.ts';
import { hmac, importHmacKey } from '../../../core/crypto/hmac.ts';
import { Memo } from '../../../core/crypto/memo.ts';

/**
 * Returns the key with which a proxy authenticates to `/auth/verify`, as 64 hexadecimal digits. The key is derived
 * from `IDENTITY_KEY`, so that a proxy's configuration, logs, and headers never contain the signing key.
 */
export const deriveProxyKey = (identityKey: string): Promise<string> =>
  derived.once(identityKey, async () => {
    const key = await importHmacKey(utf8(identityKey));
    return toHex(await hmac(key, 'plid proxy key'));
  });

/** Derived keys, of which there are two during a rotation of `IDENTITY_KEY`. */
const derived = new Memo<string, Promise<string>>(2);
