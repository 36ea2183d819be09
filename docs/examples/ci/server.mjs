// A small application for application.spec.ts: yours takes its place.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createClient, PlidError } from 'plid/client';

const {
  PORT,
  PLID_SERVICE = '',
  PLID_CLIENT_ID = '',
  PLID_CLIENT_SECRET,
  PLID_REDIRECT_URI = '',
} = process.env;
const client = createClient({
  service: PLID_SERVICE,
  clientId: PLID_CLIENT_ID,
  clientSecret: PLID_CLIENT_SECRET,
  redirectUri: PLID_REDIRECT_URI,
});

/** @type {Map<string, import('plid/client').KeptSignIn>} Started sign-ins, by the value of the cookie. */
const signIns = new Map();
/** @type {Map<string, import('plid/client').UserRecord>} Signed-in users, by the value of the cookie. */
const users = new Map();

/** @param {string} cookie @param {string} location */
const redirect = (cookie, location) =>
  new Response(null, {
    status: 303,
    headers: { Location: location, 'Set-Cookie': `id=${cookie}; HttpOnly; SameSite=Lax; Path=/` },
  });

/** @param {URL} url @param {string} cookie @returns {Promise<Response>} */
async function answer(url, cookie) {
  const id = randomUUID();
  if (url.pathname === '/login') {
    const { url: location, ...kept } = await client.startSignIn();
    signIns.set(id, kept);
    return redirect(id, location);
  }
  if (url.pathname === '/callback') {
    const kept = signIns.get(cookie);
    if (kept === undefined) return new Response('This sign-in has ended.', { status: 400 });
    try {
      users.set(id, await client.finishSignIn(url, kept));
      return redirect(id, '/');
    } catch (failure) {
      if (failure instanceof PlidError) return new Response('You are not signed in.', { status: 400 });
      throw failure;
    }
  }
  return new Response(`Hello, ${users.get(cookie)?.name ?? 'guest'}`);
}

createServer(async (request, response) => {
  const { url = '/', headers } = request;
  const [, cookie = ''] = /(?:^|; )id=([\w-]+)/.exec(headers.cookie ?? '') ?? [];
  const { status, headers: sent, body } = await answer(new URL(url, PLID_REDIRECT_URI), cookie);
  response.writeHead(status, Object.fromEntries(sent));
  response.end(body && (await new Response(body).text()));
}).listen(Number(PORT), 'localhost');
