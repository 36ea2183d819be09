import {
  fromBase64url,
  randomSecret,
  sha256Base64url,
  toBase64url,
  toHex,
  utf8,
} from '../../core/crypto/bytes.ts';
import { decryptJwe, encryptJwe } from '../../core/crypto/jwe.ts';
import type { KeyRing, NumberedKey } from '../../core/crypto/keys.ts';
import { authenticationFailed } from '../../core/protocol/credentials.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import { checkVerifier } from '../../core/protocol/pkce.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import type { Identity } from '../../core/protocol/user-record.ts';
import type { Account } from '../objects/account.ts';
import type { Phone } from '../objects/phone.ts';
import { accessTokenLifetime, codeLifetime } from './service-lifetimes.ts';
import * as serviceRefusals from './service-refusals.ts';
import { accessToken, authorizationCode } from './service-values.ts';

/** A plid (§2.1) as this service gives them. */
export const plidFormat = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The account of a plid. */
export function accountOf(env: { ACCOUNT: DurableObjectNamespace<Account> }, plid: string) {
  return env.ACCOUNT.get(env.ACCOUNT.idFromName(plid));
}

export interface PhonesEnv {
  PHONE: DurableObjectNamespace<Phone>;
  PHONE_KEY: NumberedKey;
}

/** The object of a phone number. @param phoneNo 11 digits, no hyphen. */
export const phoneOf = async (env: PhonesEnv, phoneNo: string) =>
  namedPhone(env, await phoneName(env, phoneNo));

/** What names the object of a phone number: its HMAC. @param phoneNo 11 digits, no hyphen. */
export const phoneName = async ({ PHONE_KEY }: Pick<PhonesEnv, 'PHONE_KEY'>, phoneNo: string) =>
  toHex(await hmac(await PHONE_KEY.key, phoneNo));

/** @param name from {@link phoneName}. */
export const namedPhone = ({ PHONE }: Pick<PhonesEnv, 'PHONE'>, name: string) =>
  PHONE.get(PHONE.idFromName(name));

/**
 * A pseudonym, stored in place of personal data: Base64url of an HMAC-SHA-256. PHONE_KEY itself names the Phone objects;
 * every other purpose has a key derived from it. No purpose is spelled like a phone number, so the two never collide.
 */
export async function pseudonymOf(
  { PHONE_KEY }: Pick<PhonesEnv, 'PHONE_KEY'>,
  purpose: 'owner of a number' | 'caller at a number' | 'number known to a browser' | 'the key itself',
  text: string,
): Promise<string> {
  const known = pseudonymKeys.get(PHONE_KEY) ?? new Map<string, Promise<CryptoKey>>();
  pseudonymKeys.set(PHONE_KEY, known);
  const key = known.get(purpose) ?? derivePseudonymKey(PHONE_KEY, purpose);
  known.set(purpose, key);
  return toBase64url(await hmac(await key, text));
}

/** By purpose: each is derived once per isolate. */
const pseudonymKeys = new WeakMap<NumberedKey, Map<string, Promise<CryptoKey>>>();

async function derivePseudonymKey({ key }: NumberedKey, purpose: string): Promise<CryptoKey> {
  const derived = await hmac(await key, `plid ${purpose}`);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', derived, algorithm, false, ['sign']);
}

async function hmac(key: CryptoKey, text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text)));
}

/**
 * The identity of a grant at rest: sealed under a random key that is stored nowhere. The sign-in's cookie carries the key,
 * then the code, then the access token; when these are gone, what was stored is noise, in every backup as well.
 */

/** @returns a new random key: Base64url of 32 bytes. */
export const createIdentityKey = (): string => randomSecret();

/** @param key from {@link createIdentityKey}. @returns a compact JWE (`dir`, A256GCM). */
export async function sealIdentity(key: string, identity: Identity): Promise<string> {
  return encryptJwe(await importIdentityKey(key), undefined, JSON.stringify(identity));
}

/** @throws {Error} where the text was not sealed under this key. */
export async function openIdentity(key: string, text: string): Promise<Identity> {
  const opened = await decryptJwe(await importIdentityKey(key), undefined, text);
  if (opened === undefined)
    throw new Error('The identity of a grant does not open with the key of its token');
  return JSON.parse(opened) as Identity;
}

const importIdentityKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64url(key) ?? new Uint8Array(), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);

/** What a code is issued for: a grant, and the request that it answers. */
interface CodeRequest {
  plid: string;
  grant: string;
  /** Opens the grant's identity; absent for an automatic login, which has none. */
  identityKey?: string;
  client_id: string;
  redirect_uri: string;
  code_challenge?: string | undefined;
}

