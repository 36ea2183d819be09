import * as v from 'valibot';
import { bearerTokensSetting } from '../../core/worker/bearer-tokens.ts';
import { subdomainsSetting } from '../../core/worker/common-headers.ts';
import { keyRingSetting } from '../../core/worker/key-settings.ts';
import { binding, locationHintSetting, originSetting } from '../../core/worker/settings.ts';
import type { Flow } from '../objects/flow.ts';
import type { User } from '../objects/user.ts';
import { flowLifetime, requestLimitPeriod } from './gateway-lifetimes.ts';
import {
  appLinksSetting,
  clientIdSetting,
  clientSecretSetting,
  durationSetting,
  eventIssuerSetting,
  identityKeysSetting,
  pathSetting,
  publicPathsSetting,
  retentionSetting,
  serviceUrlSetting,
  sessionAttributesSetting,
  trustedHeadersSetting,
  trustedOriginsSetting,
} from './gateway-settings.ts';
import type { Session } from './gateway-values.ts';

/** What the entrypoint `Gateway` of the session worker offers. */
export interface GatewayEntrypoint {
  session(request: Request): Promise<Session | null>;
}

/** @param limit per minute, and per location of Cloudflare. */
const rateLimit = (namespace_id: string, limit: number) =>
  binding<RateLimit>({ kind: 'ratelimits', namespace_id, limit, period: requestLimitPeriod });

/** Every binding and setting of the gateway; each worker picks those that it may touch. */
export const bindings = {
  /** `id:base64,…`: see core/crypto/keys.ts. */
  KEYS: keyRingSetting,
  /** The login service, `{base_url}` of the specification. */
  SERVICE_URL: serviceUrlSetting,
  /** Where the service has its endpoints; the specification's paths where they are not set. */
  AUTHORIZE_PATH: pathSetting('/oauth2/authorize'),
  TOKEN_PATH: pathSetting('/oauth2/token'),
  USER_PATH: pathSetting('/v1/user/me'),
  DISCONNECT_PATH: pathSetting('/v1/user/disconnect'),
  /** Where it publishes the keys that sign its events (RFC 7517). */
  JWKS_PATH: pathSetting('/.well-known/jwks.json'),
  /** Who its events say has issued them, where that is not SERVICE_URL. */
  EVENT_ISSUER: eventIssuerSetting,
  /** `N` for a service that refuses parameters which it does not know; without PKCE a stolen code can be injected. */
  PKCE: v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), 'Y'),
  /** How often the service lets a token be read; with `once` a token cannot be looked into before an app gets it. */
  TOKEN_READS: v.optional(v.picklist(['many', 'once'], 'needs many or once'), 'many'),
  /**
   * How long a call to the service may take, from its first byte sent to its last byte read, in seconds. A sign-in takes
   * two, which must fit into the 30 s that a worker may go on after the browser has gone.
   */
  SERVICE_TIMEOUT: durationSetting(10, 1, 12),
  CLIENT_ID: clientIdSetting,
  CLIENT_SECRET: clientSecretSetting,
  /** The gateway's own address. Its callback, registered at the service, is this and `/auth/callback`. */
  GATEWAY_ORIGIN: originSetting,
  /** Its host is the application's, and often that of a whole company: only the operator knows what is below it. */
  HSTS_SUBDOMAINS: subdomainsSetting('N'),
  /** `Y` where pages open the login in a window of its own, and hear from there by `window.opener`. */
  POPUP: v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), 'N'),
  /** How long a session lasts, in seconds: no shorter than a sign-in. */
  SESSION_LIFETIME: durationSetting(43_200, flowLifetime),
  /** What `/auth/session` tells of a user, beside the `plid`. */
  SESSION_ATTRIBUTES: sessionAttributesSetting,
  /** How long KV's copy of a session counts as fresh, in seconds; the minimum of KV is 60. */
  SESSION_CACHE_LIFETIME: durationSetting(900, 60),
  /** How old that copy may be where the User object fails, in seconds; the session is then marked `stale`. 0 for never. */
  STALE_SESSION_LIFETIME: durationSetting(3_600, 0),
  /** After how many days a user who was not seen is deleted. */
  RETENTION_DAYS: retentionSetting,
  /** The links to which the callback may redirect an application's sign-in. */
  APP_LINKS: appLinksSetting,
  /** The application behind the guard: an origin to which it passes requests on. */
  APPLICATION_URL: originSetting,
  /** Of the people API: `kim:TOKEN,lee:TOKEN`, or one token. */
  ADMIN_TOKEN: bearerTokensSetting('admin'),
  /** Signs the identity that the guard sends to that application, which has the same setting. Two while it is rotated. */
  IDENTITY_KEY: identityKeysSetting,
  /** Paths that need no session. */
  PUBLIC_PATHS: publicPathsSetting,
  /** Origins whose pages may send what changes something, or open a WebSocket, in the name of a person; `*` for all. */
  TRUSTED_ORIGINS: trustedOriginsSetting,
  /** Headers of a proxy in front of the gateway that tell who sends a request, and pass. */
  TRUSTED_HEADERS: trustedHeadersSetting,
  /** `N` keeps CORS preflights away from an application that may answer nobody but who is signed in. */
  PREFLIGHTS: v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), 'Y'),
  /** The session worker's entrypoint, for the guard. */
  GATEWAY: binding<GatewayEntrypoint>({
    kind: 'services',
    service: 'gateway-session',
    entrypoint: 'Gateway',
  }),
  SESSIONS: binding<KVNamespace>({ kind: 'kv_namespaces' }),
  /** What is remembered of the sign-ins that browsers began (flow/state-nonces.ts). */
  STATES: binding<KVNamespace>({ kind: 'kv_namespaces' }),
  /** How many of them are remembered at one location of Cloudflare: each is a write that a stranger may cause. */
  STATE_LIMIT: rateLimit('1011', 600),
  /** What the browsers of one address may ask of login and callback; an address may be a whole carrier's. */
  REQUEST_LIMIT: rateLimit('1010', 300),
  /** What the apps of one address may ask, counted apart: neither can use up what is the other's. */
  APP_LIMIT: rateLimit('1012', 300),
  /** How often the service is called for the apps of one IPv6 /48. */
  APP_NETWORK_LIMIT: rateLimit('1013', 1_000),
  /** And for all apps, at one location of Cloudflare; as often again for the addresses whose last sign-in succeeded. */
  APP_TOTAL_LIMIT: rateLimit('1014', 3_000),
  /** Where the Durable Objects are made: near the users. One that exists stays where it is. */
  LOCATION_HINT: locationHintSetting,
  FLOW: binding<DurableObjectNamespace<Flow>>({ kind: 'durable_objects', class_name: 'Flow' }),
  USER: binding<DurableObjectNamespace<User>>({ kind: 'durable_objects', class_name: 'User' }),
} as const satisfies Record<string, v.GenericSchema>;

