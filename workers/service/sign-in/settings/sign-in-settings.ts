import * as v from 'valibot';
import type { Carrier } from '../../../core/carrier/port.ts';
import { isSecureAddress } from '../../../core/http/secure-address.ts';
import type { CarrierCode } from '../../../core/protocol/user-record.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import { rateLimit } from '../../../core/worker/rate-limit.ts';
import { binding, secret } from '../../../core/worker/settings.ts';
import { operatorSettings, phoneAppSettings } from '../../settings/operator-settings.ts';
import { bindings } from '../../settings/service-bindings.ts';
import { phoneAppLinksSetting } from './phone-app-links.ts';
import { startsSetting } from './starts-setting.ts';

const { KEYS, PHONE_KEY, APPLICATIONS, LOCATION_HINT, ACCOUNT, PHONE, WAITING, SIGNER, BASE_URL } = bindings;
const { HSTS_SUBDOMAINS, PUSHED_REQUEST, REVIEWERS } = bindings;

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
  REVIEWERS,
  SIGNER,
  BASE_URL,
  HSTS_SUBDOMAINS,
  /** Optional binding to the carriers. If it isn't bound, sign-ins fail, but automatic logins still work. */
  CARRIER: v.optional(
    binding<Carrier>({ kind: 'services', service: 'service-carriers', entrypoint: 'Carrier' }),
  ),
  /** Limits sign-ins from one IP address by browsers that aren't known for the phone number. */
  SIGN_IN_LIMIT: rateLimit('1001', 60),
  /**
   * Limits sign-ins from one network by browsers that aren't known for the phone number. A network is an IPv6 /48,
   * in which one customer may have many /64 networks.
   */
  NETWORK_LIMIT: rateLimit('1002', 600),
  /**
   * Limits sign-ins for one application by browsers that aren't known for the phone number. This also limits the
   * carriers' charges.
   */
  APPLICATION_LIMIT: rateLimit('1003', 6000),
  /** Limits sign-ins by one browser for numbers with which that browser has signed in before. */
  KNOWN_LIMIT: rateLimit('1007', 30),
  /** Limits sign-ins for one application by all browsers that have signed in with the number before. */
  APPLICATION_KNOWN_LIMIT: rateLimit('1008', 6000),
  /** Limits carrier calls for the outcome of one request. Two pages may wait for that outcome at the same time. */
  OUTCOME_LIMIT: rateLimit('1004', 50, 10),
  /** Limits outcome polls from one IP address, which thousands of phones may share. */
  OUTCOME_ADDRESS_LIMIT: rateLimit('1005', 3000),
  /**
   * Maximum number of requests to one phone in ten minutes that aren't approved. Unknown callers count together.
   * Each browser that has signed in with the number counts separately.
   */
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
  /** Carriers on whose phones the user types the digits instead of choosing them from a list. */
  TYPED_DIGITS: v.optional(
    v.pipe(
      v.string('needs carriers separated by commas, such as S,K'),
      v.regex(
        /^[SKL](?:,[SKL])*$/,
        'needs carriers separated by commas, such as S,K; valid carriers are S, K, and L',
      ),
      v.transform((text) => text.split(',') as CarrierCode[]),
    ),
  ),
  /**
   * Whether an approval grants only the sign-in itself if the carrier doesn't report what its phones show
   * (approval-scope.ts).
   */
  SHOWN_REQUIRED: v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), 'N'),
  /**
   * Carriers and ways of app-initiated sign-in that the pages offer in addition to sign-in with a phone number.
   * Default: each way that a carrier may offer (features/app-start/offered-starts.ts).
   */
  STARTS: startsSetting,
  /** Links with which carriers may open their apps. */
  PHONE_APP_LINKS: phoneAppLinksSetting,
  /** Whether the applications' WebViews forward the schemes of the carriers' apps. */
  PHONE_APP_IN_WEBVIEWS: v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), 'N'),
  ...operatorSettings,
  ...phoneAppSettings,
  /**
   * Limits above which an unknown caller must pass a challenge, if the operator has set one up. Unknown callers
   * above `SIGN_IN_LIMIT`, `NETWORK_LIMIT`, or `APPLICATION_LIMIT` are refused.
   */
  SIGN_IN_CHALLENGE: rateLimit('1021', 20),
  NETWORK_CHALLENGE: rateLimit('1022', 200),
  APPLICATION_CHALLENGE: rateLimit('1023', 2000),
  /**
   * Site key of the Cloudflare Turnstile widget that challenges unknown callers, and its secret. Set both, or set
   * neither to use no challenge.
   */
  TURNSTILE_SITE_KEY: v.optional(v.pipe(v.string(siteKeyAdvice), v.regex(/^[\w-]{10,100}$/, siteKeyAdvice))),
  TURNSTILE_SECRET: v.optional(
    v.pipe(
      v.string('needs the secret of a Turnstile widget'),
      v.regex(/^[\w-]{20,100}$/, 'needs the secret of a Turnstile widget'),
      v.metadata(secret('issued')),
    ),
  ),
  /** URL that verifies Turnstile tokens. Set another URL only for a test substitute. */
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
      message: 'is missing; a challenge needs both TURNSTILE_SITE_KEY and TURNSTILE_SECRET',
      path: [{ type: 'object', origin: 'value', input: dataset.value, key: missing, value: undefined }],
    });
  }),
);

export type Env = v.InferOutput<typeof schema>;
export type AuthorizeContext = Context<Env>;
