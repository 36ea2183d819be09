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

/**
 * The specification's `{base_url}` may have a path, but this setting may not. Such a path belongs in the five path
 * settings.
 */
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
  /** The URL of the login service, which the specification calls `{base_url}`. */
  SERVICE_URL: serviceUrlSetting,
  /** Paths of the service's endpoints. The defaults are the paths in the specification. */
  AUTHORIZE_PATH: pathSetting('/oauth2/authorize'),
  PAR_PATH: pathSetting('/oauth2/par'),
  TOKEN_PATH: pathSetting('/oauth2/token'),
  USER_PATH: pathSetting('/v1/user/me'),
  DISCONNECT_PATH: pathSetting('/v1/user/disconnect'),
  /** Path of the keys that sign the service's events (RFC 7517). */
  JWKS_PATH: pathSetting('/.well-known/jwks.json'),
  /** Issuer of the service's events and callbacks, if it differs from `SERVICE_URL`. */
  EVENT_ISSUER: eventIssuerSetting,
  /**
   * `N` turns PKCE off, for a service that rejects unknown parameters. Without PKCE, an attacker can inject a
   * stolen code.
   */
  PKCE: yesNoSetting('Y'),
  /**
   * Which sign-ins are pushed (RFC 9126). `apps` pushes app sign-ins if the service's metadata offers pushed
   * requests, `Y` pushes all sign-ins, and `N` pushes none.
   */
  PAR: v.optional(v.picklist(['apps', 'Y', 'N'], 'needs apps, Y, or N'), 'apps'),
  /** `Y` rejects callbacks without the issuer `iss` (RFC 9207). */
  ISS_REQUIRED: yesNoSetting('N'),
  /**
   * How often a token can be used at the service. With `once`, the gateway can't check a token before returning
   * the token to an app.
   */
  TOKEN_READS: v.optional(v.picklist(['many', 'once'], 'needs many or once'), 'many'),
  /**
   * Timeout of a call to the service, from the first byte sent to the last byte received, in seconds. A sign-in
   * needs two calls, which must fit into the 30 s that a worker may continue after the browser has disconnected.
   */
  SERVICE_TIMEOUT: durationSetting(10, 1, 12),
  CLIENT_ID: clientIdSetting,
  CLIENT_SECRET: clientSecretSetting,
} as const;
