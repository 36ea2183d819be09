import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFieldCipher, fieldKeyBytes } from '../../../workers/core/protocol/field-cipher.ts';
import verify from '../../../workers/gateway/features/forward-auth/index.ts';
import { deriveProxyKey } from '../../../workers/gateway/features/forward-auth/proxy-key.ts';
import { GuardPages } from '../../../workers/gateway/features/guard/guard-refusal-pages-entrypoint.ts';
import guard from '../../../workers/gateway/features/guard/index.ts';
import { completeAppSignIn } from '../../../workers/gateway/features/native-apps/app-sessions-entrypoint.ts';
import openid from '../../../workers/gateway/features/openid/index.ts';
import people from '../../../workers/gateway/features/people/index.ts';
import callback from '../../../workers/gateway/routes/callback/index.ts';
import disconnect from '../../../workers/gateway/routes/disconnect/index.ts';
import login from '../../../workers/gateway/routes/login/index.ts';
import logout from '../../../workers/gateway/routes/logout/index.ts';
import session from '../../../workers/gateway/routes/session/index.ts';
import token from '../../../workers/gateway/routes/token/index.ts';
import user from '../../../workers/gateway/routes/user/index.ts';
import { findSession } from '../../../workers/gateway/sessions/find-session.ts';
import { type Exchange, Exchanges } from '../../effects/support/exchanges.ts';
import { gatewayEnv } from '../../effects/support/numbered-bindings.ts';
import { plid } from '../../effects/support/stored-session.ts';
import { basic } from '../../support/requests/service-requests.ts';
import { gatewaySecrets, origins } from '../../support/world/test-settings.ts';

const cipher = await createFieldCipher(fieldKeyBytes(gatewaySecrets.CLIENT_SECRET));
const page = { Accept: 'text/html', 'Accept-Language': 'en' };
const own = { ...page, Origin: origins.gateway, 'Sec-Fetch-Site': 'same-origin' };
const full = { limit: async () => ({ success: false }) };
const verifier = 'v'.repeat(43);
const code_challenge = createHash('sha256').update(verifier).digest('base64url');
const link = 'https://app.example.com/in';
const apps = { APP_LINKS: `${link},com.example:/in`, PAR: 'N' };
const books = { client_id: 'books', client_secret: 'secret', redirect_uri: 'https://books.example/callback' };
const parties = {
  OPENID_CLIENTS: JSON.stringify([
    {
      ...{ id: books.client_id, redirect_uris: [books.redirect_uri], scope: 'openid profile email' },
      secrets: [createHash('sha256').update(books.client_secret).digest('hex')],
      backchannel_logout_uri: 'https://books.example/logout',
    },
  ]),
};

/** What the service answers at each path, unless a test says otherwise. */
let answers: Record<string, () => Response | Promise<Response>>;
let exchanges: Exchanges;
beforeEach(async () => {
  const identity = {
    ...{ ci: await cipher.encrypt('the-ci'), name: await cipher.encrypt('김하나') },
    phoneNo: await cipher.encrypt('01055550001'),
  };
  const flags = { autoLoginYn: 'N', autoStatusCheck: 'N' };
  answers = {
    '/oauth2/token': () =>
      Response.json({ access_token: 'an-access-token', token_type: 'bearer', expires_in: 600, amr: ['sms'] }),
    '/v1/user/me': () =>
      Response.json({ code: '0000', error: 'success', message: 'ok', user: { plid, ...identity, ...flags } }),
    '/v1/user/disconnect': () => Response.json({ code: '0000', error: 'success', message: 'ok' }),
    '/oauth2/par': () =>
      Response.json({ request_uri: 'urn:example:pushed', expires_in: 60 }, { status: 201 }),
    '/.well-known/openid-configuration': () => Response.json({}),
  };
  exchanges = new Exchanges();
  exchanges.world.elsewhere = ({ pathname }) =>
    answers[pathname]?.() ?? new Response('the application', { headers: { 'Cache-Control': 'public' } });
});
afterEach(() => exchanges.close());

