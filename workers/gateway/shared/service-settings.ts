import * as v from 'valibot';
import { originSetting, secret } from '../../core/worker/settings.ts';
import { durationSetting, yesNoSetting } from './setting-kinds.ts';

/** Of another operator, so that nothing but what §2.2 needs of it is asked: 16 characters that are one byte each. */
const clientSecretSetting = v.pipe(
  v.string('is not set; set it with: wrangler secret put'),
  v.check((value) => value.trim() === value, 'begins or ends with white space; set it again without'),
  v.regex(/^[\x21-\x7e]{16,}$/, 'needs at least 16 printable ASCII characters, as the service issued it'),
  v.metadata(secret('issued')),
);

const clientIdSetting = v.pipe(
  v.string('is not set; it needs the client id that the service issued'),
  v.regex(/^[\x21-\x39\x3b-\x7e]+$/, 'needs the client id that the service issued, without white space'),
);

/** The specification's `{base_url}` may hold a path; here it belongs into the settings of the five paths. */
const serviceUrlSetting = v.pipe(
  v.string('is not set; it needs the origin of the login service, such as https://login.example.com'),
  v.check(
    (url) => !URL.canParse(url) || new URL(url).pathname === '/',
    'needs an origin without a path; put the path in front of AUTHORIZE_PATH, PAR_PATH, TOKEN_PATH, USER_PATH, DISCONNECT_PATH',
  ),
  originSetting,
);

/** Any address, with a path or without: it is compared, not called. */
const eventIssuerSetting = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (url) => /^https?:\/\/[\x21-\x7e]+$/.test(url) && URL.canParse(url),
      'needs the iss of the events, such as https://login.example.com',
    ),
  ),
);

const pathSetting = (defaultValue: string) =>
  v.optional(
    v.pipe(v.string(), v.regex(/^\/[\w.~-]+(?:\/[\w.~-]+)*$/, `needs a path such as ${defaultValue}`)),
    defaultValue,
  );

/** How the gateway reaches the login service, and who it is there. */
export const serviceSettings = {
  /** The login service, `{base_url}` of the specification. */
  SERVICE_URL: serviceUrlSetting,
  /** The addresses of the service's endpoints; the specification's paths if they are not set. */
  AUTHORIZE_PATH: pathSetting('/oauth2/authorize'),
  PAR_PATH: pathSetting('/oauth2/par'),
  TOKEN_PATH: pathSetting('/oauth2/token'),
  USER_PATH: pathSetting('/v1/user/me'),
  DISCONNECT_PATH: pathSetting('/v1/user/disconnect'),
  /** The address of the keys that sign its events (RFC 7517). */
  JWKS_PATH: pathSetting('/.well-known/jwks.json'),
  /** The issuer that its events and callbacks name, if that is not SERVICE_URL. */
  EVENT_ISSUER: eventIssuerSetting,
  /** `N` for a service that refuses parameters which it does not know; without PKCE a stolen code can be injected. */
  PKCE: yesNoSetting('Y'),
  /** Which sign-ins are pushed (RFC 9126): those of apps, where the service's metadata offers it; all (`Y`), whatever it says; none (`N`). */
  PAR: v.optional(v.picklist(['apps', 'Y', 'N'], 'needs apps, Y or N'), 'apps'),
  /** `Y`: each callback says which service it is of (RFC 9207), and one that does not is refused. */
  ISS_REQUIRED: yesNoSetting('N'),
  /** How often the service lets a token be read; with `once` a token cannot be looked into before an app gets it. */
  TOKEN_READS: v.optional(v.picklist(['many', 'once'], 'needs many or once'), 'many'),
  /**
   * How long a call to the service may take, from its first byte sent to its last byte read, in seconds. A sign-in takes
   * two, which must fit into the 30 s that a worker may go on after the browser has gone.
   */
  SERVICE_TIMEOUT: durationSetting(10, 1, 12),
  CLIENT_ID: clientIdSetting,
  CLIENT_SECRET: clientSecretSetting,
} as const;
