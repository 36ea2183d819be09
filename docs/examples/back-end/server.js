/**
 * An application with a back end of its own: it asks the gateway who sends a request, by passing the cookies on.
 * Then open http://localhost:8787: the gateway and this server share that address, as they share a host once deployed.
 */
import { createServer } from 'node:http';

const gateway = process.env.GATEWAY_URL ?? 'http://localhost:8787';
const port = Number(process.env.PORT ?? 3000);

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<{ user: { plid: string, name?: string, phoneNo?: string }, expires: number } | undefined>} undefined
 *   where nobody is signed in; `expires` in seconds since 1970.
 */
async function readSession(request) {
  const response = await fetch(`${gateway}/auth/session`, {
    headers: { Cookie: request.headers.cookie ?? '', Accept: 'application/json' },
    signal: AbortSignal.timeout(5_000),
  });
  if (response.status === 401) return undefined;
  if (!response.ok) throw new Error(`The gateway answered ${response.status}`);
  return response.json();
}

const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A form that the gateway takes, from this host alone, and that leads back here. */
const button = (action, label) =>
  `<form method="post" action="${action}"><input type="hidden" name="return_to" value="/"><button>${label}</button></form>`;

const page = (session) =>
  session === undefined
    ? '<p>You are not signed in.</p><a href="/auth/login?return_to=/">Sign in with your phone number</a>'
    : `<p>Hello, ${escaped(session.user.name ?? session.user.plid)}.</p>
       ${button('/auth/logout', 'Sign out')} ${button('/auth/disconnect', 'Disconnect')}`;

const layout = (body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>My page</title>
<style>
  body { margin: 2rem auto; max-width: 32rem; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; }
  form { display: inline-block; margin-right: 1rem } button { padding: .5rem 1rem; font: inherit }
</style>
${body}
</html>`;

createServer(async (request, response) => {
  try {
    const session = await readSession(request);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    response.end(layout(page(session)));
  } catch (failure) {
    // Nobody can be asked just now: that is not the same as nobody being signed in.
    console.error(failure);
    response
      .writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '5' })
      .end('Come back in a moment.');
  }
}).listen(port, 'localhost', () => console.log(`My page is served at http://localhost:${port}`));
