import type { AutomaticSignIn, SignedIn } from '../../../packages/plid/web/index.ts';
import { plidSignIn } from '../../../packages/plid/web/index.ts';
import {
  listen,
  pagesOf,
  type Shop,
  serve as serveMiddleware,
  signInWith,
  websiteSettings,
} from '../../package/express/application.ts';

/** Options that mean the same to both kinds of websites. */
export interface SharedOptions {
  outcomes?: {
    signed_in(outcome: SignedIn): Shop | Promise<Shop>;
    automatic(outcome: AutomaticSignIn): Shop | undefined;
  };
  cookieKey?: string;
  redirectUri?: string;
  sessionLifetime?: number;
  isValid?(session: { plid: string } & Shop): boolean | Promise<boolean>;
  loginPath?: string;
  logoutPath?: string;
}

/** A website with a page for signed-in users, `/orders`, and one for everyone, which say who is signed in. */
interface Website {
  name: string;
  /** @returns the errors that a handler has thrown, and a function that makes browsers. */
  serve(service: string, options?: SharedOptions): ReturnType<typeof serveMiddleware>;
}

export const websites: Website[] = [
  {
    name: 'plid/express',
    serve: (service, options) => serveMiddleware(...pagesOf(signInWith(service, options))),
  },
  { name: 'plid/web', serve: serveRequests },
];

async function serveRequests(service: string, options: SharedOptions = {}) {
  const errors: unknown[] = [];
  const settings = websiteSettings(service);
  const plid = plidSignIn<Shop>({ ...settings, ...options });
  const { origin } = new URL(settings.redirectUri);

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const answered =
      (await plid.handle(request)) ??
      (pathname.startsWith('/orders') ? await plid.required(request) : undefined);
    if (answered !== undefined) return answered;
    if (!/^\/(?:orders|$)/.test(pathname)) return new Response(null, { status: 404 });
    return new Response(JSON.stringify((await plid.session(request)) ?? 'nobody'));
  }

  const browser = await listen(async (incoming, outgoing) => {
    const headers = incoming.headers as Record<string, string>;
    const { method = 'GET', url = '/' } = incoming;
    const answered = await answer(new Request(origin + url, { method, headers })).catch((failure) => {
      errors.push(failure);
      return new Response(null, { status: 500 });
    });
    outgoing.writeHead(answered.status, [...answered.headers].flat());
    outgoing.end(Buffer.from(await answered.arrayBuffer()));
  });
  return { errors, browser };
}
