// @cloudflare/workers-oauth-provider on KV. This file only registers a client and makes codes and tokens with the library, before the first
// measurement. The library keeps the result of a sign-in in KV, encrypted under the token; single use is not exact there, and a user's fields are not
// encrypted for the application.
import { OAuthProvider } from '@cloudflare/workers-oauth-provider';
import { identity } from '../stubs/person.ts';

const base = 'https://login.example.com';
const redirectUri = 'https://app.example/callback';
const scope = ['phone'];
const user = {
  plid: '00000000-0000-4000-8000-000000000000',
  ...identity,
  autoLoginYn: 'N',
  autoStatusCheck: 'N',
};

let client;

async function makeCode(env) {
  const options = { redirectUris: [redirectUri], tokenEndpointAuthMethod: 'client_secret_basic' };
  client ??= await env.OAUTH_PROVIDER.createClient(options);
  const { redirectTo } = await env.OAUTH_PROVIDER.completeAuthorization({
    request: { responseType: 'code', clientId: client.clientId, redirectUri, scope, state: 's' },
    userId: crypto.randomUUID(),
    scope,
    metadata: {},
    props: user,
    revokeExistingGrants: false,
  });
  return new URL(redirectTo).searchParams.get('code');
}

const credentials = () => `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}`;

async function makeToken(env, context) {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: await makeCode(env),
    redirect_uri: redirectUri,
  });
  const request = new Request(`${base}/oauth2/token`, {
    method: 'POST',
    headers: { Authorization: credentials(), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `${body}`,
  });
  return (await (await provider.fetch(request, env, context)).json()).access_token;
}

const provider = new OAuthProvider({
  apiRoute: '/v1/user/me',
  apiHandler: {
    fetch: (_request, _env, context) =>
      Response.json({
        code: '0000',
        error: 'success',
        message: 'The user information was returned.',
        user: context.props,
      }),
  },
  defaultHandler: {
    async fetch(request, env, context) {
      const { pathname, searchParams } = new URL(request.url);
      const make = { '/codes': makeCode, '/tokens': makeToken }[pathname];
      if (make === undefined) return new Response('', { status: 404 });
      const made = [];
      while (made.length < Number(searchParams.get('n'))) made.push(await make(env, context));
      return Response.json({ authorization: credentials(), made });
    },
  },
  authorizeEndpoint: '/oauth2/authorize',
  tokenEndpoint: '/oauth2/token',
  scopesSupported: scope,
  // plid has no refresh tokens.
  refreshTokenTTL: 0,
  resourceMetadata: { resource: `${base}/v1/user/me`, authorization_servers: [base] },
});

export default { fetch: (request, env, context) => provider.fetch(request, env, context) };
