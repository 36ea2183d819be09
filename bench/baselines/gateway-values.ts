import { env } from 'cloudflare:workers';
import { keyOf, kind, readKeys, toBase64url } from './seal.ts';

/** The sealed values, objects and small helpers of the gateway, by hand. */

declare global {
  namespace Cloudflare {
    interface Env {
      KEYS: string;
      CLIENT_ID: string;
      CLIENT_SECRET: string;
      SERVICE_URL: string;
      GATEWAY_ORIGIN: string;
      SESSIONS: KVNamespace;
      REQUEST_LIMIT: RateLimit;
      FLOW: DurableObjectNamespace;
      USER: DurableObjectNamespace;
    }
  }
}

const keys = readKeys(env.KEYS);
export const browserFlows = kind(keys, 'gateway browser flow');
export const sessionTokens = kind(keys, 'gateway session token');
export const identities = kind(keys, 'gateway identity');
/** The keys of the latest sessions' copies, which the product remembers as well: to derive one takes longer than to open a copy. */
const copies = new Map<string, ReturnType<typeof kind>>();

/** KV's copy of a session, under a key that its secret yields. */
export function sessionCopies(secret: string): ReturnType<typeof kind> {
  const known = copies.get(secret);
  if (known !== undefined) return known;
  if (copies.size >= 1_000) copies.clear();
  const made = kind([keyOf('secret', encoder.encode(secret))], 'gateway session');
  copies.set(secret, made);
  return made;
}

/** Counts a request against the address that it comes from. @returns whether it may go on. */
export const allows = async (limit: RateLimit, { headers }: Request): Promise<boolean> =>
  (await limit.limit({ key: headers.get('CF-Connecting-IP') ?? '' })).success;

const encoder = new TextEncoder();

export const digest = async (text: string): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))));

export const randomSecret = (): string => toBase64url(crypto.getRandomValues(new Uint8Array(32)));

/** The key of one purpose for pseudonyms, derived once. */
function pseudonymKey(purpose: string): () => Promise<CryptoKey> {
  let key: Promise<CryptoKey> | undefined;
  return () => {
    key ??= derive(purpose);
    return key;
  };
}

async function derive(purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', keys[0].bytes, 'HKDF', false, ['deriveKey']);
  const hkdf = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode(`plid ${purpose}`),
  };
  return crypto.subtle.deriveKey(hkdf, material, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, [
    'sign',
  ]);
}

const kid = env.KEYS.slice(0, env.KEYS.indexOf(':'));
export const [ownerKey, numberKey, personKey] = [
  pseudonymKey('gateway owner'),
  pseudonymKey('gateway number'),
  pseudonymKey('gateway person in the log'),
];

const mac = async (key: () => Promise<CryptoKey>, text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', await key(), encoder.encode(text)));

export const pseudonym = async (key: () => Promise<CryptoKey>, text: string): Promise<string> =>
  `${kid}:${toBase64url(await mac(key, text))}`;

/** The pseudonym of a user in events of the log. */
export const personInLog = async (plid: string): Promise<string> =>
  `${kid}:${(await mac(personKey, plid)).slice(0, 16).toHex()}`;

export function readCookie({ headers }: Request, name: string): string | undefined {
  const header = headers.get('Cookie');
  const at = header === null ? -1 : header.indexOf(`${name}=`);
  if (header === null || at < 0) return undefined;
  const end = header.indexOf(';', at);
  return header.slice(at + name.length + 1, end < 0 ? undefined : end);
}

export const setCookie = (name: string, value: string, maxAge: number): string =>
  `__Host-${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; Secure; SameSite=Lax`;

interface FlowObject {
  claim(claim: object, at: number): Promise<{ status: string }>;
  succeed(plid: string): Promise<void>;
}

interface UserObject {
  signIn(request: object, at: number): Promise<{ outcome: string; ended: string[] }>;
  session(id: string, at: number): Promise<object | undefined>;
}

export const flowOf = (id: string): FlowObject =>
  env.FLOW.get(env.FLOW.idFromName(id)) as unknown as FlowObject;
export const userOf = (plid: string): UserObject =>
  env.USER.get(env.USER.idFromName(plid)) as unknown as UserObject;