/** A code, and what its sender says of the request that it was issued for. */
export interface PresentedCode {
  code: string;
  /** Of the application, which has proved who it is with its secret. */
  client_id: string;
  redirect_uri: string | undefined;
  code_verifier: string | undefined;
}

const digests = new Map<string, string>();
const maxDigests = 1_000;

/** The form of a redirect address in sealed values: Base64url of its SHA-256. There are few addresses, so that they are kept. */
export async function digestOf(redirect_uri: string): Promise<string> {
  const cached = digests.get(redirect_uri);
  if (cached !== undefined) return cached;
  const digest = await sha256Base64url(redirect_uri);
  if (digests.size >= maxDigests) digests.clear();
  digests.set(redirect_uri, digest);
  return digest;
}

/** Issues a code (§4.1): the authorize worker's half. @param now in seconds since 1970. */
export async function issueCode(keys: KeyRing, request: CodeRequest, now: number): Promise<string> {
  const { redirect_uri, code_challenge, ...granted } = request;
  const value = {
    ...granted,
    redirect_uri_digest: await digestOf(redirect_uri),
    ...(code_challenge !== undefined && { code_challenge }),
  };
  return authorizationCode.seal(keys, value, now + codeLifetime);
}

/** A code is told by its last characters: enough to find it in a log of one's own, and not the code itself. */
const shownCharacters = 6;

/** The refusal of a code that cannot be redeemed, or not any more (§4.2). @param code as it was sent. */
export function invalidCode(code: string): ProtocolError {
  const characters = [...code];
  const end = characters.slice(-shownCharacters).join('');
  const value = characters.length > shownCharacters ? `…${end}` : code;
  return new ProtocolError(serviceRefusals.invalid_code, { value });
}

/**
 * Opens a code and checks that it belongs to its sender (§4.2): the token worker's half. Neither this nor a refusal calls
 * storage or redeems the code.
 *
 * A genuine code that has expired still opens for as long as a token made from it may live, marked `isExpired`: its grant
 * must learn that the code was sent again (RFC 6749 §4.1.2), but no token is made from it.
 * @param now in seconds since 1970.
 * @throws {ProtocolError} `invalid_code` where it is forged or expired for longer, `code_not_for_this_request`, and for
 *   its PKCE verifier (RFC 7636 §4.6) `missing_item`, `invalid_item` where no challenge asked for one, `wrong_verifier`.
 */
export async function openCode(keys: KeyRing, presented: PresentedCode, now: number) {
  const invalid = () => invalidCode(presented.code);
  const read = await authorizationCode.read(keys, presented.code);
  if (read === undefined) throw invalid();
  const { value: opened, expires = 0 } = read;
  if (expires <= now - accessTokenLifetime) throw invalid();
  const isExpired = expires <= now;
  await checkRequest(opened, presented).catch((refusal) => {
    throw isExpired ? invalid() : refusal;
  });
  return { ...opened, isExpired };
}

type OpenedCode = NonNullable<Awaited<ReturnType<typeof authorizationCode.open>>>;

async function checkRequest(opened: OpenedCode, presented: PresentedCode): Promise<void> {
  const { client_id, redirect_uri, code_verifier } = presented;
  const isOtherAddress =
    redirect_uri !== undefined && (await digestOf(redirect_uri)) !== opened.redirect_uri_digest;
  if (opened.client_id !== client_id || isOtherAddress)
    throw new ProtocolError(serviceRefusals.code_not_for_this_request);
  await checkPkce(opened.code_challenge, code_verifier);
}

async function checkPkce(challenge: string | undefined, verifier: string | undefined): Promise<void> {
  const item = 'code_verifier';
  if (challenge === undefined && verifier === undefined) return;
  if (challenge === undefined) throw new ProtocolError(refusals.invalid_item, { item });
  if (verifier === undefined) throw new ProtocolError(refusals.missing_item, { item });
  await checkVerifier(verifier, challenge);
}

type AccessToken = Parameters<typeof accessToken.seal>[1];

/** Issues an access token (§2.3): the token worker's half. @param now in seconds since 1970. */
export function issueAccessToken(keys: KeyRing, value: AccessToken, now: number): Promise<string> {
  return accessToken.seal(keys, value, now + accessTokenLifetime);
}

/**
 * Opens an access token (§4.3): the user worker's half. Whether its grant is still live, only the account knows.
 * @param now in seconds since 1970. @throws {ProtocolError} `authentication_failed` where it is forged or expired.
 */
export async function openAccessToken(keys: KeyRing, token: string, now: number): Promise<AccessToken> {
  const opened = await accessToken.open(keys, token, now);
  if (opened === undefined) throw authenticationFailed();
  return opened;
}
