import { invalidOptionError } from '../client/options.ts';
import { utf8 } from '../crypto/bytes.ts';
import { deriveKey, encryptionKeyAlgorithm } from '../crypto/derive-key.ts';
import { decryptJwe, encryptJwe } from '../crypto/jwe.ts';

/** The values of a sign-in that the browser stores until the callback. */
export interface BrowserSignIn {
  state: string;
  codeVerifier: string;
  /** The whole URL to which the user continues after the sign-in. */
  returnTo: string;
}

/**
 * Lifetime of a sign-in cookie, in seconds. The service may take up to this time before it redirects to the
 * callback.
 */
const lifetime = 3_600;
/**
 * Maximum number of pending sign-ins, one per tab. Each additional sign-in removes the oldest sign-in, so that
 * headers stay short.
 */
const maxOpen = 5;
const minKeyLength = 32;

/**
 * Cookies of a browser's pending sign-ins. Each sign-in has its own cookie, so that tabs don't overwrite each
 * other's sign-ins.
 */
export interface SignInCookies {
  /** @returns Set-Cookie values. */
  keep(request: Request, signIn: BrowserSignIn): Promise<string[]>;
  /**
   * @returns undefined if this browser didn't start the sign-in or started it more than an hour ago, or if the
   * cookie is forged.
   */
  open(request: Request, state: string): Promise<BrowserSignIn | undefined>;
  /** @returns Set-Cookie values that remove the cookie of a state. */
  drop(request: Request, state: string): string[];
}

/**
 * Returns functions that handle a website's sign-in cookies. Each cookie's name contains the state and a time, so
 * that names sort by age. The value is encrypted, so that it can't be forged and the code verifier can't be read.
 * @param page the callback's URL. If it uses https, the cookies get a prefix that prevents sibling hosts from
 * setting them. Browsers accept this prefix only over https. @param cookieKey at least 32 characters. If there are
 * several keys, separated by commas, the first key encrypts, and every key decrypts. @throws {PlidMismatch}
 * `option` if a key is too short.
 */
export function signInCookies(page: URL, cookieKey: string): SignInCookies {
  const texts = (cookieKey ?? '').split(',');
  if (texts.some((text) => text.length < minKeyLength))
    throw invalidOptionError(
      'cookieKey',
      'at least 32 random characters; during a rotation, the new and the old secret, comma-separated',
    );
  const isSecure = page.protocol === 'https:';
  const prefix = `${isSecure ? '__Host-' : ''}plid-sign-in-`;
  const format = new RegExp(`^(${prefix}\\d{10}-([\\w-]{43}))=([\\w.-]+)$`);

  const cookiesOf = ({ headers }: Request): OpenCookie[] =>
    (headers.get('Cookie') ?? '').split(';').flatMap((pair) => {
      const [, name, state, value] = format.exec(pair.trim()) ?? [];
      return name && state && value ? [{ name, state, value }] : [];
    });

  const write = (name: string, value: string, maxAge: number) =>
    `${name}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; ${isSecure ? 'Secure; ' : ''}SameSite=Lax`;
  const remove = ({ name }: OpenCookie) => write(name, '', 0);

  return {
    async keep(request, signIn) {
      const now = seconds();
      const [text = ''] = texts;
      const kept = JSON.stringify({ ...signIn, expires: now + lifetime });
      const value = await encryptJwe(await sealingKey(text), undefined, kept);
      const oldestFirst = cookiesOf(request).sort((left, right) => (left.name < right.name ? -1 : 1));
      const tooMany = oldestFirst.slice(0, Math.max(0, oldestFirst.length - maxOpen + 1));
      return [write(`${prefix}${now}-${signIn.state}`, value, lifetime), ...tooMany.map(remove)];
    },
    async open(request, state) {
      const { value = '' } = cookiesOf(request).find((cookie) => cookie.state === state) ?? {};
      for (const text of texts) {
        const opened = await decryptJwe(await sealingKey(text), undefined, value);
        if (opened === undefined) continue;
        const { expires, ...signIn } = JSON.parse(opened) as BrowserSignIn & { expires: number };
        return expires > seconds() ? signIn : undefined;
      }
      return undefined;
    },
    drop: (request, state) =>
      cookiesOf(request)
        .filter((cookie) => cookie.state === state)
        .map(remove),
  };
}

/** A sign-in cookie from a browser. */
interface OpenCookie {
  name: string;
  state: string;
  value: string;
}

const seconds = () => Math.floor(Date.now() / 1_000);

const sealingKey = (text: string): Promise<CryptoKey> =>
  deriveKey(utf8(text), 'web sign-in', encryptionKeyAlgorithm, ['encrypt', 'decrypt']);