/** The bindings as a worker sees them once they are checked. */
export type Bindings = { [Name in keyof typeof bindings]: v.InferOutput<(typeof bindings)[Name]> };

/** The address at the service to which people are sent back: registered there, character by character (§4.1). */
export const callbackAddress = ({ GATEWAY_ORIGIN }: Pick<Bindings, 'GATEWAY_ORIGIN'>) =>
  `${GATEWAY_ORIGIN}/auth/callback`;

export type FlowEnv = Pick<Bindings, 'FLOW' | 'LOCATION_HINT'>;
export type UserObjectEnv = Pick<Bindings, 'USER' | 'LOCATION_HINT'>;

/** An object's methods as its callers see them. (The type of a stub splits the union that a method returns.) */
type Remote<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Promise<Result>
    : never;
};
type RemoteFlow = Remote<Pick<Flow, 'claim' | 'keep' | 'outcome' | 'succeed' | 'fail'>>;
type RemoteUser = Remote<
  Pick<User, 'stored' | 'signIn' | 'session' | 'sessions' | 'logOut' | 'disconnect' | 'record' | 'listed'>
>;

/** The object of a flow. @param id of the session that it ends in. */
export const flowOf = ({ FLOW, LOCATION_HINT: locationHint }: FlowEnv, id: string): RemoteFlow =>
  FLOW.get(FLOW.idFromName(id), { locationHint }) as unknown as RemoteFlow;

/** The object of a user. */
export const userOf = ({ USER, LOCATION_HINT: locationHint }: UserObjectEnv, plid: string): RemoteUser =>
  USER.get(USER.idFromName(plid), { locationHint }) as unknown as RemoteUser;
