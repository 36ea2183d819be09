import * as v from 'valibot';
import { decryptJwe, encryptJwe, isSealedUnder } from '../../../packages/plid/crypto/jwe.ts';
import type { KeyRing } from './keys.ts';

/** A type of encrypted value that a client stores and returns. Each type has a key of its own purpose. */
export interface Sealed<Value> {
  /**
   * @param expires seconds since 1970; without it the value never expires. @returns a compact JWE, which contains
   * only URL-unreserved characters.
   */
  seal(keys: KeyRing, value: Value, expires?: number): Promise<string>;
  /**
   * @param now seconds since 1970. @returns the value; undefined if the text is forged, truncated, expired, or of
   * another type.
   */
  open(keys: KeyRing, text: string, now: number): Promise<Value | undefined>;
  /** Like `open`, but also for expired values. @returns the value and its expiry in seconds since 1970, if any. */
  read(keys: KeyRing, text: string): Promise<{ value: Value; expires: number | undefined } | undefined>;
  /** Whether a text is encrypted with the current key. A stored text must otherwise be re-encrypted. */
  isCurrent(keys: KeyRing, text: string): boolean;
}

/**
 * Declares a type of encrypted value: JWE `dir` with A256GCM, under a key derived for this purpose only, so that a
 * token can't be used as a code. The header contains the key id, with which older keys still decrypt.
 * @param spell encodes a value if its schema reads another, shorter format.
 * @param makeSchema called when a value is first decrypted. With `@__PURE__` before the call, bundles omit types
 * that they don't use.
 */
export function sealed<Schema extends v.GenericSchema<Record<string, unknown>>>(
  purpose: string,
  makeSchema: () => Schema,
  spell: (value: v.InferOutput<Schema>) => object = (value) => value as object,
): Sealed<v.InferOutput<Schema>> {
  let schema: Schema | undefined;
  const kind: Sealed<v.InferOutput<Schema>> = {
    async seal(keys, value, expires) {
      const key = await keys.derive(keys.current, purpose);
      return encryptJwe(key as CryptoKey, keys.current, JSON.stringify({ ...spell(value), exp: expires }));
    },

    async open(keys, text, now) {
      const read = await kind.read(keys, text);
      const isExpired = read?.expires !== undefined && read.expires <= now;
      return isExpired ? undefined : read?.value;
    },

    async read(keys, text) {
      const id = keys.ids.find((candidate) => isSealedUnder(candidate, text));
      if (id === undefined) return undefined;
      const opened = await decryptJwe((await keys.derive(id, purpose)) as CryptoKey, id, text);
      if (opened === undefined) return undefined;
      const { exp: expires, ...claims } = JSON.parse(opened) as { exp?: number };
      schema ??= makeSchema();
      const result = v.safeParse(schema, claims);
      return result.success ? { value: result.output, expires } : undefined;
    },

    isCurrent: (keys, text) => isSealedUnder(keys.current, text),
  };
  return kind;
}
