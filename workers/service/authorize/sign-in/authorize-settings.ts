import * as v from 'valibot';
import type { Carrier } from '../../../../packages/plid/carrier/port.ts';
import { isSecureAddress } from '../../../../packages/plid/http/secure-address.ts';
import type { CarrierCode } from '../../../../packages/plid/protocol/user-record.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import { rateLimit } from '../../../core/worker/rate-limit.ts';
import { binding, secret } from '../../../core/worker/settings.ts';
import { operatorSettings, phoneAppSettings } from '../../shared/operator-settings.ts';
import { phoneAppLinksSetting } from '../../shared/phone-app-links.ts';
import { bindings } from '../../shared/service-bindings.ts';
import { startsSetting } from './configured-starts.ts';

const { KEYS, PHONE_KEY, APPLICATIONS, LOCATION_HINT, ACCOUNT, PHONE, WAITING, SIGNER, BASE_URL } = bindings;
const { HSTS_SUBDOMAINS, PUSHED_REQUEST } = bindings;

const siteKeyAdvice = 'needs the site key of a Turnstile widget';
const turnstileAdvice = 'needs an https address';

const entries = {
  KEYS,
  PHONE_KEY,
  APPLICATIONS,
  LOCATION_HINT,
  ACCOUNT,
  PHONE,
  WAITING,
  PUSHED_REQUEST,
  SIGNER,
  BASE_URL,
  HSTS_SUBDOMAINS,
  /** Optional: without it no sign-in works, but automatic logins still do. */
  CARRIER: v.optional(
    binding<Carrier>({ kind: 'services', service: 'service-carriers', entrypoint: 'Carrier' }),
  ),
  /** Sign-ins that strangers send from one address: browsers that the number does not know. */
  SIGN_IN_LIMIT: rateLimit('1001', 60),
  /** The same from one network: an IPv6 /48, of which one customer may have many /64. */
  NETWORK_LIMIT: rateLimit('1002', 600),
  /** The same for one application: limits what the carriers may charge for. */
  APPLICATION_LIMIT: rateLimit('1003', 6000),
  /** Sign-ins that one browser sends for numbers which it has signed in with. */
  KNOWN_LIMIT: rateLimit('1007', 30),
  /** The same of all such browsers for one application. */
  APPLICATION_KNOWN_LIMIT: rateLimit('1008', 6000),
  /** How often the carrier is asked for the outcome of one request: two pages may wait for it. */
  OUTCOME_LIMIT: rateLimit('1004', 50, 10),
  /** Questions of pages for it from one address, which may be shared by thousands of phones. */
  OUTCOME_ADDRESS_LIMIT: rateLimit('1005', 3000),
  /** Requests to one phone that were not approved, per ten minutes: from unknown callers together, and from each browser that has signed in with the number. */
  PHONE_REQUEST_LIMIT: v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.check(
        (limit) => Number.isInteger(limit) && limit >= 1 && limit <= 100,
        'needs a number from 1 to 100',
      ),
    ),
    5,
  ),
  /** The carriers on whose phones the digits are typed, and not chosen among others. */
  TYPED_DIGITS: v.optional(
    v.pipe(
      v.string('needs carriers separated by commas, such as S,K'),
      v.regex(/^[SKL](?:,[SKL])*$/, 'needs carriers separated by commas, such as S,K: of S, K and L'),
      v.transform((text) => text.split(',') as CarrierCode[]),
    ),
  ),
  /** Whether a carrier that does not say what its phones show is given nothing but the sign-in itself (approval-scope.ts). */
  TELL_REQUIRED: v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), 'N'),
  /** The ways to start in a carrier's app that the pages offer next to the number. Default: each way that a carrier may offer (configured-starts.ts). */
  STARTS: startsSetting,
  /** The links by which carriers may open their apps. */
  PHONE_APP_LINKS: phoneAppLinksSetting,
  /** Whether the WebViews of applications pass the schemes of the carriers' apps on. */
  PHONE_APP_IN_WEBVIEWS: v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), 'N'),
  ...operatorSettings,
  ...phoneAppSettings,
  /** Above these strangers meet a challenge, where one is set up; the limits above refuse them. */
  SIGN_IN_CHALLENGE: rateLimit('1021', 20),
  NETWORK_CHALLENGE: rateLimit('1022', 200),
  APPLICATION_CHALLENGE: rateLimit('1023', 2000),
  /** The widget of Cloudflare Turnstile that challenges strangers, and its secret: both, or no challenge. */
  TURNSTILE_SITE_KEY: v.optional(v.pipe(v.string(siteKeyAdvice), v.regex(/^[\w-]{10,100}$/, siteKeyAdvice))),
  TURNSTILE_SECRET: v.optional(
    v.pipe(
      v.string('needs the secret of a Turnstile widget'),
      v.regex(/^[\w-]{20,100}$/, 'needs the secret of a Turnstile widget'),
      v.metadata(secret('issued')),
    ),
  ),
  /** The address that verifies its answers; another one is for a stand-in. */
  TURNSTILE_URL: v.optional(
    v.pipe(
      v.string(turnstileAdvice),
      v.check((text) => URL.canParse(text) && isSecureAddress(new URL(text)), turnstileAdvice),
    ),
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  ),
};

export const schema = v.pipe(
  v.object(entries),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { TURNSTILE_SITE_KEY: key, TURNSTILE_SECRET: hidden } = dataset.value;
    if ((key === undefined) === (hidden === undefined)) return;
    const missing = key === undefined ? 'TURNSTILE_SITE_KEY' : 'TURNSTILE_SECRET';
    addIssue({
      message: 'is missing: a challenge needs TURNSTILE_SITE_KEY and TURNSTILE_SECRET',
      path: [{ type: 'object', origin: 'value', input: dataset.value, key: missing, value: undefined }],
    });
  }),
);

export type Env = v.InferOutput<typeof schema>;
export type AuthorizeContext = Context<Env>;
