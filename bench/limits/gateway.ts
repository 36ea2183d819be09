import { env, WorkerEntrypoint } from 'cloudflare:workers';
import { finish, json, languageOf, requestIdOf } from './answers.ts';
import { callback } from './gateway-callback.ts';
import { login } from './gateway-login.ts';
import { type Exchange, exchangeByHand, readUser } from './gateway-upstream.ts';
import { appFlows, digest, flowOf, readSession, type Session } from './gateway-values.ts';
import { toBase64url } from './seal.ts';

/** The limit for the gateway: the least that a worker with the same checks, the same calls of objects, KV and service, and the same answers costs. */

const nobody = { en: 'Nobody is signed in here.', ko: '로그인하지 않은 상태입니다.' };

const noSession = (request: Request): Response =>
  json(
    {
      error: 'authentication_failed',
      message: nobody[languageOf(request.headers.get('Accept-Language'))],
      reason: 'no_session',
    },
    401,
    { 'WWW-Authenticate': 'Bearer' },
  );

async function show(request: Request, _: URL, now: number): Promise<Response> {
  const session = await readSession(request, now);
  if (session === undefined) return noSession(request);
  // Pages get every attribute but the ci.
  const { ci: _ci, ...user } = session.user;
  return json({ ...session, user });
}

async function proxyToken(request: Request, _: URL, now: number): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const [code, state, code_verifier] = ['code', 'state', 'code_verifier'].map((name) => form.get(name) ?? '');
  if (form.get('grant_type') !== 'authorization_code' || !code || !state || !code_verifier)
    return json({ error: 'invalid_request' }, 400);
  const flow = await appFlows.open<{ session: string; code_challenge: string; expires: number }>(state, now);
  if (flow === undefined || flow.expires <= now || flow.code_challenge !== (await digest(code_verifier)))
    return json({ error: 'invalid_request' }, 400);
  const [id, codeDigest] = await Promise.all([digest(flow.session), digest(code)]);
  const claim = { status: 'proxied', code: codeDigest, expires: flow.expires, deadline: now + 30 };
  const { status } = await flowOf(id).claim(claim, now);
  if (status !== 'claimed') return json({ error: 'invalid_grant' }, 400);
  return json(await exchangeByHand({ code, state, code_verifier }));
}

const bearer = /^bearer +([\w~+/.-]+=*)$/i;

async function proxyUser(request: Request): Promise<Response> {
  const [, token] = bearer.exec(request.headers.get('Authorization') ?? '') ?? [];
  return token === undefined ? noSession(request) : json(await readUser(token));
}

/** The entrypoint that the guard calls. */
export class Gateway extends WorkerEntrypoint {
  async session(request: Request): Promise<Session | null> {
    return (await readSession(request, Math.floor(Date.now() / 1000))) ?? null;
  }
}

const encoder = new TextEncoder();
const jwtHeader = toBase64url(encoder.encode(JSON.stringify({ alg: 'HS256', typ: 'JWT' })));
let signingKey: Promise<CryptoKey> | undefined;

async function signIdentity({ user }: Session, now: number): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  signingKey ??= crypto.subtle.importKey('raw', encoder.encode(env.IDENTITY_KEY), algorithm, false, ['sign']);
  const { GATEWAY_ORIGIN: iss, APPLICATION_URL: aud } = env;
  const claims = { user, iss, aud, sub: user.plid, iat: now, exp: now + 60 };
  const text = `${jwtHeader}.${toBase64url(encoder.encode(JSON.stringify(claims)))}`;
  const signature = await crypto.subtle.sign('HMAC', await signingKey, encoder.encode(text));
  return `${text}.${toBase64url(new Uint8Array(signature))}`;
}

const forged =
  /^(?:plid|x-(?:forwarded|original|rewrite))(?:-|$)|^(?:forwarded|.*client-ip|x-real-ip|x-host)$/;

async function guard(request: Request, url: URL, now: number): Promise<Response> {
  const session = await env.GATEWAY.session(new Request(request.url, { headers: request.headers }));
  if (session === null) return noSession(request);
  const forwarded = new Request(`${env.APPLICATION_URL}${url.pathname}${url.search}`, request);
  const { headers } = forwarded;
  for (const name of [...headers.keys()]) if (forged.test(name.replaceAll('_', '-'))) headers.delete(name);
  const cookies = (request.headers.get('Cookie') ?? '').split('; ');
  const passed = cookies.filter((cookie) => !/^(?:__host-)?plid-/i.test(cookie)).join('; ');
  if (passed === '') headers.delete('Cookie');
  else headers.set('Cookie', passed);
  headers.set('X-Forwarded-Host', url.host);
  headers.set('X-Forwarded-Proto', 'https');
  headers.set('X-Request-Id', requestIdOf(request));
  headers.set('Plid-Identity', await signIdentity(session, now));
  const answer = await fetch(forwarded, { redirect: 'manual', cache: 'no-store' });
  if (answer.headers.has('Cache-Control') || answer.headers.has('Expires')) return answer;
  const marked = new Response(answer.body, answer);
  marked.headers.set('Cache-Control', 'private, no-cache');
  marked.headers.set('Cloudflare-CDN-Cache-Control', 'no-store');
  return marked;
}

type Handler = (
  request: Request,
  url: URL,
  now: number,
  context: ExecutionContext,
) => Response | Promise<Response>;

const routes: Record<string, Handler> = {
  'GET /auth/login': login,
  'GET /auth/session': show,
  'POST /auth/token': proxyToken,
  'GET /auth/user': proxyUser,
};

/** @param exchange the code's exchange: by hand, or by a library. */
export const gateway = (exchange: Exchange) => ({
  async fetch(request: Request, _: unknown, context: ExecutionContext): Promise<Response> {
    const started = Date.now();
    const now = Math.floor(started / 1000);
    const url = new URL(request.url);
    if (!url.pathname.startsWith('/auth/')) return guard(request, url, now);
    const route = `${request.method} ${url.pathname}`;
    const response =
      route === 'GET /auth/callback'
        ? await callback(request, url, now, context, exchange)
        : await (routes[route]?.(request, url, now, context) ?? json({ error: 'not_found' }, 404));
    return finish(request, response, 'limit', url.pathname, started);
  },
});

export default gateway(exchangeByHand);
