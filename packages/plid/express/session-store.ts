import type { IncomingMessage, ServerResponse } from 'node:http';
import { keeperOf, type Session, type SessionKeeper, type SessionStore as WebStore } from '../web/session.ts';
import { toRequest } from './node-messages.ts';

/** The request and the response of Node, with what Express adds to them. */
export type Context = [request: IncomingMessage, response: ServerResponse];

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

/** Keeps sessions in the application's store, or else in cookies. */
export const keeperFor = (
  store: SessionStore | undefined,
  page: URL,
  cookies: WebStore,
): SessionKeeper<IncomingMessage, Context> =>
  store === undefined
    ? keeperOf(cookies, (request) => toRequest(request, page))
    : {
        read: (request) => store.read(request),
        renew: async ({ context }) => store.renew?.(...context),
        write: ({ context }, session) => store.write(...context, session),
        clear: ({ context }) => store.clear(...context),
      };

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
