import type { Identity } from '../../../packages/plid/protocol/user-record.ts';
import type { KeyRing } from '../../core/crypto/keys.ts';
import { storedIdentity } from './gateway-sealed-types.ts';

/** An identity that was sealed under a key that is no longer in KEYS can't be read; the next full sign-in brings it again. */
export const openIdentity = async (keys: KeyRing, sealed: string): Promise<Identity> =>
  (await storedIdentity.open(keys, sealed, 0)) ?? {};