const refuse = (status: number, error: string) => () =>
  Response.json({ error, message: 'no', code: '1' }, { status, headers: { 'X-Request-Id': 'abc' } });
const cookieIn = (answer: Response, name: string): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0] ?? '')
    .find((pair) => pair.startsWith(name)) ?? '';

/** The start of a browser's sign-in. */
const starting = (path = '/auth/login?return_to=/cart', headers: Record<string, string> = {}): Exchange => ({
  worker: login,
  path,
  headers: { ...page, ...headers },
});

/** What a browser knows of a sign-in that it has started: its cookie, and the address of the callback. */
function startedBy(answer: Response) {
  const state = new URL(answer.headers.get('Location') ?? '').searchParams.get('state') ?? '';
  const cookie = cookieIn(answer, '__Host-plid-flow-');
  return { state, cookie, back: `/auth/callback?state=${state}&code=a-code` };
}

const start = async (path?: string) => startedBy(await exchanges.prepare(starting(path)));

/** Signs a browser in. @returns its cookie. */
async function signIn(headers: Record<string, string> = {}): Promise<string> {
  const { cookie, back } = await start();
  const sent = { worker: callback, path: back, headers: { ...page, ...headers, Cookie: cookie } };
  return cookieIn(await exchanges.prepare(sent), '__Host-plid-session');
}

const compare = (name: string) => expect(exchanges.describe()).toMatchFileSnapshot(`exchanges/${name}.txt`);

test('the exchanges of a login', async () => {
  const path = '/auth/login?return_to=/cart&required=Y&ui_locales=ko&prompt=login&isHybrid=Y&other=x';
  await exchanges.play('a browser', { worker: login, path, headers: page });
  await exchanges.play('a program', { worker: login, path: '/auth/login' });
  await exchanges.play('a browser at another host', {
    worker: login,
    path,
    origin: 'https://www.example.com',
    headers: page,
  });
  await exchanges.play('a browser behind a proxy that rewrites the host', {
    ...{
      worker: login,
      path: `${path}&plid_host=Y`,
      origin: 'https://www.example.com',
      headers: page,
    },
  });
  await exchanges.play('a prefetch', {
    worker: login,
    path,
    headers: { ...page, 'Sec-Purpose': 'prefetch' },
  });
  await exchanges.play('a frame', {
    worker: login,
    path,
    headers: { ...page, 'Sec-Fetch-Dest': 'iframe' },
  });
  await exchanges.play('a return address of another origin', {
    worker: login,
    path: '/auth/login?return_to=//evil',
    headers: page,
  });
  await exchanges.play('too many requests', {
    worker: login,
    path,
    headers: page,
    settings: { REQUEST_LIMIT: full },
  });
  await exchanges.play('too many records of states', {
    worker: login,
    path,
    headers: page,
    settings: { STATE_LIMIT: full },
  });
  const out = {
    ...page,
    Cookie: '__Host-plid-signed-out=Y; __Host-plid-language=ko',
    'Sec-Fetch-Site': 'cross-site',
  };
  await exchanges.play('a browser inside an application, behind a proxy that rewrites the host', {
    ...{ worker: login, path: '/auth/login?plid_host=Y', origin: 'https://www.example.com' },
    headers: { ...page, 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) KAKAOTALK 11.0' },
  });
  await exchanges.play('a link of another site after a sign-out, in Korean', {
    worker: login,
    path: '/auth/login',
    headers: out,
  });
  await exchanges.play('a link of this site after a sign-out', {
    ...{ worker: login, path: '/auth/login', headers: { ...out, 'Sec-Fetch-Site': 'same-origin' } },
  });
  await exchanges.play('a browser, pushed', {
    worker: login,
    path,
    headers: page,
    settings: { PAR: 'Y' },
  });
  answers['/oauth2/par'] = refuse(401, 'invalid_client');
  await exchanges.play('a browser, pushed to a service that refuses it', {
    worker: login,
    path,
    headers: page,
    settings: { PAR: 'Y' },
  });
  await exchanges.play('another method', { worker: login, path, method: 'DELETE' });
  await exchanges.play('another path', { worker: login, path: '/auth/logins' });
  await exchanges.play('over http', { worker: login, path, origin: 'http://shop.example.com' });
  await exchanges.play('with an invalid setting', {
    worker: login,
    path,
    settings: { CLIENT_ID: '' },
  });
  await compare('login');
});

