import { fromBase64url, toBase64url, utf8 } from './bytes.ts';

const algorithms = {
  HS256: { name: 'HMAC', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5' },
} as const;

interface Header {
  alg: keyof typeof algorithms;
  typ: string;
  kid?: string;
}

/** Signs claims as a JWT: a compact JWS (RFC 7515 §7.1). @param key for the algorithm in the header. */
export async function signJwt(header: Header, claims: object, key: CryptoKey): Promise<string> {
  const content = `${encode(header)}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(algorithms[header.alg], key, utf8(content));
  return `${content}.${toBase64url(new Uint8Array(signature))}`;
}

const encode = (value: object): string => toBase64url(utf8(JSON.stringify(value)));

/** A JWT as received. Don't trust its claims before {@link isSignedBy} verifies the signature. */
export interface UnverifiedJwt {
  header: unknown;
  claims: unknown;
  /** The text that was signed, which consists of the JWT's first two parts as received. */
  content: string;
  signature: Uint8Array<ArrayBuffer>;
}

/**
 * Parses a JWT without verifying its signature. @throws {Error} if the text doesn't have three Base64url parts, or
 * if the first two aren't JSON.
 */
export function readJwt(text: string): UnverifiedJwt {
  const [header, claims, signature, ...more] = text.split('.').map((part) => fromBase64url(part));
  if (signature === undefined || more.length > 0) throw new Error('no JWT');
  const content = text.slice(0, text.lastIndexOf('.'));
  return { header: decode(header), claims: decode(claims), content, signature };
}

/** @param bytes undefined if the Base64url is invalid. @throws {Error} if the bytes aren't JSON. */
const decode = (bytes: Uint8Array<ArrayBuffer> | undefined): unknown => JSON.parse(decoder.decode(bytes));

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether a key has signed a JWT with ES256. The caller must already have checked the header's algorithm. */
export const isSignedBy = (key: CryptoKey, { content, signature }: UnverifiedJwt): Promise<boolean> =>
  crypto.subtle.verify(algorithms.ES256, key, signature, utf8(content));

/** Imports a P-256 public key (RFC 7518 §6.2.1), for {@link isSignedBy}. @param x, y coordinates in Base64url. */
export const importPublicKey = ({ x, y }: { x: string; y: string }): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, algorithms.ES256, false, ['verify']);
