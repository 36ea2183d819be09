import type { Session } from '../../../workers/gateway/sealed-values.ts';

interface Env {
  /** The gateway's session worker, bound as a service: asking it costs no request over the network. */
  GATEWAY: { session(request: Request): Promise<Session | null> };
}

/** An application that is a Worker itself. */
export default {
  async fetch(request: Request, { GATEWAY }: Env): Promise<Response> {
    const session = await GATEWAY.session(new Request(request.url, { headers: request.headers }));
    if (session === null)
      return Response.redirect(new URL('/auth/login?return_to=/orders', request.url).href);
    return new Response(`Orders of ${session.user.name}`, { headers: { 'Cache-Control': 'no-store' } });
  },
};
