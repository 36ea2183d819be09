import { toHex } from './bytes.ts';

/** Private keys in settings have the format PKCS #8. */

/**
 * The prefix of every P-256 private key in PKCS #8, and the key's total length in bytes. The 32 bytes of the key
 * follow the prefix.
 */
const p256Beginning = '308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420';
const p256Length = 138;

/** Whether these bytes are a private key on the curve P-256. */
export const isP256Key = (bytes: Uint8Array): boolean =>
  bytes.length === p256Length && toHex(bytes).startsWith(p256Beginning);

/**
 * The prefix of a PKCS #8 RSA private key of 2,048 bits. The lengths that the prefix contains vary by a byte or
 * two.
 */
const rsaBeginning = /^308204[0-9a-f]{2}020100300d06092a864886f70d0101010500048204/;

/** Whether these bytes are a private RSA key of 2,048 bits. */
export const isRsaKey = (bytes: Uint8Array): boolean => rsaBeginning.test(toHex(bytes));