test('the exchanges of a callback', async () => {
  const { cookie, back } = startedBy(await exchanges.play('a browser starts', starting()));
  const sent = {
    worker: callback,
    path: `${back}&plid_sign_in=a-sign-in&iss=${origins.service}`,
    headers: { ...page, Cookie: cookie },
  };
  const first = cookieIn(await exchanges.play('it returns', sent), '__Host-plid-session');
  await exchanges.advance(1);
  await exchanges.play('it returns twice', sent);
  await exchanges.play('it returns twice, with its session', {
    ...sent,
    headers: { ...page, Cookie: `${cookie}; ${first}` },
  });
  await exchanges.play('it returns with another code', { ...sent, path: back.replace('a-code', 'another') });
  await exchanges.play('it returns with another code, and its session', {
    ...{
      ...sent,
      path: back.replace('a-code', 'another'),
      headers: { ...page, Cookie: `${cookie}; ${first}` },
    },
  });
  await exchanges.play('it returns without its cookie', { ...sent, headers: page });
  await exchanges.play('it returns with another issuer', {
    ...sent,
    path: `${back}&iss=https://evil.example`,
  });
  await exchanges.play('it returns without the required issuer', {
    ...sent,
    path: back,
    settings: { ISS_REQUIRED: 'Y' },
  });
  await exchanges.play('it returns without a state', { ...sent, path: '/auth/callback?code=c' });
  await exchanges.play('it returns with too many requests', { ...sent, settings: { REQUEST_LIMIT: full } });
  await exchanges.play('it returns as a frame', {
    ...sent,
    headers: { ...sent.headers, 'Sec-Fetch-Dest': 'iframe' },
  });

  const second = await start('/auth/login?return_to=/other');
  const again = { ...page, Cookie: `${second.cookie}; ${first}; __Host-plid-signed-out=Y` };
  await exchanges.play('it returns after a sign-out elsewhere', {
    worker: callback,
    path: second.back,
    headers: again,
  });

  for (const [name, path, answer] of [
    ['a code that the service refuses', '/oauth2/token', refuse(500, 'server_error')],
    ['a service that refuses the gateway', '/oauth2/token', refuse(401, 'invalid_client')],
    [
      'a service that is out of order',
      '/v1/user/me',
      () => new Response('', { status: 503, headers: { 'Retry-After': '7' } }),
    ],
    ['a malformed user', '/v1/user/me', () => Response.json({ user: {} })],
  ] as const) {
    const usual = answers[path];
    answers[path] = answer;
    const flow = await start();
    const failing = { worker: callback, path: flow.back, headers: { ...page, Cookie: flow.cookie } };
    await exchanges.play(name, failing);
    await exchanges.play(`${name}, for the second time`, failing);
    if (usual) answers[path] = usual;
  }
  const errors = ['access_denied&plid_reason=denied', 'login_required', 'server_error&message=a%20fault'];
  for (const error of errors) {
    const flow = await start();
    const path = flow.back.replace('code=a-code', `error=${error}`);
    await exchanges.play(error, {
      worker: callback,
      path,
      headers: { ...page, Cookie: flow.cookie },
    });
  }
  const late = await start();
  await exchanges.advance(3_601);
  await exchanges.play('a late browser', {
    worker: callback,
    path: late.back,
    headers: { ...page, Cookie: late.cookie },
  });
  await exchanges.play('a late browser without its cookie', {
    worker: callback,
    path: late.back,
    headers: page,
  });
  await compare('callback');
});

