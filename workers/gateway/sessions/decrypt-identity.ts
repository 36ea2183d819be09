import type { KeyRing } from '../../core/crypto/keys.ts';
import type { Identity } from '../../core/protocol/user-record.ts';
import { storedIdentity } from '../settings/gateway-sealed-types.ts';

/** Decrypts a stored identity. If its key is no longer in `KEYS`, the next full sign-in stores the identity again. */
export const decryptIdentity = async (keys: KeyRing, sealed: string): Promise<Identity> =>
  (await storedIdentity.open(keys, sealed, 0)) ?? {};
