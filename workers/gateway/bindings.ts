import * as v from 'valibot';
import { isLoopback } from '../core/cookies.ts';
import { keyRingSetting } from '../core/keys.ts';
import { binding, originSetting, secret, secretSetting } from '../core/settings.ts';
import { flowLifetime } from './lifetimes.ts';
import { publicPathsSetting } from './public-paths.ts';
import type { Session } from './session-cache.ts';

/** What the entrypoint `Gateway` of the session worker offers. */
export interface SessionReader {
  session(request: Request): Promise<Session | null>;
}

const secretAdvice = 'is not set; set it with: wrangler secret put';

/** Of another operator, so that nothing but what §2.2 needs of it is asked: 16 characters that are one byte each. */
const clientSecretSetting = v.pipe(
  v.string(secretAdvice),
  v.check((value) => value.trim() === value, 'begins or ends with white space; set it again without'),
  v.regex(/^[\x21-\x7e]{16,}$/, 'needs at least 16 printable ASCII characters, as the service issued it'),
  v.metadata(secret),
);

const clientIdSetting = v.pipe(
  v.string('is not set; it needs the client id that the service issued'),
  v.regex(/^[\x21-\x39\x3b-\x7e]+$/, 'needs the client id that the service issued, without white space'),
);

const pathSetting = (standard: string) =>
  v.optional(
    v.pipe(v.string(), v.regex(/^\/[\w.~-]+(?:\/[\w.~-]+)*$/, `needs a path such as ${standard}`)),
    standard,
  );

const durationSetting = (standard: number, least: number, most = 31_536_000) =>
  v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer('needs a whole number of seconds'),
      v.minValue(least, `needs at least ${least} seconds`),
      v.maxValue(most, `needs at most ${most} seconds`),
    ),
    standard,
  );

/** Links of applications, for {@link bindings.APP_LINKS}: https, http on loopback, or a scheme of an application's own. */
const appLinksSetting = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.split(',').map((link) => link.trim())),
  v.transform((links) => links.filter((link) => link !== '')),
  v.check(
    (links) => links.every(isAppLink),
    'needs links separated by commas, such as https://app.example.com/signed-in or com.example.app:/signed-in',
  ),
);

/** Its scheme is https or holds a dot (RFC 8252 §7.1), which none that runs script does; it is short, since `state` carries it. */
function isAppLink(link: string): boolean {
  if (!URL.canParse(link) || link.length > 128 || /[^\x21-\x7e]|[#\\]/.test(link)) return false;
  const url = new URL(link);
  if (url.username !== '' || url.password !== '') return false;
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)) || /\./.test(url.protocol)
  );
}

/** Every binding and setting of the gateway; each worker picks those that it may touch. */
export const bindings = {
  /** `id:base64,…`: see core/keys.ts. */
  KEYS: keyRingSetting,
  /** The login service, `{base_url}` of the specification. */
  SERVICE_URL: originSetting,
  /** Where the service has its endpoints; the specification's paths where they are not set. */
  AUTHORIZE_PATH: pathSetting('/oauth2/authorize'),
  TOKEN_PATH: pathSetting('/oauth2/token'),
  USER_PATH: pathSetting('/v1/user/me'),
  DISCONNECT_PATH: pathSetting('/v1/user/disconnect'),
  /** `N` for a service that refuses parameters which it does not know; without PKCE a stolen code can be injected. */
  PKCE: v.optional(v.picklist(['Y', 'N'], 'needs Y or N'), 'Y'),
  /**
   * How long a call to the service may take, from its first byte sent to its last byte read, in seconds. A sign-in takes
   * two, which must fit into the 30 s that a worker may go on after the browser has gone.
   */
  SERVICE_TIMEOUT: durationSetting(10, 1, 12),
  CLIENT_ID: clientIdSetting,
  CLIENT_SECRET: clientSecretSetting,
  /** The gateway's own address. Its callback, registered at the service, is this and `/auth/callback`. */
  GATEWAY_ORIGIN: originSetting,
  /** How long a session lasts, in seconds: no shorter than a sign-in, so that no callback outlives its row. */
  SESSION_LIFETIME: durationSetting(43_200, flowLifetime),
  /** How long KV keeps a session that is in use, in seconds; 60 is the least that KV can do. */
  SESSION_CACHE_LIFETIME: durationSetting(900, 60),
  /** The links to which the callback hands an application's sign-in over. */
  APP_LINKS: appLinksSetting,
  /** The application behind the guard: an origin to which it passes requests on. */
  APPLICATION_URL: originSetting,
  /** Signs what the guard tells that application; it holds the same key. */
  IDENTITY_KEY: secretSetting,
  /** Paths that the guard lets everybody to. */
  PUBLIC_PATHS: publicPathsSetting,
  /** The session worker's entrypoint, for the guard. */
  GATEWAY: binding<SessionReader>({
    kind: 'services',
    service: 'gateway-session',
    entrypoint: 'Gateway',
  }),
  STATES: binding<KVNamespace>({ kind: 'kv_namespaces' }),
  SESSIONS: binding<KVNamespace>({ kind: 'kv_namespaces' }),
  DATABASE: binding<D1Database>({ kind: 'd1_databases' }),
} as const satisfies Record<string, v.GenericSchema>;

/** The bindings as a worker sees them once they are checked. */
export type Bindings = { [Name in keyof typeof bindings]: v.InferOutput<(typeof bindings)[Name]> };

/** The address at the service to which people are sent back: registered there, character by character (§4.1). */
export const callbackAddress = ({ GATEWAY_ORIGIN }: Pick<Bindings, 'GATEWAY_ORIGIN'>) =>
  `${GATEWAY_ORIGIN}/auth/callback`;