test('the exchanges of an app', async () => {
  const env = () => ({ ...gatewayEnv(exchanges.world), ...apps });
  const app = (path: string, json: object, settings: object = {}): Exchange => ({
    worker: login,
    path,
    json,
    settings: { ...apps, ...settings },
  });
  const start = { code_challenge, code_challenge_method: 'S256', app_link: link };
  const begin = async (name: string, more: object = {}, settings: object = {}) => {
    const answer = await exchanges.play(name, app('/auth/login', { ...start, ...more }, settings));
    return (await answer.json()) as { state: string };
  };
  const { state } = await begin('an app with an https link', { ui_locales: 'ko', isHybrid: 'Y' });
  await begin('an app with an https link that wants a full sign-in', { prompt: 'login' });
  await begin('an app with a link of its own scheme', { app_link: 'com.example:/in', prompt: 'none' });
  await begin('an app with a link that is not listed', { app_link: 'com.evil:/in' });
  await begin('an app with an invalid challenge', { code_challenge: 'x' });
  await begin('an app, pushed', {}, { PAR: 'Y' });
  await begin('an app with too many requests', {}, { APP_LIMIT: full });
  await begin('an app with too many calls to the service', {}, { PAR: 'Y', APP_TOTAL_LIMIT: full });
  await exchanges.play('an app from another site', {
    ...app('/auth/login', start),
    headers: { 'Sec-Fetch-Site': 'cross-site' },
  });
  await exchanges.play('its callback', {
    worker: callback,
    path: `/auth/callback?state=${state}&code=c`,
    headers: page,
    settings: apps,
  });
  await exchanges.play('its callback, for a program', {
    worker: callback,
    path: `/auth/callback?state=${state}&code=c`,
    settings: apps,
  });

  const opening = { fetch: (request: Request) => completeAppSignIn(request, env()) };
  const open = {
    worker: session,
    path: '/auth/session',
    settings: { ...apps, APP_SESSIONS: opening },
  };
  const returned = { code: 'a-code', state, code_verifier: verifier };
  const opened = (await (await exchanges.play('its session', { ...open, json: returned })).json()) as {
    session: string;
  };
  await exchanges.play('its session, for the second time', { ...open, json: returned });
  await exchanges.play('its session, with another code', { ...open, json: { ...returned, code: 'another' } });
  await exchanges.play('its session, with another verifier', {
    ...open,
    json: { ...returned, code_verifier: 'w'.repeat(43) },
  });
  await exchanges.play('its session, as a form', { ...open, form: returned });
  await exchanges.play('its session is shown', {
    worker: session,
    path: '/auth/session',
    headers: { Authorization: `Bearer ${opened.session}` },
  });

  const proxied = { worker: token, path: '/auth/token', settings: apps };
  const fields = { grant_type: 'authorization_code', code: 'b', code_verifier: verifier };
  const other = await begin('an app that exchanges its code itself');
  await exchanges.play('its code', { ...proxied, form: { ...fields, state: other.state } });
  await exchanges.play('its code, for the second time', {
    ...proxied,
    form: { ...fields, state: other.state },
  });
  await exchanges.play('its code, with another client_id', {
    ...proxied,
    form: { ...fields, state: other.state, client_id: 'other' },
  });
  await exchanges.play('its code, with another grant_type', {
    ...proxied,
    form: { ...fields, state: other.state, grant_type: 'password' },
  });
  await exchanges.play('its code, with a state of another gateway', {
    ...proxied,
    form: { ...fields, state: 'x' },
  });
  const wanted = await begin('an app that wants a full sign-in and exchanges its code itself', {
    prompt: 'select_account',
  });
  await exchanges.play('its code of a full sign-in', {
    ...proxied,
    form: { ...fields, state: wanted.state },
  });
  const once = await begin('another app that wants a full sign-in', { prompt: 'login' });
  await exchanges.play('its code, at a service whose tokens work once', {
    ...proxied,
    settings: { ...apps, TOKEN_READS: 'once' },
    form: { ...fields, state: once.state },
  });
  answers['/oauth2/token'] = refuse(400, 'invalid_grant');
  const refused = await begin('an app whose code the service refuses');
  await exchanges.play('its refused code', { ...proxied, form: { ...fields, state: refused.state } });

  const read = {
    worker: user,
    path: '/auth/user',
    headers: { Authorization: 'Bearer an-access-token' },
  };
  await exchanges.play('the user of an access token', read);
  await exchanges.play('the user of no access token', { ...read, headers: {} });
  answers['/v1/user/me'] = refuse(401, 'authentication_failed');
  await exchanges.play('the user of an access token that the service refuses', read);
  await compare('apps');
});

