import * as v from 'valibot';
import type { Carrier } from '../../../core/carrier/port.ts';
import { isSecureAddress } from '../../../core/http/secure-address.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import { rateLimit } from '../../../core/worker/rate-limit.ts';
import { binding, secret } from '../../../core/worker/settings.ts';
import { operatorSettings, phoneAppSettings } from '../../settings/operator-settings.ts';
import { bindings } from '../../settings/service-bindings.ts';
import { matchingSetting } from './matching-setting.ts';
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
  /** Sign-ins of unknown browsers, per IP address (IPv6: /64). */
  SIGN_IN_LIMIT: rateLimit('1001', 60),
  /**
   * Sign-ins of unknown browsers, per IPv6 /48.
   *
   * One customer may have many /64 networks in a /48.
   */
  NETWORK_LIMIT: rateLimit('1002', 600),
  /**
   * Sign-ins of unknown browsers, per application.
   *
   * This also limits the carriers' charges.
   */
  APPLICATION_LIMIT: rateLimit('1003', 6000),
  /** Sign-ins of a known browser, per browser. The limits for unknown browsers don't count them. */
  KNOWN_LIMIT: rateLimit('1007', 30),
  /** Sign-ins of known browsers, per application, after the number's object has confirmed the browser. */
  APPLICATION_KNOWN_LIMIT: rateLimit('1008', 6000),
  /**
   * Questions to the carrier about one request. Beyond it, the page keeps waiting.
   *
   * Two pages may wait for the outcome at the same time.
   */
  OUTCOME_LIMIT: rateLimit('1004', 50, 10),
  /**
   * Questions of waiting pages, per IP address. A question that waits for up to ten seconds counts once.
   *
   * Thousands of phones may share the address.
   */
  OUTCOME_ADDRESS_LIMIT: rateLimit('1005', 3000),
  /**
   * Unapproved requests to one phone in ten minutes: for all unknown browsers together, and for each known
   * browser.
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
  /**
   * How users match the page's two digits on the phone, by carrier, such as `S=type,L=none`: `choose` (default),
   * `type`, or `none`.
   *
   * With `none`, the phone can't enforce the match. An unknown browser then gets no automatic login
   * (docs/verification/tables/risk-decision.md).
   */
  NUMBER_MATCHING: matchingSetting,
  /**
   * `Y`: approvals allow automatic login and `/account` only if the carrier reports what the phone showed
   * (`shown`). New deployments use `Y`.
   *
   * Otherwise, such an approval grants only the sign-in itself (approval-scope.ts).
   */
  SHOWN_REQUIRED: v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), 'N'),
  /**
   * Ways to start a sign-in in a carrier's app, such as `S-link,S-code`, or `none`. Default: all codes, and all
   * links if `PHONE_APP_LINKS` is set.
   *
   * The pages offer these ways in addition to sign-in with a phone number
   * (features/app-start/offered-starts.ts).
   */
  STARTS: startsSetting,
  /**
   * Links with which carriers may open their apps: schemes (`tauthlink:`), origins, and Android packages
   * (`package:com.example.app`), comma-separated. Other links are dropped and logged.
   */
  PHONE_APP_LINKS: phoneAppLinksSetting,
  /**
   * `Y`: pages in WebViews also contain the carriers' app links. Set it if your applications' WebViews pass
   * their schemes on.
   */
  PHONE_APP_IN_WEBVIEWS: v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), 'N'),
  ...operatorSettings,
  ...phoneAppSettings,
  /**
   * As `SIGN_IN_LIMIT`. Beyond it, Turnstile asks for a check. An unconfirmed sign-in counts twice.
   *
   * Unknown callers above `SIGN_IN_LIMIT`, `NETWORK_LIMIT`, or `APPLICATION_LIMIT` are refused.
   */
  SIGN_IN_CHALLENGE: rateLimit('1021', 20),
  /** As `NETWORK_LIMIT`. Beyond it, Turnstile asks for a check. */
  NETWORK_CHALLENGE: rateLimit('1022', 200),
  /** As `APPLICATION_LIMIT`. Beyond it, Turnstile asks for a check. */
  APPLICATION_CHALLENGE: rateLimit('1023', 2000),
  /**
   * Site key of a Cloudflare Turnstile widget for the host. Set it together with `TURNSTILE_SECRET` to turn
   * challenges on.
   */
  TURNSTILE_SITE_KEY: v.optional(v.pipe(v.string(siteKeyAdvice), v.regex(/^[\w-]{10,100}$/, siteKeyAdvice))),
  /** Secret of the Turnstile widget. Set it together with `TURNSTILE_SITE_KEY`. Optional. */
  TURNSTILE_SECRET: v.optional(
    v.pipe(
      v.string('needs the secret of a Turnstile widget'),
      v.regex(/^[\w-]{20,100}$/, 'needs the secret of a Turnstile widget'),
      v.metadata(secret('issued')),
    ),
  ),
  /** Address that verifies Turnstile tokens. Change it only for a stand-in in tests. */
  TURNSTILE_URL: v.optional(
    v.pipe(
      v.string(turnstileAdvice),
      v.check((text) => URL.canParse(text) && isSecureAddress(new URL(text)), turnstileAdvice),
    ),
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  ),
};

/** Returns the schema of the worker. @param more The settings of optional parts. */
export const schemaWith = <More extends v.ObjectEntries>(more: More) =>
  v.pipe(
    v.object({ ...entries, ...more }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { TURNSTILE_SITE_KEY: key, TURNSTILE_SECRET: hidden } = dataset.value as Env;
      if ((key === undefined) === (hidden === undefined)) return;
      const missing = key === undefined ? 'TURNSTILE_SITE_KEY' : 'TURNSTILE_SECRET';
      addIssue({
        message: 'is missing; a challenge needs both TURNSTILE_SITE_KEY and TURNSTILE_SECRET',
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: missing, value: undefined }],
      });
    }),
  );

export type Env = v.InferOutput<v.ObjectSchema<typeof entries, undefined>>;
export type AuthorizeContext = Context<Env>;
