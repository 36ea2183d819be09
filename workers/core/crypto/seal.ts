import * as v from 'valibot';
import { decryptJwe, encryptJwe, hasJweHeaderFor } from './jwe.ts';
import type { KeyRing } from './keys.ts';

/**
 * A type of encrypted value that a client stores and returns. Each type has its own purpose, and so its own key.
 */
export interface Sealed<Value> {
  /**
   * @param expires seconds since 1970. If omitted, the value never expires.
   * @returns a compact JWE, which contains only URL-unreserved characters.
   */
  seal(keys: KeyRing, value: Value, expires?: number): Promise<string>;
  /**
   * @param now seconds since 1970.
   * @returns the value, or undefined if the text is forged, truncated, expired, or of another type.
   */
  open(keys: KeyRing, text: string, now: number): Promise<Value | undefined>;
  /**
   * Reads a value like `open`, but also accepts an expired value.
   * @returns the value, and its expiry in seconds since 1970 if the value has an expiry.
   */
  read(keys: KeyRing, text: string): Promise<{ value: Value; expires: number | undefined } | undefined>;
  /** Whether a text is encrypted with the current key. If it isn't, a stored text must be re-encrypted. */
  isCurrent(keys: KeyRing, text: string): boolean;
}

/**
 * Declares a type of encrypted value, encoded as a JWE with `dir` and A256GCM. The key is derived for this purpose
 * only, so that a token can't be used as a code. The header contains the key id, so that older keys can still
 * decrypt. @param encode encodes a value if the schema expects a shorter format than the value's own. @param
 * makeSchema creates the schema when a value is first decrypted. If `@__PURE__` precedes the call, bundles omit
 * types that they don't use.
 */
export function sealed<Schema extends v.GenericSchema<Record<string, unknown>>>(
  purpose: string,
  makeSchema: () => Schema,
  encode: (value: v.InferOutput<Schema>) => object = (value) => value as object,
): Sealed<v.InferOutput<Schema>> {
  let schema: Schema | undefined;
  const kind: Sealed<v.InferOutput<Schema>> = {
    async seal(keys, value, expires) {
      const key = await keys.derive(keys.current, purpose);
      return encryptJwe(key as CryptoKey, keys.current, JSON.stringify({ ...encode(value), exp: expires }));
    },

    async open(keys, text, now) {
      const read = await kind.read(keys, text);
      const isExpired = read?.expires !== undefined && read.expires <= now;
      return isExpired ? undefined : read?.value;
    },

    async read(keys, text) {
      const id = keys.ids.find((candidate) => hasJweHeaderFor(candidate, text));
      if (id === undefined) return undefined;
      const opened = await decryptJwe((await keys.derive(id, purpose)) as CryptoKey, id, text);
      if (opened === undefined) return undefined;
      const { exp: expires, ...claims } = JSON.parse(opened) as { exp?: number };
      schema ??= makeSchema();
      const result = v.safeParse(schema, claims);
      return result.success ? { value: result.output, expires } : undefined;
    },

    isCurrent: (keys, text) => hasJweHeaderFor(keys.current, text),
  };
  return kind;
}
