// @openauthjs/openauth on KV. It checks no client secret and has no endpoint for the user. The row `user` measures its own client, which verifies the
// access token, a signed JWT, and reads the user out of it: nothing is looked up, so nothing can be revoked.
import { issuer } from '@openauthjs/openauth';
import { createClient } from '@openauthjs/openauth/client';
import { CloudflareStorage } from '@openauthjs/openauth/storage/cloudflare';
import { joinKey } from '@openauthjs/openauth/storage/storage';
import { createSubjects } from '@openauthjs/openauth/subject';

const base = 'https://login.example.com';
const redirectURI = 'https://app.example/callback';
const clientID = 'demoshop000000000001';
const validate = (value) => ({ value });
const subjects = createSubjects({ user: { '~standard': { version: 1, vendor: 'bench', validate } } });
const properties = {
  plid: '00000000-0000-4000-8000-000000000000',
  ci: 'C'.repeat(88),
  phoneNo: '01012345678',
  name: '김하나',
};

/** A code in the library's own format, as its pages make it. */
async function makeCode(env) {
  const code = crypto.randomUUID();
  const ttl = { access: 3600, refresh: 86_400 };
  const value = { type: 'user', properties, subject: `user:${code}`, redirectURI, clientID, ttl };
  await env.KV.put(joinKey(['oauth:code', code]), JSON.stringify(value), { expirationTtl: 3600 });
  return code;
}

async function makeToken(env, context) {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: await makeCode(env),
    redirect_uri: redirectURI,
    client_id: clientID,
  });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const request = new Request(`${base}/token`, { method: 'POST', headers, body: `${body}` });
  return (await (await app.fetch(request, env, context)).json()).access_token;
}

let app;
let client;

export default {
  async fetch(request, env, context) {
    app ??= issuer({
      subjects,
      storage: CloudflareStorage({ namespace: env.KV }),
      providers: { phone: { type: 'phone', init() {} } },
      success: async () => new Response('', { status: 404 }),
    });
    client ??= createClient({
      clientID,
      issuer: base,
      fetch: (input, init) => app.fetch(new Request(input, init), env, context),
    });
    const { pathname, searchParams } = new URL(request.url);
    const make = { '/codes': makeCode, '/tokens': makeToken }[pathname];
    if (make !== undefined) {
      const made = [];
      while (made.length < Number(searchParams.get('n'))) made.push(await make(env, context));
      return Response.json({ made });
    }
    if (pathname !== '/v1/user/me') return app.fetch(request, env, context);
    const verified = await client.verify(
      subjects,
      request.headers.get('Authorization').slice('Bearer '.length),
    );
    if (verified.err) return new Response('', { status: 401 });
    const user = verified.subject.properties;
    return Response.json({
      code: '0000',
      error: 'success',
      message: 'The user information was returned.',
      user,
    });
  },
};
