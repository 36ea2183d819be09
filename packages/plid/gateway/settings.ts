/** Bindings and settings of the gateway. Generated from the workers' schemas: `npm run build` writes this file. */
export interface GatewaySettings {
  /**
   * Region in which Durable Objects are created. Set it near your users before the first deployment, because
   * existing objects stay in their region.
   */
  LOCATION_HINT:
    | 'wnam'
    | 'enam'
    | 'sam'
    | 'weur'
    | 'eeur'
    | 'apac'
    | 'apac-ne'
    | 'apac-se'
    | 'oc'
    | 'afr'
    | 'me';
  /**
   * Days after which a user without a sign-in or session is deleted.
   */
  RETENTION_DAYS: string | number;
  /**
   * Relying parties of OpenID Connect, as JSON of at most 5 KB. Add one with `npx plid-admin relying-parties
   * create`. Empty: off.
   */
  OPENID_CLIENTS: string;
  /**
   * Private keys (RSA 2048 and P-256) that sign id_tokens and logout_tokens. Never use the service's keys.
   * Optional.
   */
  OPENID_KEY: string;
  /**
   * Days after which an access record is deleted, 365 to 3,650. Large operators in Korea need 730.
   */
  ACCESS_RECORD_DAYS: string | number;
  USER: ObjectNamespace;
  /**
   * Encrypts cookies, states, and identities. The first key encrypts, and all decrypt. Rotate it yearly and
   * after a leak.
   */
  KEYS: string;
  /**
   * Your host's origin, such as `https://shop.example.com`. The redirect URI at the service is this origin
   * followed by `/auth/callback`.
   */
  GATEWAY_ORIGIN: string;
  /**
   * `Y`: browsers use only https for all subdomains for a year. If the service shares the host, use its
   * value.
   */
  HSTS_SUBDOMAINS: 'Y' | 'N';
  /**
   * `Y`: your pages can open the sign-in in a pop-up and receive its result.
   */
  POPUP: 'Y' | 'N';
  SESSIONS: KVNamespace;
  /**
   * KV namespace for the states of browsers' sign-ins.
   */
  STATES: KVNamespace;
  /**
   * Sign-ins remembered in KV, for all addresses together. Beyond it, sign-ins work, but aren't remembered.
   */
  STATE_LIMIT: RateLimit;
  /**
   * Requests to `GET /auth/login`, `GET /auth/callback`, and `/auth/oidc/authorize`, per IP address (IPv6:
   * /64).
   */
  REQUEST_LIMIT: RateLimit;
  FLOW: ObjectNamespace;
  /**
   * The login service's origin, the specification's `{base_url}`. If it has a path, add the path to each of
   * the five endpoint paths.
   */
  SERVICE_URL: string;
  /**
   * Path of the service's authorization endpoint.
   */
  AUTHORIZE_PATH: string;
  /**
   * Path of the service's token endpoint.
   */
  TOKEN_PATH: string;
  /**
   * Path of the service's user endpoint.
   */
  USER_PATH: string;
  /**
   * `N`: sends no PKCE parameters. Set it only for a service that rejects unknown parameters, because an
   * attacker can then inject a stolen code.
   */
  PKCE: 'Y' | 'N';
  /**
   * Sign-ins that are pushed to the service (RFC 9126): `apps` for those of apps if the service's metadata
   * offers it, `Y` for all, `N` for none.
   */
  PAR: 'apps' | 'Y' | 'N';
  /**
   * Path of the service's endpoint for pushed requests.
   */
  PAR_PATH: string;
  /**
   * `Y`: refuses callbacks without `iss` (RFC 9207). A wrong `iss` is always refused. Set it if the service
   * sends `iss`.
   */
  ISS_REQUIRED: 'Y' | 'N';
  /**
   * `iss` of the service's events and callbacks, if it isn't `SERVICE_URL`.
   */
  EVENT_ISSUER: string;
  /**
   * Maximum duration of one call to the service in seconds, 1 to 12.
   */
  SERVICE_TIMEOUT: string | number;
  /**
   * Client ID that the service issued.
   */
  CLIENT_ID: string;
  /**
   * Client secret that the service issued, without trailing whitespace. Replace it while the service accepts
   * both secrets.
   */
  CLIENT_SECRET: string;
  /**
   * Lifetime of a session in seconds, at least 600.
   */
  SESSION_LIFETIME: string | number;
  /**
   * Attributes that `/auth/session` returns in addition to the `plid`, comma-separated. Default: all except
   * `ci`. Empty: only the `plid`.
   */
  SESSION_ATTRIBUTES: string;
  /**
   * Seconds for which KV's copy of a session counts as fresh, at least 60.
   */
  SESSION_CACHE_LIFETIME: string | number;
  /**
   * Maximum age in seconds of KV's copy of a session that is used while the user's object fails. The session
   * is then marked `stale`. 0: never.
   */
  STALE_SESSION_LIFETIME: string | number;
  /**
   * Links to which a callback may hand an app's sign-in: https, or a scheme that contains a dot.
   * Comma-separated.
   */
  APP_LINKS: string;
  /**
   * Requests to `POST /auth/login`, `POST /auth/session`, and `POST /auth/token`, per IP address (IPv6: /64).
   */
  APP_LIMIT: RateLimit;
  /**
   * Requests to `POST /auth/session` and `POST /auth/token` that call the service, per IPv6 /48.
   */
  APP_NETWORK_LIMIT: RateLimit;
  /**
   * As `APP_NETWORK_LIMIT`, for all addresses together, and as many again from addresses whose latest app
   * sign-in succeeded.
   */
  APP_TOTAL_LIMIT: RateLimit;
  /**
   * Your application's name on the gateway's pages, at most 40 characters.
   */
  APP_NAME: string;
  /**
   * Your application's logo as `data:image/svg+xml;base64,…` (also `png` or `webp`), at most 4,096
   * characters.
   */
  APP_LOGO: string;
  /**
   * Color of buttons and links, `#rrggbb`. Colors that are unreadable on white are rejected. Dark mode uses a
   * lighter one.
   */
  ACCENT_COLOR: string;
  /**
   * Https address of your privacy notice. The gateway's pages link to it.
   */
  PRIVACY_URL: string;
  /**
   * Https address of your help page. The gateway's pages link to it.
   */
  SUPPORT_URL: string;
  /**
   * `once`: the service lets an access token be read only once. The token proxy then refuses sign-ins that it
   * would have to read first.
   */
  TOKEN_READS: 'many' | 'once';
  /**
   * Path of the service's disconnect endpoint.
   */
  DISCONNECT_PATH: string;
  /**
   * Path of the service's public keys for events (RFC 7517).
   */
  JWKS_PATH: string;
  /**
   * Bearer tokens of the people API and the access records, each with its owner's name, such as
   * `kim:TOKEN,lee@people:TOKEN`. Not the service's tokens.
   */
  ADMIN_TOKEN: string;
  /**
   * The object with the records of operators' accesses to users' data.
   */
  ACCESS_RECORDS: ObjectNamespace;
  /**
   * Key that signs `Plid-Identity`, shared with your application. During a rotation it contains two keys.
   * Guard and `/auth/verify` only.
   */
  IDENTITY_KEY: string;
  /**
   * Origins whose pages may send changes and open WebSockets with the user's cookie, comma-separated, or `*`
   * for all.
   */
  TRUSTED_ORIGINS: string;
  /**
   * `Y`: `/auth/verify` accepts CORS preflights without a session. Set it only if the proxy uses the
   * request's own method.
   */
  VERIFY_PREFLIGHTS: 'Y' | 'N';
  /**
   * `Y`: `/auth/verify` also returns the `plid` in `X-Auth-Request-User`, an unsigned header.
   */
  VERIFY_USER_HEADER: 'Y' | 'N';
  /**
   * Makes the `sub` of a user at each relying party. Never change it: with another key, every user is new
   * there. Keep a copy.
   */
  OPENID_SUBJECT_KEY: string;
  /**
   * Paths that need no sign-in, comma-separated, such as `/,/assets/*`. Guard only.
   */
  PUBLIC_PATHS: string;
  /**
   * Identity headers of a proxy in front of the gateway, such as `Cf-Access-Jwt-Assertion`. All others are
   * dropped. Guard only.
   */
  TRUSTED_HEADERS: string;
  /**
   * `N`: refuses CORS preflights without a session instead of forwarding them. Guard only.
   */
  PREFLIGHTS: 'Y' | 'N';
}

/**
 * A Durable Object namespace. The type doesn't depend on the class, because the class extends one of the gateway, whose
 * settings may contain the namespace.
 */
type ObjectNamespace = Pick<DurableObjectNamespace, 'idFromName'>;

/** Bindings without which the gateway serves nothing. */
export type RequiredBinding = 'USER' | 'SESSIONS' | 'STATES' | 'FLOW';
