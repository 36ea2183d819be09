import * as v from 'valibot';
import { decryptJwe, encryptJwe, isSealedUnder } from '../../../packages/plid/crypto/jwe.ts';
import type { KeyRing } from './keys.ts';

/** A kind of value that a client keeps for us: encrypted and authenticated, each kind under a key of its own purpose. */
export interface Sealed<Value> {
  /** @param expires seconds since 1970; without it the value never expires. @returns a compact JWE: URL-unreserved characters only. */
  seal(keys: KeyRing, value: Value, expires?: number): Promise<string>;
  /** @param now seconds since 1970. @returns the value, or undefined where the text is forged, cut, expired or of another kind. */
  open(keys: KeyRing, text: string, now: number): Promise<Value | undefined>;
  /** As `open`, but however old it is. @returns the value, and when it expires in seconds since 1970, if ever. */
  read(keys: KeyRing, text: string): Promise<{ value: Value; expires: number | undefined } | undefined>;
  /** Whether a text is sealed under the current key; a stored one must otherwise be sealed again. */
  isCurrent(keys: KeyRing, text: string): boolean;
}

/**
 * Declares a kind of sealed value: JWE `dir` with A256GCM, under a key derived only for this purpose, so that a
 * token can't be sent as a code. The key's id travels in the header, which is how older keys still open.
 * @param spell how a value is written, where its schema reads another, shorter form.
 * @param makeSchema called once, when a value is first opened: with `@__PURE__` before the call, a worker holds nothing of the kinds that it does not use.
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