test('the exchanges of a session', async () => {
  const first = await signIn({
    'User-Agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile',
  });
  await exchanges.advance(10);
  const second = await signIn();
  const show = { worker: session, path: '/auth/session', headers: { Cookie: first } };
  await exchanges.play('a fresh copy', show);
  await exchanges.advance(310);
  await exchanges.play('a copy after half of its time', show);
  await exchanges.advance(601);
  await exchanges.play('a copy that is too old', show);
  const down = {
    USER: {
      idFromName: String,
      get: () =>
        new Proxy(
          {},
          { get: () => () => Promise.reject(Object.assign(new Error('x'), { retryable: true })) },
        ),
    },
  };
  await exchanges.play('a fresh copy during an outage', { ...show, settings: down });
  await exchanges.advance(601);
  await exchanges.play('an old copy during an outage', { ...show, settings: down });
  await exchanges.advance(3_600);
  await exchanges.play('no copy during an outage', { ...show, settings: down });
  await exchanges.play('some attributes', { ...show, settings: { SESSION_ATTRIBUTES: 'name' } });
  await exchanges.play('no session', { ...show, headers: { Cookie: '__Host-plid-session=plid_x' } });
  const list = await exchanges.play('the list of sessions', { ...show, path: '/auth/sessions' });
  const { sessions } = (await list.json()) as { sessions: { session: string; current: boolean }[] };
  const handle = sessions.find(({ current }) => !current)?.session ?? '';
  await exchanges.play('the list of no sessions', { ...show, path: '/auth/sessions', headers: {} });
  await exchanges.play('the health', { ...show, path: '/auth/healthz' });

  const out = (form: Record<string, string>, Cookie = first): Exchange => ({
    worker: logout,
    path: '/auth/logout',
    form,
    headers: { ...own, Cookie },
  });
  await exchanges.play('a sign-out of an unknown session', out({ session: 'x'.repeat(16) }));
  await exchanges.play('a sign-out of a malformed session', out({ session: 'x' }));
  await exchanges.play('a sign-out on the form of another site', {
    ...out({}),
    headers: { ...own, Cookie: first, 'Sec-Fetch-Site': 'cross-site' },
  });
  await exchanges.play('a sign-out at another host', {
    ...out({}),
    origin: 'https://www.example.com',
    headers: { ...page, Origin: 'https://www.example.com', 'Sec-Fetch-Site': 'same-origin' },
  });
  await exchanges.play('a sign-out of a program at another host', {
    ...out({}),
    origin: 'https://www.example.com',
    headers: { Cookie: first },
  });
  await exchanges.play('a sign-out that leads to another origin', out({ return_to: '//evil' }));
  await exchanges.play('a sign-out of another session without a session', out({ session: handle }, ''));
  await exchanges.play('a sign-out of another browser', out({ session: handle, return_to: '/devices' }));
  const again = await signIn();
  await exchanges.play('a sign-out', out({ return_to: '/bye' }, again));
  await exchanges.play('a sign-out of a browser that is signed out', {
    ...out({}, second),
    headers: { ...own, Accept: 'application/json', Cookie: second },
  });
  await exchanges.play('a sign-out everywhere', out({ everywhere: 'Y' }, first));
  await exchanges.play('a sign-out during an outage', { ...out({}), settings: down });

  const third = await signIn();
  const leave = (headers: Record<string, string> = {}): Exchange => ({
    worker: disconnect,
    path: '/auth/disconnect',
    form: { return_to: '/left' },
    headers: { ...own, ...headers },
  });
  await exchanges.play('a disconnection without a session', leave());
  answers['/v1/user/disconnect'] = refuse(503, 'server_error');
  await exchanges.play('a disconnection that the service cannot do', leave({ Cookie: third }));
  answers['/v1/user/disconnect'] = refuse(400, 'invalid_request');
  await exchanges.play('a disconnection of a user who has left the service', leave({ Cookie: third }));
  const fourth = await signIn();
  answers['/v1/user/disconnect'] = () => Response.json({ code: '0000', error: 'success', message: 'ok' });
  await exchanges.advance(1);
  await exchanges.play(
    'a disconnection, for a program',
    leave({ Cookie: fourth, Accept: 'application/json' }),
  );
  await compare('sessions');
});

