import { cookiesOf, encryptedCookies } from './encrypted-cookie.ts';
import type { Exchange, RequestHeaders } from './exchange.ts';

/** The content of a session: the user's plid, and what the application's handler returned. */
export type Session<Data extends object = object> = {
  /** The user's identifier, under which you store the user. */
  plid: string;
} & Data;

/** Stores the session of a signed-in user. Write your own to store sessions in a database. */
export interface SessionStore {
  /** Returns the session of a request, or undefined if no user is signed in. */
  read(request: RequestHeaders): Promise<unknown>;
  /** Signs a user in, always with a new session ID. Returns Set-Cookie values. */
  write(session: Session, request: Request): Promise<readonly string[]>;
  /** Signs the user out. Returns Set-Cookie values. */
  clear(request: Request): Promise<readonly string[]>;
}

/** How a kind of server stores sessions. */
export interface SessionKeeper<Source, Context extends unknown[]> {
  read(source: Source): Promise<unknown>;
  /** Gives the browser a new session ID before a handler runs, which prevents session fixation. */
  renew?(exchange: Exchange<Source, Context>): Promise<void>;
  write(exchange: Exchange<Source, Context>, session: Session): Promise<void>;
  clear(exchange: Exchange<Source, Context>): Promise<void>;
}

/** Keeps sessions in a store over `Request`. @param headersOf returns the headers of the server's own request. */
export const keeperOf = <Source, Context extends unknown[]>(
  store: SessionStore,
  headersOf: (source: Source) => RequestHeaders,
): SessionKeeper<Source, Context> => ({
  read: (source) => store.read(headersOf(source)),
  write: async ({ request, addCookies }, session) => addCookies(await store.write(session, request)),
  clear: async ({ request, addCookies }) => addCookies(await store.clear(request)),
});

/**
 * Maximum length of a session's Set-Cookie value, in bytes. Browsers store 4,096 bytes (RFC 6265 §6.1), but the
 * callback's other headers also need room in the 4 KiB that nginx reads by default.
 */
const maxCookieLength = 3_000;

/** Returns a store that keeps each session in an encrypted cookie. @param lifetime in seconds. */
export function cookieSession(page: URL, cookieKey: string, lifetime: number): SessionStore {
  const { prefix, encrypt, decrypt, write } = encryptedCookies(page, cookieKey, 'web session');
  const name = `${prefix}plid-web-session`;
  return {
    async read(request) {
      const cookie = cookiesOf(request).find((one) => one.name === name);
      return cookie && decrypt(cookie.value);
    },
    async write(session) {
      const cookie = write(name, await encrypt(session, lifetime), lifetime);
      if (cookie.length > maxCookieLength)
        throw new Error(
          `The session needs a cookie of ${cookie.length} bytes, and proxies accept at most ${maxCookieLength} in addition to other headers. Return less from the handler, or set the option session to a store of your own.`,
        );
      return [cookie];
    },
    clear: async () => [write(name, '', 0)],
  };
}
