import * as v from 'valibot';
import { fromBase64 } from '../../workers/core/crypto/bytes.ts';
import type { SecretKey } from './vendor-crypto.ts';

const secretKeyAdvice = 'needs 32 bytes in Base64';

/** The account at the simulated Barocert API, in the names of the adapter's settings (public-vendor-account.ts). */
export const vendorAccountSettings = {
  BAROCERT_LINK_ID: v.pipe(v.string(), v.regex(/^[\w-]{1,50}$/)),
  BAROCERT_SECRET_KEY: v.pipe(
    v.string(secretKeyAdvice),
    v.transform(fromBase64),
    v.custom<SecretKey>((bytes) => bytes instanceof Uint8Array && bytes.length === 32, secretKeyAdvice),
  ),
  BAROCERT_CLIENT_CODE: v.pipe(v.string(), v.regex(/^\d{12}$/)),
};
