import type { IncomingMessage, ServerResponse } from 'node:http';
import { cookiesOf, encryptedCookies } from '../web/encrypted-cookie.ts';
import { addCookies, toRequest } from './node-messages.ts';

/** The content of a session: the user's plid, and what the application's handler returned. */
export type Session<Data extends object = object> = {
  /** The user's identifier, under which you store the user. */
  plid: string;
} & Data;

/** Stores the session of a signed-in user. Write your own for a session library other than express-session. */
export interface SessionStore {
  /** Returns the session of a request, or undefined if no user is signed in. */
  read(request: IncomingMessage): Promise<unknown>;
  /** Gives the browser a new session ID before a user is signed in, which prevents session fixation. */
  renew?(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Signs a user in. */
  write(request: IncomingMessage, response: ServerResponse, session: Session): Promise<void>;
  /** Signs the user out. */
  clear(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

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
      const cookie = cookiesOf(toRequest(request, page)).find((one) => one.name === name);
      return cookie && decrypt(cookie.value);
    },
    async write(_request, response, session) {
      const cookie = write(name, await encrypt(session, lifetime), lifetime);
      if (cookie.length > maxCookieLength)
        throw new Error(
          `The session needs a cookie of ${cookie.length} bytes, and proxies accept at most ${maxCookieLength} in addition to other headers. Return less from the handler, or set the option session to expressSession.`,
        );
      addCookies(response, [cookie]);
    },
    async clear(_request, response) {
      addCookies(response, [write(name, '', 0)]);
    },
  };
}

/** The part of express-session's session that the store uses. */
interface ServerSession {
  plid?: unknown;
  regenerate(done: (error?: unknown) => void): void;
  destroy(done: (error?: unknown) => void): void;
}

function sessionOf(request: IncomingMessage & { session?: ServerSession }): ServerSession {
  const { session } = request;
  if (session !== undefined) return session;
  throw new Error('The request has no session. Add express-session to the application before plid.');
}

const called = (call: (done: (error?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())));

/** Keeps the user in `req.session.plid` of express-session. */
export const expressSession: SessionStore = {
  read: async (request) => sessionOf(request).plid,
  renew: (request) => called((done) => sessionOf(request).regenerate(done)),
  async write(request, _response, session) {
    sessionOf(request).plid = session;
  },
  clear: (request) => called((done) => sessionOf(request).destroy(done)),
};
