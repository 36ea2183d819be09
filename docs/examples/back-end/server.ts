/**
 * An application with a back end of its own: it asks the gateway who sends a request, by passing the cookies on.
 *
 *     npm start -- --application http://localhost:3000
 *     npx node docs/examples/back-end/server.ts
 *
 * (`npx node` is the Node that npm install has brought, which runs TypeScript; one of your own needs to be 24 or later.)
 * Then open http://localhost:8787: the gateway and this server share that address, as they share a host once deployed.
 */
import { createServer, type IncomingMessage } from 'node:http';

const gateway = process.env.GATEWAY_URL ?? 'http://localhost:8787';
const port = Number(process.env.PORT ?? 3000);

interface Session {
  user: { plid: string; name?: string; phoneNo?: string };
  /** In seconds since 1970. */
  expires: number;
}

/** @returns undefined where nobody is signed in. */
async function readSession(request: IncomingMessage): Promise<Session | undefined> {
  const response = await fetch(`${gateway}/auth/session`, {
    headers: { Cookie: request.headers.cookie ?? '', Accept: 'application/json' },
  });
  if (response.status === 401) return undefined;
  if (!response.ok) throw new Error(`The gateway answered ${response.status}`);
  return (await response.json()) as Session;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (session: Session | undefined) =>
  session === undefined
    ? '<p>Nobody is signed in.</p><a href="/auth/login?return_to=/">Log in with your phone number</a>'
    : `<p>Hello, ${escaped(session.user.name ?? session.user.plid)}.</p>
       <form method="post" action="/auth/logout"><button type="submit">Log out</button></form>`;

createServer(async (request, response) => {
  try {
    const session = await readSession(request);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(`<!doctype html><title>My page</title>${page(session)}`);
  } catch (failure) {
    console.error(failure);
    response.writeHead(503, { 'Content-Type': 'text/plain' }).end('Come back in a moment.');
  }
}).listen(port, 'localhost', () => console.log(`My page is served at http://localhost:${port}`));
