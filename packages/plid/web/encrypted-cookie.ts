import { utf8 } from '../../../workers/core/crypto/bytes.ts';
import { deriveKey, encryptionKeyAlgorithm } from '../../../workers/core/crypto/derive-key.ts';
import { decryptJwe, encryptJwe } from '../../../workers/core/crypto/jwe.ts';
import { weaknessOf } from '../../../workers/core/crypto/published-secrets.ts';
import { invalidOptionError } from '../client/options.ts';
import type { RequestHeaders } from './exchange.ts';

const minKeyLength = 32;

/** Functions that encrypt and write the cookies of one purpose. */
export interface EncryptedCookies {
  /** The prefix of each cookie's name: `__Host-` over https, which prevents sibling hosts from setting the cookie. */
  prefix: string;
  /** Encrypts a JSON value. @param lifetime in seconds. @returns a cookie's value. */
  encrypt(content: object, lifetime: number): Promise<string>;
  /** @returns undefined if the value is forged, truncated, expired, or of another purpose. */
  decrypt(value: string): Promise<unknown>;
  /** @returns a Set-Cookie value. */
  write(name: string, value: string, maxAge: number): string;
}

/**
 * Returns functions for encrypted cookies. @param page a URL of the website, whose scheme the cookies fit. @param
 * cookieKey at least 32 characters. If there are several keys, separated by commas, the first key encrypts, and
 * every key decrypts. Over https, each key must be secret. @param purpose the name of the cookies' purpose. @throws
 * {PlidMismatch} `option` if a key is too short, or published or guessable although the page uses https.
 */
export function encryptedCookies(page: URL, cookieKey: string, purpose: string): EncryptedCookies {
  const texts = (cookieKey ?? '').split(',');
  if (texts.some((text) => text.length < minKeyLength))
    throw invalidOptionError(
      'cookieKey',
      'at least 32 random characters; during a rotation, the new and the old secret, comma-separated',
    );
  const isSecure = page.protocol === 'https:';
  const weakness = weaknessOf(cookieKey, texts);
  if (isSecure && weakness !== undefined)
    throw invalidOptionError(
      'cookieKey',
      `a secret of your own, because it ${weakness}. With it, attackers can sign in as any user. Generate one with: openssl rand -base64 33`,
    );
  // Derived once: requests with a session need a key each time.
  let derived: Promise<CryptoKey[]> | undefined;
  const keys = () => {
    derived ??= Promise.all(
      texts.map((text) => deriveKey(utf8(text), purpose, encryptionKeyAlgorithm, ['encrypt', 'decrypt'])),
    );
    return derived;
  };

  return {
    prefix: isSecure ? '__Host-' : '',
    async encrypt(content, lifetime) {
      const [key] = await keys();
      const text = JSON.stringify({ ...content, expires: secondsNow() + lifetime });
      return encryptJwe(key as CryptoKey, undefined, text);
    },
    async decrypt(value) {
      for (const key of await keys()) {
        const text = await decryptJwe(key, undefined, value);
        if (text === undefined) continue;
        const { expires, ...content } = JSON.parse(text) as { expires: number };
        return expires > secondsNow() ? content : undefined;
      }
      return undefined;
    },
    write: (name, value, maxAge) =>
      `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; ${isSecure ? 'Secure; ' : ''}SameSite=Lax`,
  };
}

/** The cookies of a request, in order. */
export const cookiesOf = ({ headers }: RequestHeaders): { name: string; value: string }[] =>
  (headers.get('Cookie') ?? '').split(';').flatMap((pair) => {
    const [, name, value] = /^([^=\s]+)=([\w.-]+)$/.exec(pair.trim()) ?? [];
    return name && value ? [{ name, value }] : [];
  });

export const secondsNow = (): number => Math.floor(Date.now() / 1_000);
