/** Bindings and settings of the gateway. Generated from the workers' schemas: `npm run build` writes this file. */
export interface GatewaySettings {
  /**
   * Region in which Durable Objects are created. Existing objects don't move.
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
   * Number of days after which a user who hasn't been seen is deleted.
   */
  RETENTION_DAYS: string | number;
  /**
   * The relying parties, as JSON. If no relying parties are set, OpenID Connect is off.
   */
  OPENID_CLIENTS: string;
  /**
   * Signs id_tokens and logout_tokens (`id:rsa.ec,…`: openid/openid-keys.ts).
   */
  OPENID_KEY: string;
  /**
   * Number of days after which an access record is deleted. Korean law requires one year, and two years for large
   * operators.
   */
  ACCESS_RECORD_DAYS: string | number;
  USER: ObjectNamespace;
  /**
   * `id:base64,…`: see core/crypto/keys.ts.
   */
  KEYS: string;
  /**
   * The gateway's origin. The gateway's redirect URI at the service is this origin followed by `/auth/callback`.
   */
  GATEWAY_ORIGIN: string;
  /**
   * Whether HSTS includes subdomains. The host belongs to the application or a whole company, so only the operator
   * knows its subdomains.
   */
  HSTS_SUBDOMAINS: 'Y' | 'N';
  /**
   * `Y` if pages open the login in a pop-up and use `window.opener` there.
   */
  POPUP: 'Y' | 'N';
  SESSIONS: KVNamespace;
  /**
   * KV namespace for the states of browsers' sign-ins (flow/state-nonces.ts).
   */
  STATES: KVNamespace;
  /**
   * Maximum number of stored states per minute at one Cloudflare location. Unauthenticated requests cause these
   * writes.
   */
  STATE_LIMIT: RateLimit;
  /**
   * Maximum number of requests per minute from one address to the login and the callback. A carrier's users may
   * share one address.
   */
  REQUEST_LIMIT: RateLimit;
  FLOW: ObjectNamespace;
  /**
   * The URL of the login service, which the specification calls `{base_url}`.
   */
  SERVICE_URL: string;
  /**
   * Paths of the service's endpoints. The defaults are the paths in the specification.
   */
  AUTHORIZE_PATH: string;
  TOKEN_PATH: string;
  USER_PATH: string;
  /**
   * `N` turns PKCE off, for a service that rejects unknown parameters. Without PKCE, an attacker can inject a
   * stolen code.
   */
  PKCE: 'Y' | 'N';
  /**
   * Which sign-ins are pushed (RFC 9126). `apps` pushes app sign-ins if the service's metadata offers pushed
   * requests, `Y` pushes all sign-ins, and `N` pushes none.
   */
  PAR: 'apps' | 'Y' | 'N';
  PAR_PATH: string;
  /**
   * `Y` rejects callbacks without the issuer `iss` (RFC 9207).
   */
  ISS_REQUIRED: 'Y' | 'N';
  /**
   * Issuer of the service's events and callbacks, if it differs from `SERVICE_URL`.
   */
  EVENT_ISSUER: string;
  /**
   * Timeout of a call to the service, from the first byte sent to the last byte received, in seconds. A sign-in
   * needs two calls, which must fit into the 30 s that a worker may continue after the browser has disconnected.
   */
  SERVICE_TIMEOUT: string | number;
  CLIENT_ID: string;
  CLIENT_SECRET: string;
  /**
   * Lifetime of a session, in seconds.
   */
  SESSION_LIFETIME: string | number;
  /**
   * User attributes in the response of `/auth/session`, in addition to the `plid`.
   */
  SESSION_ATTRIBUTES: string;
  /**
   * Time for which KV's copy of a session counts as fresh, in seconds. KV's minimum is 60.
   */
  SESSION_CACHE_LIFETIME: string | number;
  /**
   * Maximum age, in seconds, of KV's copy of a session that is used while the User object fails. The session is
   * then marked `stale`. With 0, no copy is used.
   */
  STALE_SESSION_LIFETIME: string | number;
  /**
   * The links to which the callback may redirect an app's sign-in.
   */
  APP_LINKS: string;
  /**
   * Maximum number of requests per minute from apps at one address. Browsers have a separate limit, so that apps
   * and browsers can't use up each other's limits.
   */
  APP_LIMIT: RateLimit;
  /**
   * Maximum number of calls to the service per minute for apps in one IPv6 /48.
   */
  APP_NETWORK_LIMIT: RateLimit;
  /**
   * Maximum number of calls to the service per minute for all apps at one Cloudflare location. Addresses whose last
   * sign-in succeeded have another share of this size.
   */
  APP_TOTAL_LIMIT: RateLimit;
  /**
   * The application's name.
   */
  APP_NAME: string;
  APP_LOGO: string;
  ACCENT_COLOR: string;
  /**
   * The application's privacy notice.
   */
  PRIVACY_URL: string;
  /**
   * The URL of a page where users can get help.
   */
  SUPPORT_URL: string;
  /**
   * How often a token can be used at the service. With `once`, the gateway can't check a token before returning
   * the token to an app.
   */
  TOKEN_READS: 'many' | 'once';
  DISCONNECT_PATH: string;
  /**
   * Path of the keys that sign the service's events (RFC 7517).
   */
  JWKS_PATH: string;
  /**
   * `kim:TOKEN,lee@people:TOKEN,park@audit:TOKEN`. Each token has the name of its owner, which access records
   * contain.
   */
  ADMIN_TOKEN: string;
  /**
   * The object with the records of operators' accesses to users' data.
   */
  ACCESS_RECORDS: ObjectNamespace;
  /**
   * Key that signs the identity that the application receives. The application has the same value, or both keys
   * during a rotation.
   */
  IDENTITY_KEY: string;
  /**
   * Origins whose pages may send unsafe requests and open WebSockets with the user's session; `*` for all.
   */
  TRUSTED_ORIGINS: string;
  /**
   * `Y` lets CORS preflights through without a session. A proxy can respond to preflights by itself.
   */
  VERIFY_PREFLIGHTS: 'Y' | 'N';
  /**
   * `Y` also sends the plid in `X-Auth-Request-User`, an unsigned header.
   */
  VERIFY_USER_HEADER: 'Y' | 'N';
  /**
   * Key that derives the pairwise `sub`. If the key changes, no relying party recognizes any user.
   */
  OPENID_SUBJECT_KEY: string;
  /**
   * Paths that need no session.
   */
  PUBLIC_PATHS: string;
  /**
   * Identity headers that a proxy in front of the gateway sets. They are forwarded.
   */
  TRUSTED_HEADERS: string;
  /**
   * `N` refuses CORS preflights without a session instead of forwarding them to the application.
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
