/** Who is signed in; attributes that are not known are left out. Times in seconds since 1970. */
interface Session {
  user: { plid: string; name?: string; phoneNo?: string; ci?: string };
  created: number;
  expires: number;
}

interface Env {
  /** The gateway's session worker, bound as a service: asking it costs no request over the network. */
  GATEWAY: { session(request: Request): Promise<Session | null> };
}

/** An application that is a Worker itself. */
export default {
  async fetch(request: Request, { GATEWAY }: Env): Promise<Response> {
    const session = await GATEWAY.session(new Request(request.url, { headers: request.headers }));
    if (session === null)
      return new Response(null, {
        status: 302,
        headers: { Location: '/auth/login?return_to=/orders&required=Y' },
      });
    return new Response(`Orders of ${session.user.name}`, { headers: { 'Cache-Control': 'no-store' } });
  },
};
