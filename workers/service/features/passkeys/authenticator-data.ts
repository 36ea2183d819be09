import { equalInConstantTime, fromBase64url, sha256, toBase64url } from '../../../core/crypto/bytes.ts';
import { type PasskeyView, relyingParty } from './offered-passkeys.ts';

/** Flags of authenticator data (WebAuthn §6.1). */
const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;
const hasExtensions = 0x80;

/** Length of the relying party's hash, the flags, and the counter, in bytes. */
const headLength = 37;

export interface AuthenticatorData {
  bytes: Uint8Array<ArrayBuffer>;
  counter: number;
}

/**
 * Reads the data that an authenticator signs (WebAuthn §6.1).
 * @returns undefined if it belongs to another relying party, or the user wasn't present and verified.
 */
export async function readAuthenticatorData(
  { env }: PasskeyView,
  sent: string,
): Promise<AuthenticatorData | undefined> {
  const bytes = fromBase64url(sent);
  if (bytes === undefined || bytes.length < headLength) return undefined;
  const hash = await sha256(relyingParty(env).id);
  const needed = userPresent | userVerified;
  if (!equalInConstantTime(bytes.subarray(0, 32), hash) || (flagsOf(bytes) & needed) !== needed)
    return undefined;
  return { bytes, counter: new DataView(bytes.buffer).getUint32(33) };
}

/** A new credential: its ID, and its public key as an uncompressed P-256 point, both in Base64url. */
export interface NewCredential {
  id: string;
  key: string;
}

/**
 * Reads the new credential in authenticator data (WebAuthn §6.5.1).
 * @returns undefined if it has none, or its key isn't one for ES256.
 */
export function readNewCredential({ bytes }: AuthenticatorData): NewCredential | undefined {
  const flags = flagsOf(bytes);
  const idStart = headLength + aaguidLength + 2;
  if ((flags & hasCredential) === 0 || bytes.length < idStart) return undefined;
  const idEnd = idStart + new DataView(bytes.buffer).getUint16(idStart - 2);
  const id = bytes.subarray(idStart, idEnd);
  const rest = bytes.subarray(idEnd);
  const isWhole = rest.length === keyLength || ((flags & hasExtensions) !== 0 && rest.length > keyLength);
  const point = isWhole ? readPoint(rest) : undefined;
  if (point === undefined || id.length === 0 || id.length > maxIdLength) return undefined;
  return { id: toBase64url(id), key: toBase64url(point) };
}

const aaguidLength = 16;
/** Maximum length of a credential's ID in bytes (WebAuthn §5.8.3). */
export const maxIdLength = 1023;

/**
 * The two constant parts of a COSE key for ES256, each followed by 32 bytes. The canonical encoding of CTAP2 has exactly
 * one form for it: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`.
 */
const beforeX = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
const beforeY = [0x22, 0x58, 0x20];
const xStart = beforeX.length;
const yStart = xStart + 32 + beforeY.length;
const keyLength = yStart + 32;

function readPoint(key: Uint8Array): Uint8Array | undefined {
  const isEs256 =
    beforeX.every((byte, place) => key[place] === byte) &&
    beforeY.every((byte, place) => key[xStart + 32 + place] === byte);
  if (!isEs256) return undefined;
  return Uint8Array.of(0x04, ...key.subarray(xStart, xStart + 32), ...key.subarray(yStart, keyLength));
}

const flagsOf = (bytes: Uint8Array): number => bytes[32] ?? 0;
