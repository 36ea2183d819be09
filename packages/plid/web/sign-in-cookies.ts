import { cookiesOf, encryptedCookies, secondsNow } from './encrypted-cookie.ts';
import type { SignInPurpose } from './sign-in-purpose.ts';

/** The values of a sign-in that the browser stores until the callback. */
export interface BrowserSignIn extends SignInPurpose {
  state: string;
  codeVerifier: string;
  /** The whole URL to which the user continues after the sign-in. */
  returnTo: string;
  /** Set if the application rejects an automatic login, because the sign-in was started with `prompt=login`. */
  withPhone?: true;
  /** Set if the page at `returnTo` needs a signed-in user. */
  required?: true;
}

/**
 * Lifetime of a sign-in cookie, in seconds. The service may take up to this time before it redirects to the
 * callback.
 */
const lifetime = 3_600;
/**
 * Maximum number of pending sign-ins, one per tab, and of the characters of their cookies together. Each additional
 * sign-in removes the oldest ones, so that headers stay short.
 */
const maxOpen = 5;
const maxTotalLength = 6_000;

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
 * @param page the callback's URL. @param cookieKey one or more keys (`encryptedCookies`). @throws {PlidMismatch}
 * `option` if a key is too short.
 */
export function signInCookies(page: URL, cookieKey: string): SignInCookies {
  const { prefix: start, encrypt, decrypt, write } = encryptedCookies(page, cookieKey, 'web sign-in');
  const prefix = `${start}plid-sign-in-`;
  const format = new RegExp(`^${prefix}\\d{10}-([\\w-]{43})$`);

  const signInsOf = (request: Request): OpenCookie[] =>
    cookiesOf(request).flatMap(({ name, value }) => {
      const [, state] = format.exec(name) ?? [];
      return state ? [{ name, state, value }] : [];
    });
  const remove = ({ name }: OpenCookie) => write(name, '', 0);

  return {
    async keep(request, signIn) {
      const value = await encrypt(signIn, lifetime);
      const newestFirst = signInsOf(request).sort((left, right) => (left.name < right.name ? 1 : -1));
      let total = value.length;
      const tooMany = newestFirst.filter((cookie, at) => {
        total += cookie.value.length;
        return at >= maxOpen - 1 || total > maxTotalLength;
      });
      return [write(`${prefix}${secondsNow()}-${signIn.state}`, value, lifetime), ...tooMany.map(remove)];
    },
    async open(request, state) {
      const cookie = signInsOf(request).find((one) => one.state === state);
      return cookie && ((await decrypt(cookie.value)) as BrowserSignIn | undefined);
    },
    drop: (request, state) =>
      signInsOf(request)
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
