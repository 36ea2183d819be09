import { decodeProtectedHeader, EncryptJWT, jwtDecrypt } from 'jose';
import * as v from 'valibot';
import { fromBase64url } from './bytes.ts';
import type { KeyRing } from './keys.ts';

/** A kind of value that a client keeps for us: encrypted and authenticated, each kind under a key of its own purpose. */
export interface Sealed<Value> {
  /** @param expires seconds since 1970; without it the value never expires. @returns a compact JWE: URL-unreserved characters only. */
  seal(keys: KeyRing, value: Value, expires?: number): Promise<string>;
  /** @param now seconds since 1970. @returns the value, or undefined where the text is forged, cut, expired or of another kind. */
  open(keys: KeyRing, text: string, now: number): Promise<Value | undefined>;
  /** Whether a text is sealed under the current key; a stored one must otherwise be sealed again. */
  isCurrent(keys: KeyRing, text: string): boolean;
}

/**
 * Declares a kind of sealed value: JWE `dir` with A256GCM, under a key derived for this purpose alone, so that a
 * token can't be sent as a code. The key's id travels in the header, which is how older keys still open.
 */
export function sealed<Schema extends v.GenericSchema<Record<string, unknown>>>(
  purpose: string,
  schema: Schema,
): Sealed<v.InferOutput<Schema>> {
  return {
    async seal(keys, value, expires) {
      const key = await keys.derive(keys.current, purpose);
      const token = new EncryptJWT(value as Record<string, unknown>).setProtectedHeader({
        alg: 'dir',
        enc: 'A256GCM',
        kid: keys.current,
      });
      if (expires !== undefined) token.setExpirationTime(expires);
      return token.encrypt(key as CryptoKey);
    },

    async open(keys, text, now) {
      if (!text.split('.').every((part) => fromBase64url(part) !== undefined)) return undefined;
      try {
        const findKey = async ({ kid = '' }: { kid?: string }) => {
          const key = await keys.derive(kid, purpose);
          if (key === undefined) throw new Error('sealed under a key that is not in KEYS');
          return key;
        };
        const { payload } = await jwtDecrypt(text, findKey, {
          currentDate: new Date(now * 1000),
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        });
        const { exp: _, ...value } = payload;
        const result = v.safeParse(schema, value);
        return result.success ? result.output : undefined;
      } catch {
        return undefined;
      }
    },

    isCurrent(keys, text) {
      try {
        return decodeProtectedHeader(text).kid === keys.current;
      } catch {
        return false;
      }
    },
  };
}
