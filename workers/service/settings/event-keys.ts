import * as v from 'valibot';
import { fromBase64 } from '../../core/crypto/bytes.ts';
import { isP256Key } from '../../core/crypto/private-keys.ts';
import { secret } from '../../core/worker/settings.ts';

/** A private key that signs events, and its `kid`. */
export interface SigningKey {
  readonly kid: string;
  /** PKCS #8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A JSON Web Key Set (RFC 7517 §5) that contains only public keys. */
export interface PublicKeys {
  keys: { kty: string; crv: string; x: string; y: string; kid: string; alg: 'ES256'; use: 'sig' }[];
}

const advice =
  'needs private keys on the curve P-256 (PKCS #8) in the form id:base64, such as e1:…; separate several keys with commas (the first key signs); ' +
  'generate the Base64 with: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -outform DER | openssl base64 -A';
const entry = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]+=*)$/;

/** The setting `EVENT_KEY`. The first key signs, and all keys are published. */
const signingKeysSetting = v.pipe(
  v.string(advice),
  v.rawTransform<string, readonly SigningKey[]>(({ dataset, addIssue, NEVER }) => {
    const keys = dataset.value.split(',').map(readKey);
    const found = keys.filter((key) => key !== undefined);
    if (new Set(found.map(({ kid }) => kid)).size === keys.length) return found;
    addIssue({ message: advice });
    return NEVER;
  }),
  v.metadata(secret('signing keys')),
);

/** The optional setting `EVENT_KEY` (`id:base64,…`): the keys that sign events. Without it, the service sends no events. */
export const eventKeySetting = v.optional(signingKeysSetting);

/** Methods of the entrypoint `EventKeys` in the worker that hosts the Durable Objects. */
export interface EventKeysEntrypoint {
  /** Returns the public keys. The set is empty if the service has no `EVENT_KEY`. */
  publicKeys(): Promise<PublicKeys>;
}

function readKey(text: string): SigningKey | undefined {
  const [, kid = '', base64 = ''] = entry.exec(text) ?? [];
  const bytes = fromBase64(base64);
  return bytes !== undefined && isP256Key(bytes) ? { kid, bytes } : undefined;
}

/**
 * Imports the private key, for signatures with ES256. @param extractable whether the key may be exported again.
 */
export const importSigningKey = ({ bytes }: SigningKey, extractable: boolean) =>
  crypto.subtle.importKey('pkcs8', bytes, { name: 'ECDSA', namedCurve: 'P-256' }, extractable, ['sign']);

/** Returns the public keys, for receivers of events. */
export async function publicKeysOf(keys: readonly SigningKey[]): Promise<PublicKeys> {
  const published = keys.map(async (key) => {
    const exported = await crypto.subtle.exportKey('jwk', await importSigningKey(key, true));
    const { kty, crv, x, y } = exported as PublicKeys['keys'][number];
    return { kty, crv, x, y, kid: key.kid, alg: 'ES256', use: 'sig' } as const;
  });
  return { keys: await Promise.all(published) };
}
