import * as v from 'valibot';
import { fromBase64url, toBase64url, toHex } from '../../core/crypto/bytes.ts';
import { sealed } from '../../core/crypto/seal.ts';

/**
 * Encrypted OpenID Connect values that leave the service and come back, like the values in
 * service-sealed-types.ts.
 */

/**
 * The code of an OpenID Connect request, with at most 255 characters. The code's grant stores the request's other
 * values. A sign-in's id ends with the client id. The code omits this client id, because the client presents it.
 */
export const openIdCode = /* @__PURE__ */ sealed(
  'service openid code',
  () =>
    v.pipe(
      v.object({ c: v.pipe(v.string(), v.regex(packedCode)) }),
      v.transform(({ c }) => unpackCode(c)),
    ),
  ({ plid, signIn, identityKey = '' }) => ({ c: `${packPlid(plid)}${signIn}${identityKey}` }),
);

/**
 * Format of a packed code. It contains a plid in 22 characters, the sign-in's id without its client id, and the
 * identity key unless the code is for an automatic login.
 */
const packedCode = /^([\w-]{22})(\d+-[\w-]{22})([\w-]{22})?$/;

function unpackCode(text: string) {
  const [, plid = '', signIn = '', identityKey] = packedCode.exec(text) ?? [];
  return { plid: unpackPlid(plid), signIn, ...(identityKey && { identityKey }) };
}

/** Converts a plid to its 16 bytes in Base64url. */
const packPlid = (plid: string): string =>
  toBase64url(Uint8Array.from(plid.match(/[0-9a-f]{2}/g) ?? [], (pair) => Number.parseInt(pair, 16)));

const unpackPlid = (packed: string): string =>
  toHex(fromBase64url(packed) ?? new Uint8Array()).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The access token of an OpenID Connect request. */
export const openIdToken = /* @__PURE__ */ sealed('service openid token', () =>
  v.object({
    plid: v.string(),
    grant: v.string(),
    /** As in the code. */
    identityKey: v.exactOptional(v.string()),
    client_id: v.string(),
    /** The id of the client secret that was used. */
    secret: v.string(),
    scope: v.string(),
  }),
);
