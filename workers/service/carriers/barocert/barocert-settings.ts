import * as v from 'valibot';
import { fromBase64 } from '../../../core/crypto/bytes.ts';
import { isApiAddress } from '../../../core/http/secure-address.ts';
import { binding, secret } from '../../../core/worker/settings.ts';
import { bindings } from '../../settings/service-bindings.ts';
import { codesSetting } from './barocert-codes.ts';
import type { BarocertRequestCalls } from './barocert-request-calls.ts';

const { KEYS, LOCATION_HINT, HSTS_SUBDOMAINS } = bindings;
const linkIdAdvice = 'needs the LinkID that Linkhub issued, such as MYSHOP';
const secretKeyAdvice = 'needs the SecretKey that Linkhub issued: 32 bytes in Base64';
const clientCodeAdvice = 'needs the client code (이용기관 코드) that Linkhub issued: 12 digits';
const callCenterAdvice = 'needs a phone number of at most 12 digits and hyphens, such as 1600-0000';
const addressAdvice = 'needs an https address without a user name, ?, #, or a trailing slash';

/** Address of one of the vendor's servers. */
const vendorAddress = (usual: string) =>
  v.optional(v.pipe(v.string(addressAdvice), v.check(isApiAddress, addressAdvice)), usual);

/** Length of the SecretKey in bytes. It signs the calls and encrypts personal fields. */
const secretKeyLength = 32;

export const schema = v.object({
  /** The account (LinkID) at Linkhub, which runs Barocert. */
  BAROCERT_LINK_ID: v.pipe(v.string(linkIdAdvice), v.regex(/^[\w-]{1,50}$/, linkIdAdvice)),
  /** The account's SecretKey, in Base64. It signs the calls and encrypts names and numbers. */
  BAROCERT_SECRET_KEY: v.pipe(
    v.string(secretKeyAdvice),
    v.transform(fromBase64),
    v.custom<Uint8Array<ArrayBuffer>>(
      (bytes) => bytes instanceof Uint8Array && bytes.length === secretKeyLength,
      secretKeyAdvice,
    ),
    v.metadata(secret('issued')),
  ),
  /** The client code (이용기관 코드), 12 digits. */
  BAROCERT_CLIENT_CODE: v.pipe(v.string(clientCodeAdvice), v.regex(/^\d{12}$/, clientCodeAdvice)),
  /** Your call center's number, such as `1600-0000`. The PASS app shows it with each request. */
  BAROCERT_CALL_CENTER: v.pipe(v.string(callCenterAdvice), v.regex(/^[\d-]{4,12}$/, callCenterAdvice)),
  /**
   * What the vendor's error codes mean, such as `-1001=unconfirmed,-1002=unregistered`: `unconfirmed`, `unregistered`,
   * `declined`, `denied`, or `expired`.
   *
   * The vendor sends its table of codes with the contract. A sign-in with any other code gets 503, and the code is in the
   * log.
   */
  BAROCERT_CODES: codesSetting,
  /**
   * `Y`: a request from a phone's browser opens the PASS app there and sends no push. Set it only if your users sign in on
   * the phone whose number they type.
   */
  BAROCERT_APP_TO_APP: v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), 'N'),
  /** Address of the vendor's API. Change it only for fixed addresses or for a stand-in in tests. */
  BAROCERT_URL: vendorAddress('https://barocert.linkhub.co.kr'),
  /** Address of the vendor's authentication server. Change it as `BAROCERT_URL`. */
  BAROCERT_AUTH_URL: vendorAddress('https://auth.linkhub.co.kr'),
  BAROCERT_REQUEST: binding<DurableObjectNamespace<BarocertRequestCalls>>({
    kind: 'durable_objects',
    class_name: 'BarocertRequest',
  }),
  KEYS,
  LOCATION_HINT,
  HSTS_SUBDOMAINS,
});
export type Env = v.InferOutput<typeof schema>;

/** The settings with which the vendor is called. */
export type VendorSettings = Pick<
  Env,
  'BAROCERT_LINK_ID' | 'BAROCERT_SECRET_KEY' | 'BAROCERT_CLIENT_CODE' | 'BAROCERT_URL' | 'BAROCERT_AUTH_URL'
>;
