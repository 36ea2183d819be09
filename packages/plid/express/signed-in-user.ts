import type { IncomingMessage } from 'node:http';
import { addressOf, redirect } from './node-messages.ts';
import type { Session, SessionStore } from './session-store.ts';
import type { Answer, Context } from './sign-in-handlers.ts';

/** Reads sessions, each once per request. */
export interface SessionReader<Data extends object> {
  load(request: IncomingMessage): Promise<Session<Data> | undefined>;
  /** @throws {Error} if the request's session isn't loaded. */
  session(request: IncomingMessage): Session<Data> | undefined;
}

export function sessionReader<Data extends object>(store: SessionStore): SessionReader<Data> {
  const sessions = new WeakMap<IncomingMessage, Session<Data> | undefined>();
  return {
    async load(request) {
      if (!sessions.has(request)) {
        const content = await store.read(request);
        sessions.set(request, isSession(content) ? (content as Session<Data>) : undefined);
      }
      return sessions.get(request);
    },
    session(request) {
      if (sessions.has(request)) return sessions.get(request);
      throw new Error(
        'plid.session was called before plid.routes and plid.required. Add app.use(plid.routes) above your routes.',
      );
    },
  };
}

const isSession = (content: unknown): boolean =>
  typeof content === 'object' && content !== null && 'plid' in content && typeof content.plid === 'string';

const signInRequired = JSON.stringify({ error: 'login_required', message: 'Sign in first.' });

/** Returns the answer to a request without a session. @param login the whole URL of the route that starts a sign-in. */
export function signInRequiredHandler(login: string): Answer {
  return async (...[request, response]: Context) => {
    const { path, query } = addressOf(request);
    if (isPageVisit(request))
      return redirect(response, `${login}?return_to=${encodeURIComponent(path + query)}`);
    response.writeHead(401, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    response.end(signInRequired);
  };
}

/** Whether a browser opens a page. Scripts and API clients can't follow a redirect to a sign-in. */
const isPageVisit = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
