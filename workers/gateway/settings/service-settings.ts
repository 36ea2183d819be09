import * as v from 'valibot';
import { originSetting, secret, secretAdvice } from '../../core/worker/settings.ts';
import { durationSetting, yesNoSetting } from './setting-types.ts';

/**
 * The client secret, which another operator issued. The only check is the requirement of §2.2 that the secret has
 * at least 16 one-byte characters.
 */
const clientSecretSetting = v.pipe(
  v.string(secretAdvice),
  v.check(
    (value) => value.trim() === value,
    'begins or ends with whitespace; remove it and set the value again',
  ),
  v.regex(
    /^[\x21-\x7e]{16,}$/,
    'needs the client secret exactly as the service issued it: at least 16 printable ASCII characters',
  ),
  v.metadata(secret('issued')),
);

const clientIdSetting = v.pipe(
  v.string('is not set; it needs the client ID that the service issued'),
  v.regex(/^[\x21-\x39\x3b-\x7e]+$/, 'needs the client ID that the service issued, without whitespace'),
);

const serviceUrlSetting = v.pipe(
  v.string('is not set; it needs the origin of the login service, such as https://login.example.com'),
  v.check(
    (url) => !URL.canParse(url) || new URL(url).pathname === '/',
    'needs an origin without a path; prepend the path to AUTHORIZE_PATH, PAR_PATH, TOKEN_PATH, USER_PATH, and DISCONNECT_PATH',
  ),
  originSetting,
);

/** The issuer may be any URL, with or without a path, because the gateway only compares it. */
const eventIssuerSetting = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (url) => /^https?:\/\/[\x21-\x7e]+$/.test(url) && URL.canParse(url),
      'needs the issuer (iss) of the events, such as https://login.example.com',
    ),
  ),
);

const pathSetting = (defaultValue: string) =>
  v.optional(
    v.pipe(v.string(), v.regex(/^\/[\w.~-]+(?:\/[\w.~-]+)*$/, `needs a path such as ${defaultValue}`)),
    defaultValue,
  );

/** The login service, and the gateway's credentials there. */
export const serviceSettings = {
  /**
   * The login service's origin, the specification's `{base_url}`. If it has a path, add the path to each of the
   * five endpoint paths.
   */
  SERVICE_URL: serviceUrlSetting,
  /**
   * Path of the service's authorization endpoint.
   *
   * The paths' defaults are the paths in the specification.
   */
  AUTHORIZE_PATH: pathSetting('/oauth2/authorize'),
  /** Path of the service's endpoint for pushed requests. */
  PAR_PATH: pathSetting('/oauth2/par'),
  /** Path of the service's token endpoint. */
  TOKEN_PATH: pathSetting('/oauth2/token'),
  /** Path of the service's user endpoint. */
  USER_PATH: pathSetting('/v1/user/me'),
  /** Path of the service's disconnect endpoint. */
  DISCONNECT_PATH: pathSetting('/v1/user/disconnect'),
  /** Path of the service's public keys for events (RFC 7517). */
  JWKS_PATH: pathSetting('/.well-known/jwks.json'),
  /** `iss` of the service's events and callbacks, if it isn't `SERVICE_URL`. */
  EVENT_ISSUER: eventIssuerSetting,
  /**
   * `N`: sends no PKCE parameters. Set it only for a service that rejects unknown parameters, because an
   * attacker can then inject a stolen code.
   */
  PKCE: yesNoSetting('Y'),
  /**
   * Sign-ins that are pushed to the service (RFC 9126): `apps` for those of apps if the service's metadata
   * offers it, `Y` for all, `N` for none.
   */
  PAR: v.optional(v.picklist(['apps', 'Y', 'N'], 'needs apps, Y, or N'), 'apps'),
  /**
   * `Y`: refuses callbacks without `iss` (RFC 9207). A wrong `iss` is always refused. Set it if the service
   * sends `iss`.
   */
  ISS_REQUIRED: yesNoSetting('N'),
  /**
   * `once`: the service lets an access token be read only once. The token proxy then refuses sign-ins that it
   * would have to read first.
   */
  TOKEN_READS: v.optional(v.picklist(['many', 'once'], 'needs many or once'), 'many'),
  /**
   * Maximum duration of one call to the service in seconds, 1 to 12.
   *
   * The time is from the first byte sent to the last byte received. A sign-in needs two calls, which must fit
   * into the 30 s that a worker may continue after the browser has disconnected.
   */
  SERVICE_TIMEOUT: durationSetting(10, 1, 12),
  /** Client ID that the service issued. */
  CLIENT_ID: clientIdSetting,
  /**
   * Client secret that the service issued, without trailing whitespace. Replace it while the service accepts
   * both secrets.
   */
  CLIENT_SECRET: clientSecretSetting,
} as const;
