import { env } from 'cloudflare:workers';
import { eventsOf } from './answers.ts';
import { readKeys, toBase64url } from './seal.ts';
import { findApplication, type Prepared, signIns } from './service-application.ts';

/** A request within a sign-in, as its browser's cookie has it, and what all steps need. */

interface CarrierBinding {
  confirm(question: object): Promise<{ status: string; requestId: string }>;
  outcome(requestId: string, owner: object): Promise<{ status: string; identity?: { phoneNo?: string } }>;
  notify(notice: object): Promise<void>;
}

declare global {
  namespace Cloudflare {
    interface Env {
      PHONE_KEY: string;
      BASE_URL: string;
      CARRIER: CarrierBinding;
      OUTCOME_LIMIT: RateLimit;
      OUTCOME_ADDRESS_LIMIT: RateLimit;
    }
  }
}

/** Spelled by letters, as the product seals it (field-letters.ts). */
export interface SignIn {
  i: string;
  k: string;
  c: string;
  r: string;
  s: string;
  /** Attributes, as bits. */
  a: number;
  l: string;
  e: number;
  u?: string;
  /** When a code was given. */
  y?: number;
  p?: { n: string; t: string; m: string; d: string; P: boolean; b: string; f: number; T: boolean };
}

export interface Opened {
  request: Request;
  url: URL;
  now: number;
  /** The whole id, with which the cookie is named. */
  id: string;
  name: string;
  signIn: SignIn;
  application: Prepared;
  redirect: string;
}

/** @param flow the parameter that says which cookie it is. @returns undefined where there is none that is under way. */
export async function openSignIn(
  request: Request,
  flow: string | null | undefined,
  now: number,
): Promise<Opened | undefined> {
  const text = flow && cookieOf(request, `__Host-plid-sign-in-${flow}=`);
  if (!text) return undefined;
  const signIn = await signIns.open<SignIn>(text, now);
  if (signIn === undefined || flow !== signIn.i + signIn.c || now >= signIn.e) return undefined;
  const application = await findApplication(signIn.c, now);
  const redirect = application?.addresses.get(signIn.r);
  if (application === undefined || redirect === undefined) return undefined;
  const name = flow.slice(flow.indexOf('-') + 1, flow.indexOf('-') + 12);
  return { request, url: new URL(request.url), now, id: flow, name, signIn, application, redirect };
}

export function cookieOf({ headers }: Request, start: string): string | undefined {
  const header = headers.get('Cookie') ?? '';
  const at = header.indexOf(start);
  if (at < 0) return undefined;
  const end = header.indexOf(';', at);
  return header.slice(at + start.length, end < 0 ? undefined : end);
}

export const setCookie = (name: string, value: string, maxAge: number): string =>
  `__Host-${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; Secure; SameSite=Lax`;

/** A Set-Cookie value with a changed sign-in. */
export async function keepSignIn({ id, now, signIn }: Opened, changes: Partial<SignIn>): Promise<string> {
  const next = { ...signIn, ...changes };
  const ends = next.e + 3_600;
  return setCookie(`plid-sign-in-${id}`, await signIns.seal(next, ends), ends - now);
}

/** The key under which an IPv6 address is counted, and that of its network. */
export function addressOf({ headers }: Request): { address: string; network: string } {
  const [a, b, c, d] = new URL(`http://[${headers.get('CF-Connecting-IP')}]`).hostname.slice(1).split(':');
  return { address: `${a}:${b}:${c}:${d}::/64`, network: `${a}:${b}:${c}::/48` };
}

export async function outcomeOf({ request, id, name, now, signIn: { p } }: Opened) {
  if (p === undefined || now - p.f >= 120) return { status: 'expired' };
  const [own, address] = await Promise.all([
    env.OUTCOME_LIMIT.limit({ key: id }),
    env.OUTCOME_ADDRESS_LIMIT.limit({ key: addressOf(request).address }),
  ]);
  if (!own.success || !address.success) return { status: 'pending' };
  const outcome = await env.CARRIER.outcome(p.t, { telcoCd: p.b, signIn: name });
  if (outcome.status === 'approved' && typeof outcome.identity?.phoneNo !== 'string')
    throw new Error('No identity');
  return outcome;
}

const encoder = new TextEncoder();
const hmacKey = (bytes: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
const sign = async (key: CryptoKey, text: string) =>
  new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));

const once = <Value>(make: () => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
const numberKey = once(() => hmacKey(Uint8Array.fromBase64(env.PHONE_KEY)));

/** The name of a number's object. */
export const phoneName = async (phoneNo: string): Promise<string> =>
  (await sign(await numberKey(), phoneNo)).toHex();

const pseudonymKeys = new Map<string, Promise<CryptoKey>>();

/** A pseudonym under a key of its own purpose, derived from PHONE_KEY. */
export async function pseudonymOf(purpose: string, text: string): Promise<string> {
  const known =
    pseudonymKeys.get(purpose) ??
    numberKey()
      .then((key) => sign(key, `plid ${purpose}`))
      .then(hmacKey);
  pseudonymKeys.set(purpose, known);
  return toBase64url(await sign(await known, text));
}

const personKey = once(async () => {
  const [{ bytes }] = readKeys(env.KEYS);
  const material = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']);
  const info = encoder.encode('plid service person in the log');
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 };
  return crypto.subtle.deriveKey(hkdf, material, hmac, false, ['sign']);
});

/** The facts of a sign-in in a line of the log. */
const about = ({ application, signIn, name }: Opened) => ({
  sign_in: name,
  client_id: application.client_id,
  carrier: signIn.p?.b,
});

/** Names the sign-in in the request's line, and in its answer. */
export function nameSignIn(opened: Opened, response: Response): Response {
  response.headers.set('Plid-Sign-In', opened.name);
  if (!eventsOf.has(opened.request)) eventsOf.set(opened.request, Promise.resolve(about(opened)));
  return response;
}

/** Adds what happened to the request's line, with a pseudonym of the person where there is one. */
export function tell(opened: Opened, context: ExecutionContext, events: object, plid?: string): void {
  const telling = (async () => {
    const told = { ...about(opened), events };
    if (plid === undefined) return told;
    return { ...told, person: `k1:${(await sign(await personKey(), plid)).slice(0, 16).toHex()}` };
  })();
  eventsOf.set(opened.request, telling);
  context.waitUntil(telling);
}
