import { env } from 'cloudflare:workers';
import { generateCodeVerifier, generateState, OAuth2Client } from 'arctic';
import { readUser } from '../baselines/gateway-upstream.ts';

// A callback as arctic's guide has it: state and verifier are cookies as they are, and the session is a record of KV. No object decides that a code
// is spent once, nothing is sealed, nothing of the user is remembered beside the session, and nothing is logged or counted.

const address = `${env.GATEWAY_ORIGIN}/auth/callback`;
const client = new OAuth2Client(env.CLIENT_ID, env.CLIENT_SECRET, address);
const lifetime = 43_200;

const cookieOf = (request, name) =>
  request.headers
    .get('Cookie')
    ?.split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

async function callback(request, url) {
  const [code, state] = [url.searchParams.get('code'), url.searchParams.get('state')];
  const verifier = cookieOf(request, 'code_verifier');
  if (code === null || state === null || state !== cookieOf(request, 'state') || verifier === undefined)
    return new Response(null, { status: 400 });
  const tokens = await client.validateAuthorizationCode(`${env.SERVICE_URL}/oauth2/token`, code, verifier);
  const { user } = await readUser(tokens.accessToken());
  const id = generateState();
  await env.SESSIONS.put(`session:${id}`, JSON.stringify(user), { expirationTtl: lifetime });
  const cookie = `session=${id}; Max-Age=${lifetime}; Path=/; HttpOnly; Secure; SameSite=Lax`;
  return new Response(null, { status: 303, headers: { Location: '/', 'Set-Cookie': cookie } });
}

/** The values that a browser brings back, made before the measurement. */
function makeFlow(person) {
  const [state, verifier] = [generateState(), generateCodeVerifier()];
  return {
    cookie: `state=${state}; code_verifier=${verifier}`,
    query: new URLSearchParams({ code: `${person}.${generateState()}`, state }).toString(),
  };
}

export default {
  fetch(request) {
    const url = new URL(request.url);
    if (url.pathname === '/auth/callback') return callback(request, url);
    const [count, people] = ['n', 'people'].map((name) => Number(url.searchParams.get(name)));
    return Response.json(Array.from({ length: count }, (_, index) => makeFlow(index % people)));
  },
};
