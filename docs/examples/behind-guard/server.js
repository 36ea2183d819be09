/**
 * An application behind the guard: who sends a request stands in the header Plid-Identity, signed with the key that the
 * application shares with the guard. Whoever gets past the guard can write that header, but cannot sign it.
 */
import { createServer } from 'node:http';
import { identityVerifier } from 'plid/identity';

const { IDENTITY_KEY = '', GATEWAY_ORIGIN = '', APPLICATION_URL = '', PORT } = process.env;
const readIdentity = identityVerifier({
  key: IDENTITY_KEY,
  issuer: GATEWAY_ORIGIN,
  audience: APPLICATION_URL,
});

/** As `PUBLIC_PATHS` of the guard has them: the guard sends people there, signed in or not. */
const publicPaths = ['/'];

const escaped = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A form that the gateway takes, from this host alone, and that leads back to the public page. */
const button = (action, label) =>
  `<form method="post" action="${action}"><input type="hidden" name="return_to" value="/"><button>${label}</button></form>`;

/** Without consent to the name there is none; the plid is always there. */
const nameOf = ({ user }) => escaped(user.name ?? user.plid);

function page(path, identity) {
  if (path === '/orders') return `<p>Orders of ${nameOf(identity)}: none yet.</p><a href="/">Home</a>`;
  if (identity === undefined)
    return '<p>You are not signed in.</p><a href="/auth/login?return_to=/">Sign in with your phone number</a>';
  return `<p>Hello, ${nameOf(identity)}.</p><p><a href="/orders">Your orders</a></p>
${button('/auth/logout', 'Sign out')} ${button('/auth/disconnect', 'Disconnect')}`;
}

const layout = (body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Behind the guard</title>
<style>
  body { margin: 2rem auto; max-width: 32rem; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; }
  form { display: inline-block; margin-right: 1rem } button { padding: .5rem 1rem; font: inherit }
</style>
${body}
</html>`;

async function answer(request, response) {
  const [pathname] = request.url.split('?');
  const identity = await readIdentity(request.headers['plid-identity']);
  if (identity === undefined && !publicPaths.includes(pathname)) {
    // This request bypassed the guard, which sends the header with every request to a path that isn't public.
    response.writeHead(403, { 'Content-Type': 'text/plain' }).end('Not through the guard.');
    return;
  }
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
  response.writeHead(200, headers).end(layout(page(pathname, identity)));
}

createServer((request, response) => {
  // An uncaught error would end the process.
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500, { 'Content-Type': 'text/plain' }).end('Something went wrong.');
  });
}).listen(Number(PORT), 'localhost', () => console.log(`Behind the guard; open ${GATEWAY_ORIGIN}`));
