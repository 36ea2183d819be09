import { env } from 'cloudflare:workers';
import { kind, readKeys } from './seal.ts';

/** The application that a request names, and the service's keys, cached for as long as in the product. */

declare global {
  namespace Cloudflare {
    interface Env {
      KEYS: string;
      APPLICATIONS: KVNamespace;
      ACCOUNT: DurableObjectNamespace;
    }
  }
}

const keys = readKeys(env.KEYS);
export const codes = kind(keys, 'service authorization code');
export const tokens = kind(keys, 'service access token');
const fieldKeys = kind(keys, 'service field key');

const encoder = new TextEncoder();

export const sha256 = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));

interface Application {
  client_id: string;
  attributes: string[];
  reads: 'many' | 'once';
  success: string;
  secrets: { id: string; sha256: string; field_key: string }[];
}

/** An application with the values that are computed from its record once. */
interface Prepared extends Application {
  digests: Uint8Array[];
  ciphers: Map<string, Cipher>;
}

/** Encrypts the fields of a user record (§2.2). */
export type Cipher = (text: string) => Promise<string>;

const cache = new Map<string, { application: Prepared; until: number }>();
const format = /^[A-Za-z0-9]{20}$/;

export async function findApplication(client_id: string, now: number): Promise<Prepared | undefined> {
  const cached = cache.get(client_id);
  if (cached !== undefined && now < cached.until) return cached.application;
  if (!format.test(client_id)) return undefined;
  const record = await env.APPLICATIONS.get<Application>(`application:${client_id}`, 'json');
  if (record === null) return undefined;
  const application = await prepare(record);
  cache.set(client_id, { application, until: now + 30 });
  return application;
}

async function prepare(record: Application): Promise<Prepared> {
  const ciphers = record.secrets.map(async ({ id, field_key }) => [id, await cipherOf(field_key)] as const);
  return {
    ...record,
    digests: record.secrets.map(({ sha256 }) => Uint8Array.fromHex(sha256)),
    ciphers: new Map(await Promise.all(ciphers)),
  };
}

export const base64url = (bytes: Uint8Array): string =>
  bytes.toBase64({ alphabet: 'base64url', omitPadding: true });

async function cipherOf(field_key: string): Promise<Cipher> {
  const opened = await fieldKeys.open<{ key: string }>(field_key, 0);
  const bytes = Uint8Array.fromBase64(opened?.key ?? '');
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['encrypt']);
  const algorithm = { name: 'AES-CBC', iv: bytes };
  return async (text) =>
    new Uint8Array(await crypto.subtle.encrypt(algorithm, key, encoder.encode(text))).toBase64();
}

function equalInConstantTime(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index += 1) difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  return difference === 0;
}

const basic = /^basic +([A-Za-z0-9+/]+=*)$/i;

/** The application whose secret HTTP Basic proves (§5), and the id of that secret. @returns undefined without a proof. */
export async function authenticate(
  header: string | null,
  now: number,
): Promise<{ application: Prepared; secret: string } | undefined> {
  const [, base64] = basic.exec(header ?? '') ?? [];
  if (base64 === undefined) return undefined;
  const pair = atob(base64);
  const colon = pair.indexOf(':');
  if (colon < 0) return undefined;
  const digest = sha256(decodeURIComponent(pair.slice(colon + 1)));
  const application = await findApplication(decodeURIComponent(pair.slice(0, colon)), now);
  const presented = await digest;
  const index = application?.digests.findIndex((known) => equalInConstantTime(known, presented)) ?? -1;
  const secret = application?.secrets[index];
  return application === undefined || secret === undefined ? undefined : { application, secret: secret.id };
}

interface Objects {
  redeem(grant: string, client_id: string, now: number): Promise<string>;
  read(grant: string, client_id: string, once: boolean, now: number): Promise<Login | undefined>;
}

interface Login {
  identity: string | null;
  flags: { autoLoginYn: string; autoStatusCheck: string };
  agreed: string[];
}

export const accountOf = (plid: string): Objects =>
  env.ACCOUNT.get(env.ACCOUNT.idFromName(plid)) as unknown as Objects;

/** The contents of codes and tokens. */
export interface Granted {
  plid: string;
  grant: string;
  identityKey?: string;
  client_id: string;
}