test('the exchanges of a relying party', async () => {
  const Cookie = await signIn();
  const asked = {
    ...{ client_id: books.client_id, redirect_uri: books.redirect_uri, response_type: 'code' },
    scope: 'openid profile email',
    state: 'a b',
    nonce: 'n',
  };
  const authorize = (
    query: Record<string, string> = {},
    headers: Record<string, string> = { ...page, Cookie },
  ): Exchange => ({
    ...{
      worker: openid,
      path: `/auth/oidc/authorize?${new URLSearchParams({ ...asked, ...query })}`,
      headers,
      settings: parties,
    },
  });
  const answer = await exchanges.play('a code', authorize());
  const code = new URL(answer.headers.get('Location') ?? '').searchParams.get('code') ?? '';
  await exchanges.play('a request without a session', authorize({ ui_locales: 'ko' }, page));
  await exchanges.play('a request with prompt=none, without a session', authorize({ prompt: 'none' }, page));
  await exchanges.play('a request with prompt=login', authorize({ prompt: 'login' }));
  await exchanges.play('a request of an unknown relying party', authorize({ client_id: 'other' }));
  await exchanges.play(
    'a request with an unregistered address',
    authorize({ redirect_uri: 'https://evil.example/' }),
  );
  await exchanges.play('a request without openid', authorize({ scope: 'profile' }));
  await exchanges.play('a request that is too long', authorize({ nonce: 'n', other: 'o'.repeat(2_000) }));
  await exchanges.play('a prefetch', authorize({}, { ...page, Cookie, 'Sec-Purpose': 'prefetch' }));
  await exchanges.play('a frame', authorize({}, { ...page, Cookie, 'Sec-Fetch-Dest': 'iframe' }));
  await exchanges.play('a request at another host', { ...authorize(), origin: 'https://www.example.com' });
  await exchanges.play('too many requests', {
    ...authorize(),
    settings: { ...parties, REQUEST_LIMIT: full },
  });
  await exchanges.play('a posted request', {
    worker: openid,
    path: '/auth/oidc/authorize',
    form: { ...asked, id_token_hint: 'a.b.c' },
    settings: parties,
  });
  const forced = await exchanges.play('a request with max_age=0', authorize({ max_age: '0' }));
  const round = new URL(forced.headers.get('Location') ?? '').searchParams.get('return_to') ?? '';
  const cookies = { ...page, Cookie: `${Cookie}; ${cookieIn(forced, '__Host-plid-round')}` };
  await exchanges.advance(1);
  await exchanges.play('its return without a new sign-in', {
    worker: openid,
    path: round,
    headers: cookies,
    settings: parties,
  });

  const party = (
    form: Record<string, string>,
    headers: Record<string, string> = { Authorization: basic(books) },
  ): Exchange => ({
    ...{
      worker: openid,
      path: '/auth/oidc/token',
      form: { redirect_uri: books.redirect_uri, ...form },
      headers,
      settings: parties,
    },
  });
  const grant_type = 'authorization_code';
  await exchanges.play('tokens for another grant_type', party({ grant_type: 'password', code }));
  await exchanges.play('tokens for an unknown code', party({ grant_type, code: 'x' }));
  await exchanges.play(
    'tokens for another secret',
    party({ grant_type, code }, { Authorization: basic({ ...books, client_secret: 'x' }) }),
  );
  await exchanges.play(
    'tokens for another address',
    party({ grant_type, code, redirect_uri: 'https://books.example/' }),
  );
  const tokens = (await (await exchanges.play('tokens', party({ grant_type, code }))).json()) as Record<
    string,
    string
  >;
  const claims = (Authorization: string): Exchange => ({
    worker: openid,
    path: '/auth/oidc/userinfo',
    headers: { Authorization },
    settings: parties,
  });
  await exchanges.play('claims', claims(`Bearer ${tokens.access_token}`));
  await exchanges.play('claims for another token', claims('Bearer x'));
  await exchanges.play('tokens for a used code', party({ grant_type, code }));
  await exchanges.play('claims after that', claims(`Bearer ${tokens.access_token}`));

  const out = (query: Record<string, string>, more: Partial<Exchange> = {}): Exchange => ({
    ...{
      worker: openid,
      path: `/auth/oidc/logout?${new URLSearchParams(query)}`,
      headers: { ...page, Cookie },
      settings: parties,
      ...more,
    },
  });
  await exchanges.play('a sign-out of an unknown relying party', out({ client_id: 'other' }));
  await exchanges.play(
    'a sign-out to an unregistered address',
    out({ client_id: 'books', post_logout_redirect_uri: 'https://evil.example/' }),
  );
  await exchanges.play('a sign-out with a forged id_token', out({ id_token_hint: 'a.b.c' }));
  await exchanges.play('a sign-out to confirm', out({ client_id: 'books', state: 'a b' }));
  await exchanges.play(
    'a sign-out at another host',
    out({ client_id: 'books' }, { origin: 'https://www.example.com' }),
  );
  await exchanges.play('a sign-out that another site posts', {
    ...out({}),
    method: 'POST',
    form: { client_id: 'books' },
    headers: { ...page, Origin: 'https://books.example' },
  });
  await exchanges.play(
    'a sign-out with the id_token',
    out({ id_token_hint: tokens.id_token ?? '', state: 's' }),
  );
  await exchanges.play('a sign-out without a session', out({ client_id: 'books' }, { headers: page }));
  const again = await signIn();
  const confirm = {
    worker: openid,
    path: '/auth/oidc/logout/confirm?client_id=books&state=s',
    method: 'POST',
    settings: parties,
  };
  await exchanges.play('a confirmation on the form of another site', {
    ...confirm,
    headers: { ...page, Cookie: again, Origin: 'https://evil.example' },
  });
  await exchanges.play('a confirmation', { ...confirm, headers: { ...own, Cookie: again } });
  await exchanges.play('the discovery document', {
    worker: openid,
    path: '/auth/oidc/.well-known/openid-configuration',
    settings: parties,
  });
  await exchanges.play('a gateway without relying parties', {
    ...claims('Bearer x'),
    settings: { OPENID_CLIENTS: '[]' },
  });
  await compare('relying-parties');
});

