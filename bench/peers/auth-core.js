import { env } from 'cloudflare:workers';
import { Auth } from '@auth/core';
import { encode } from '@auth/core/jwt';
import { keepCopy, signIn } from '../baselines/gateway-callback.ts';
import { readUser } from '../baselines/gateway-upstream.ts';
import { digest, flowOf, randomSecret } from '../baselines/gateway-values.ts';

/**
 * A callback by Auth.js: its own cookies, checks, exchange and session cookie. The flow is claimed, the user signed in and the session's copy kept as
 * in the limit.
 */

const secret = env.KEYS;
const provider = {
  id: 'plid',
  name: 'plid',
  type: 'oauth',
  issuer: env.SERVICE_URL,
  clientId: env.CLIENT_ID,
  clientSecret: env.CLIENT_SECRET,
  authorization: `${env.SERVICE_URL}/oauth2/authorize`,
  token: { url: `${env.SERVICE_URL}/oauth2/token` },
  userinfo: {
    url: `${env.SERVICE_URL}/v1/user/me`,
    request: async ({ tokens }) => (await readUser(tokens.access_token)).user,
  },
  checks: ['pkce', 'state'],
  profile: (user) => ({ id: user.plid, name: user.name }),
};

const cookies = { state: '__Secure-authjs.state', pkce: '__Secure-authjs.pkce.code_verifier' };
const lifetime = 900;

/** The cookies and the query of a callback, as Auth.js would have made them. */
async function flow(person) {
  const seal = (salt, token) => encode({ secret, salt, token, maxAge: lifetime });
  const state = await seal('encodedState', { random: randomSecret() });
  const values = {
    [cookies.state]: await seal(cookies.state, { value: state, provider: 'plid' }),
    [cookies.pkce]: await seal(cookies.pkce, { value: randomSecret(), provider: 'plid' }),
  };
  const cookie = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return { cookie: cookie.join('; '), query: `code=${person}.${randomSecret()}&state=${state}` };
}

async function callback(request, url, context) {
  const now = Math.floor(Date.now() / 1000);
  const [state, code] = ['state', 'code'].map((name) => url.searchParams.get(name) ?? '');
  const session = randomSecret();
  const [id, codeDigest] = await Promise.all([digest(state), digest(code)]);
  const claim = { status: 'exchanging', code: codeDigest, expires: now + 600, deadline: now + 30 };
  const { status } = await flowOf(id).claim(claim, now);
  if (status !== 'claimed') return new Response('', { status: 400 });
  const answer = await Auth(request, {
    secret,
    basePath: '/auth',
    trustHost: true,
    useSecureCookies: true,
    providers: [provider],
    session: { strategy: 'jwt' },
    callbacks: {
      async signIn({ profile }) {
        await signIn(request, profile, id, now);
        context.waitUntil(keepCopy(id, session, { user: profile, created: now, expires: now + 43_200 }, now));
        return true;
      },
      jwt: ({ token, profile }) => (profile ? { ...token, plid: profile.plid } : token),
    },
  });
  await flowOf(id).succeed('');
  return answer;
}

export default {
  async fetch(request, _, context) {
    const url = new URL(request.url);
    if (url.pathname !== '/flows') return callback(request, url, context);
    const count = Number(url.searchParams.get('n'));
    const people = Number(url.searchParams.get('people'));
    const made = Array.from({ length: count }, (_, index) => flow(index % people));
    return Response.json(await Promise.all(made));
  },
};
