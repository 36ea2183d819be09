import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import {
  type Middleware,
  type PlidSignIn,
  type PlidSignInOptions,
  plidSignIn,
  type SignedIn,
} from '../../../packages/plid/express/index.ts';
import { gatewaySecrets } from '../../support/world/test-settings.ts';

export const site = 'https://shop.example.com';
export const cookieKey = '0123456789abcdef'.repeat(2);

export interface Shop {
  name?: string | undefined;
}
export type Options = PlidSignInOptions<Shop>;

/** An application's sign-in. @param service the URL of the login service. */
export const signInWith = (service: string, changes: Partial<Options> = {}): PlidSignIn<Shop> =>
  plidSignIn<Shop>({ ...websiteSettings(service), ...changes });

/** The settings of a website. */
export const websiteSettings = (service: string) => ({
  service,
  clientId: 'the-client',
  clientSecret: gatewaySecrets.CLIENT_SECRET,
  redirectUri: `${site}/callback`,
  cookieKey,
  outcomes: {
    signed_in: ({ user }: SignedIn): Shop => ({ name: user.name }),
    automatic: (): Shop | undefined => ({ name: 'stored' }),
  },
});

/** A response, as it came over the connection. */
interface Shown {
  status: number;
  headers: IncomingMessage['headers'];
  cookies: string[];
  location: string;
  body: string;
}

/** Sends a request without headers of its own, such as those of `fetch`. */
async function send(port: number, path: string, method: string, headers: object): Promise<Shown> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { host: new URL(site).host, ...headers },
    agent: false,
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject).end();
  });
  const { location = '', 'set-cookie': cookies = [] } = answer.headers;
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    cookies,
    location,
    body: await text(answer),
  };
}

/**
 * Serves middleware as Connect does: in order, and with an error handler at the end. @returns the errors that reached
 * it, and a function that makes browsers.
 */
export async function serve(...chain: Middleware[]) {
  const errors: unknown[] = [];
  const answerLast = (response: ServerResponse, failure: unknown) => {
    if (failure !== undefined) errors.push(failure);
    if (response.headersSent) return response.destroy();
    return response.writeHead(failure === undefined ? 404 : 500).end();
  };
  const browser = await listen((request, response) => {
    const step = (index: number) => (failure?: unknown) => {
      const next = chain[index];
      if (failure !== undefined || next === undefined) return answerLast(response, failure);
      try {
        next(request, response, step(index + 1));
      } catch (thrown) {
        answerLast(response, thrown);
      }
    };
    step(0)();
  });
  return { errors, browser };
}

/** Starts a server for one test. @returns a function that makes browsers. */
export async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return () => browserOn(port);
}

/** A browser with its own cookies. */
function browserOn(port: number) {
  const cookies = new Map<string, string>();
  async function visit(path: string, { method = 'GET', ...headers }: Record<string, string> = {}) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const shown = await send(port, path, method, { ...(cookie && { cookie }), ...headers });
    for (const line of shown.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/; Max-Age=0;/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return shown;
  }
  return {
    cookies,
    visit,
    /** Starts a sign-in. @returns the path of its callback. */
    async begin(path = '/login'): Promise<string> {
      const { location } = await visit(path);
      return `/callback?code=the-code&state=${new URL(location).searchParams.get('state')}`;
    },
    /** Signs in. @returns the response to the callback. */
    async signIn(path = '/login'): Promise<Shown> {
      return visit(await this.begin(path));
    },
  };
}

export type Visitor = ReturnType<typeof browserOn>;

/** A page for signed-in users, and a page for everyone, which say who is signed in. */
export const pagesOf = (plid: PlidSignIn<Shop>): Middleware[] => {
  const say = (request: IncomingMessage, response: ServerResponse) =>
    response.end(JSON.stringify(plid.session(request) ?? 'nobody'));
  return [
    plid.routes,
    (request, response, next) => {
      if (request.url?.startsWith('/orders')) plid.required(request, response, next);
      else next();
    },
    (request, response, next) =>
      /^\/(?:orders|$)/.test(request.url ?? '') ? say(request, response) : next(),
  ];
};