test('the exchanges of an operator', async () => {
  await signIn({ 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' });
  await exchanges.advance(1);
  await exchanges.world.advance(0);
  const Authorization = `Bearer ${gatewaySecrets.ADMIN_TOKEN}`;
  const ask = (
    path: string,
    json: object,
    headers: Record<string, string> = { Authorization },
  ): Exchange => ({ worker: people, path: `/auth/admin/people/${path}`, json, headers });
  const reason = 'ticket 1';
  await exchanges.play('the user of a plid', ask('show', { plid, reason }));
  await exchanges.play('the users of a number', ask('show', { phoneNo: '01055550001', reason }));
  await exchanges.play('an unknown user', ask('show', { plid: 'x', reason }));
  await exchanges.play('a user without a reason', ask('show', { plid }));
  await exchanges.play('a user by two names', ask('show', { plid, phoneNo: '01055550001', reason }));
  await exchanges.play('a user without a token', ask('show', { plid, reason }, {}));
  await exchanges.play('a user with the token of an auditor', {
    ...ask('show', { plid, reason }),
    settings: { ADMIN_TOKEN: `lee@audit:${gatewaySecrets.ADMIN_TOKEN}` },
  });
  await exchanges.play('an erasure', ask('erase', { phoneNo: '01055550001', reason }));
  await exchanges.play('an erasure, for the second time', ask('erase', { plid, reason }));
  await exchanges.play('the access records', {
    worker: people,
    path: '/auth/admin/audit?for=list&after=1&to=3',
    headers: { Authorization },
  });
  await exchanges.play('the access records of an invalid time', {
    worker: people,
    path: '/auth/admin/audit?since=x',
    headers: { Authorization },
  });
  await compare('operators');
});

test('the exchanges of an application behind the gateway', async () => {
  const Cookie = await signIn();
  const GATEWAY = {
    session: (request: Request) => findSession(request, gatewayEnv(exchanges.world) as never),
  };
  const settings = {
    GATEWAY,
    APPLICATION_URL: 'https://app.internal',
    PUBLIC_PATHS: '/open/*',
    GUARD_PAGES: new GuardPages({} as never, gatewayEnv(exchanges.world) as never),
  };
  const ask = (
    path: string,
    headers: Record<string, string> = {},
    more: Partial<Exchange> = {},
  ): Exchange => ({
    worker: guard as never,
    path,
    headers: { ...page, ...headers },
    settings,
    ...more,
  });
  await exchanges.play(
    'a page',
    ask('/orders?a=1', {
      Cookie: `${Cookie}; own=1`,
      'X-Forwarded-Host': 'evil.example',
      'Remote-User': 'root',
    }),
  );
  await exchanges.play('a page without a session', ask('/orders?a=1'));
  await exchanges.play('a public page without a session', ask('/open/a'));
  await exchanges.play('a program without a session', ask('/orders', { Accept: 'application/json' }));
  await exchanges.play(
    'a form of another site',
    ask('/orders', { Cookie, Origin: 'https://evil.example' }, { method: 'POST' }),
  );
  await exchanges.play('a method of another protocol', ask('/orders', { Cookie }, { method: 'PROPFIND' }));
  await exchanges.play(
    'a preflight',
    ask(
      '/orders',
      { Origin: 'https://other.example', 'Access-Control-Request-Method': 'POST', Cookie },
      { method: 'OPTIONS' },
    ),
  );
  const failing = { ...settings, GATEWAY: { session: () => Promise.reject(new Error('unavailable')) } };
  await exchanges.play('a page during an outage', ask('/orders', { Cookie }, { settings: failing }));
  await exchanges.play('a public page during an outage', ask('/open/a', { Cookie }, { settings: failing }));

  const key = { 'Plid-Identity-Key': await deriveProxyKey(gatewaySecrets.IDENTITY_KEY) };
  const judge = (path: string, headers: Record<string, string> = {}, more: object = {}): Exchange => ({
    worker: verify,
    path,
    headers: { ...page, ...key, ...headers },
    settings: { GATEWAY, ...more },
  });
  await exchanges.play(
    'verify: a page',
    judge('/auth/verify', { Cookie, 'X-Forwarded-Uri': '/orders' }, { VERIFY_USER_HEADER: 'Y' }),
  );
  await exchanges.play(
    'verify: a page without a session',
    judge('/auth/verify', { 'X-Original-URI': '/orders?a=1' }),
  );
  await exchanges.play(
    'verify: a page without a session, for nginx',
    judge('/auth/verify?refuse=401', { 'X-Original-URI': '/orders' }),
  );
  await exchanges.play('verify: an appended path without a session', judge('/auth/verify/orders?a=1'));
  await exchanges.play('verify: another audience', judge('/auth/verify?audience=x', { Cookie }));
  await exchanges.play('verify: another key', judge('/auth/verify', { Cookie, 'Plid-Identity-Key': 'x' }));
  await exchanges.play(
    'verify: a form of another site',
    judge('/auth/verify', { Cookie, 'X-Forwarded-Method': 'POST', Origin: 'https://evil.example' }),
  );
  await compare('behind-the-gateway');
});
