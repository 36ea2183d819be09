import * as v from 'valibot';
import { fromBase64 } from '../crypto/bytes.ts';
import { type KeyRing, keyRing, type NumberedKey, numberedKey } from '../crypto/keys.ts';
import { splitTokens } from './named-tokens.ts';
import { secret } from './settings.ts';

/** Length of each key in bytes. */
const keyLength = 32;
const keyId = /^[A-Za-z0-9_-]{1,32}$/;

const advice =
  'needs keys in the form id:base64, each with 32 random bytes, such as k1:…; separate several keys with commas, the current key first; ' +
  'generate the Base64 with: openssl rand -base64 32';

/** The setting `KEYS`, parsed into a {@link KeyRing}. */
export const keyRingSetting = v.pipe(
  v.string(advice),
  v.rawTransform<string, KeyRing>(({ dataset, addIssue, NEVER }) => {
    const keys = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const { name: id, value } of splitTokens(dataset.value, '')) {
      const bytes = fromBase64(value);
      if (!keyId.test(id) || bytes?.length !== keyLength || keys.has(id)) {
        addIssue({ message: advice });
        return NEVER;
      }
      keys.set(id, bytes);
    }
    return keyRing(keys);
  }),
  v.metadata(secret('keys')),
);

const numbered = /^(?:([1-9]\d{0,14}):)?(.*)$/;

/**
 * A setting with 32 random bytes in Base64, parsed into a {@link NumberedKey}. The format is `2:base64`, where 2
 * is the key number, or only `base64` for key number 1.
 */
export const numberedKeySetting = v.pipe(
  v.string('needs 32 random bytes in Base64; generate them with: openssl rand -base64 32'),
  v.rawTransform<string, NumberedKey>(({ dataset, addIssue, NEVER }) => {
    const [, number = '1', base64 = ''] = numbered.exec(dataset.value) ?? [];
    const bytes = fromBase64(base64);
    if (bytes?.length !== keyLength) {
      addIssue({ message: 'needs 32 random bytes in Base64; generate them with: openssl rand -base64 32' });
      return NEVER;
    }
    return numberedKey(Number(number), bytes);
  }),
  v.metadata(secret('base64')),
);
