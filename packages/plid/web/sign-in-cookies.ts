import { wrong } from '../client/options.ts';
import { utf8 } from '../crypto/bytes.ts';
import { deriveKey, sealing } from '../crypto/derive-key.ts';
import { decryptJwe, encryptJwe } from '../crypto/jwe.ts';

/** The values that a browser keeps of its sign-in until the callback. */
export interface BrowserSignIn {
  state: string;
  codeVerifier: string;
  /** The whole address to go on to. */
  returnTo: string;
}

/** How long a browser keeps a sign-in, in seconds: the service may take that long to lead somebody back. */
const lifetime = 3_600;
/** The sign-ins that a browser may have open at once, each in a tab: further ones drop the oldest, so that no header grows without an end. */
const maxOpen = 5;
const minKeyLength = 32;

/** The cookies of the sign-ins that are open in a browser: one of each, so that no tab overwrites what another one has begun. */
export interface SignInCookies {
  /** @returns Set-Cookie values. */
  keep(request: Request, signIn: BrowserSignIn): Promise<string[]>;
  /** @returns undefined for a state that this browser has not begun, or an hour ago, and for a cookie that is not of our making. */
  open(request: Request, state: string): Promise<BrowserSignIn | undefined>;
  /** @returns Set-Cookie values that remove the cookie of a state. */
  drop(request: Request, state: string): string[];
}

/**
 * Each cookie is named by a time, so that names sort by age, and by its state. Its value is sealed: nobody can make one up, and the verifier
 * in it is for nobody to read.
 * @param page where people come back to: only over https browsers take cookies with the prefix that keeps neighbouring hosts from setting them.
 * @param cookieKey of 32 characters or more; several with commas between: the first seals, all of them open.
 * @throws {PlidMismatch} `option`, for a key that is too short.
 */
export function signInCookies(page: URL, cookieKey: string): SignInCookies {
  const texts = (cookieKey ?? '').split(',');
  if (texts.some((text) => text.length < minKeyLength))
    throw wrong(
      'cookieKey',
      '32 characters at least that nobody can guess; while it is replaced, the new one and the old one with a comma between',
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

/** A cookie of ours as a browser sent it. */
interface OpenCookie {
  name: string;
  state: string;
  value: string;
}

const seconds = () => Math.floor(Date.now() / 1_000);

const sealingKey = (text: string): Promise<CryptoKey> =>
  deriveKey(utf8(text), 'web sign-in', sealing, ['encrypt', 'decrypt']);
