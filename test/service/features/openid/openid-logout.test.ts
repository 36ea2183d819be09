import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { eventsIn, logLines } from '../../../support/assertions/log-lines.ts';
import { BrowserSession, type Shown } from '../../../support/fixtures/browser-session.ts';
import {
  openIdUrl,
  redirect_uri,
  registerRelyingParty,
  signInAt,
  tokensOf,
} from '../../../support/fixtures/openid.ts';
import { newSubscriber } from '../../../support/fixtures/phones.ts';
import { returned } from '../../../support/fixtures/sign-in.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const path = '/oauth2/openid/logout';
const bye = 'http://localhost:3000/bye';

/** A browser that signs in automatically at an application, and the id_token of its sign-in there. */
async function loggedIn(fields: object = {}) {
  const application = await registerRelyingParty(world, {
    openid_automatic: true,
    post_logout_redirect_uris: [bye],
    ...fields,
  });
  const [browser, person] = [new BrowserSession(world), await newSubscriber(world)];
  const end = await signInAt(world, application, person, { browser, autoLogin: true });
  const { id_token } = await tokensOf(world, application, end);
  return { application, browser, person, id_token };
}
type LoggedIn = Awaited<ReturnType<typeof loggedIn>>;

const urlOf = (query: Record<string, string>) => `${world.service}${path}?${new URLSearchParams(query)}`;
const isAutomatic = async ({ browser, application }: Pick<LoggedIn, 'browser' | 'application'>) =>
  'code' in returned(await browser.get(openIdUrl(world, application, { prompt: 'none' })));
const headingOf = ({ document }: Shown) => document.querySelector('h1')?.text;

/** Sends a form of another site: the browser sends no cookies along (SameSite=Lax). @returns the page of the answer. */
async function postFromElsewhere(fields: Record<string, string>): Promise<Shown> {
  const url = new URL(`${world.service}${path}`);
  const answer = await world.fetch(url.href, {
    method: 'POST',
    headers: {
      Accept: 'text/html',
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: 'https://shop.example',
      'Sec-Fetch-Site': 'cross-site',
    },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  });
  const { status, headers } = answer;
  const text = await answer.text();
  return { url, status, headers, text, document: parse(text) };
}

test('a sign-out ends automatic sign-in in this browser at the application, and redirects with the state', async () => {
  const login = await loggedIn();
  const { application, browser, id_token, person } = login;
  const other = await loggedIn();
  const elsewhere = new BrowserSession(world);
  await signInAt(world, application, person, { browser: elsewhere, autoLogin: true });
  expect(await isAutomatic(login)).toBe(true);
  // The id_token has long expired.
  await world.clock.advance(86_400);
  const query = { id_token_hint: id_token, post_logout_redirect_uri: bye, state: 'a b' };
  const end = await browser.get(urlOf(query));
  expect(end.url.href).toBe(`${bye}?state=a+b`);
  expect(await isAutomatic(login)).toBe(false);
  expect(await isAutomatic({ browser: elsewhere, application })).toBe(true);
  expect(await isAutomatic(other)).toBe(true);
  expect(world.logs()).toContain('"automatic_login_ended":1');
});

test("a sign-out with a copy of the cookie, after its automatic sign-in has ended, isn't a second end", async () => {
  const { browser, id_token } = await loggedIn();
  const copy = browser.copy();
  const query = { id_token_hint: id_token, post_logout_redirect_uri: bye };
  const redirects = () =>
    logLines(world).filter(({ worker, status }) => worker === 'service-openid' && status === 303);
  expect((await browser.get(urlOf(query))).url.href).toBe(bye);
  expect((await copy.get(urlOf(query))).url.href).toBe(bye);
  await expect.poll(() => redirects().slice(-2).map(eventsIn)).toEqual([['automatic_login_ended'], []]);
});

test("without a post_logout_redirect_uri it redirects to the application's start page", async () => {
  const { application, browser, id_token } = await loggedIn();
  const [byHint, byClient] = [
    await browser.get(urlOf({ id_token_hint: id_token })),
    await browser.get(urlOf({ client_id: application.client_id })),
  ];
  for (const { url } of [byHint, byClient]) expect(url.href).toBe('http://localhost:3000/');
});

test('the start page of an application with several redirect URIs is that of the first one', async () => {
  const { browser, id_token } = await loggedIn({
    redirect_uris: [redirect_uri, 'https://other.example/callback'],
  });
  expect((await browser.get(urlOf({ id_token_hint: id_token }))).url.href).toBe('http://localhost:3000/');
});

test("a redirect_uri isn't accepted for sign-outs, and gets no code after one", async () => {
  const { browser, id_token, application } = await loggedIn();
  const refused = await browser.get(
    urlOf({ id_token_hint: id_token, post_logout_redirect_uri: redirect_uri }),
  );
  expect([refused.status, refused.headers.get('Location')]).toEqual([400, null]);
  const asCallback = await browser.get(openIdUrl(world, application, { redirect_uri: bye }));
  expect([asCallback.status, asCallback.headers.get('Location')]).toEqual([400, null]);
});

test("with another user's id_token nothing ends, and the browser is redirected", async () => {
  const login = await loggedIn();
  const end = await signInAt(world, login.application, await newSubscriber(world));
  const { id_token } = await tokensOf(world, login.application, end);
  expect((await login.browser.get(urlOf({ id_token_hint: id_token }))).url.host).toBe('localhost:3000');
  expect(await isAutomatic(login)).toBe(true);
});

test('without an id_token the user is asked, and the button signs out and redirects with the state', async () => {
  const login = await loggedIn();
  const { application, browser } = login;
  const { client_id, name } = application;
  const asked = await browser.get(
    urlOf({ client_id, post_logout_redirect_uri: bye, state: 'a b' }).replace('a+b', 'a%20b'),
  );
  expect([asked.status, headingOf(asked)]).toEqual([200, `Sign out of ${name}?`]);
  expect(asked.document.querySelectorAll('main button')).toHaveLength(1);
  expect(await isAutomatic(login)).toBe(true);
  const end = await browser.submit(asked);
  expect(end.url.href).toBe(`${bye}?state=a%20b`);
  expect(await isAutomatic(login)).toBe(false);
  // Nothing is left to ask about.
  expect((await browser.get(urlOf({ client_id }))).url.href).toBe('http://localhost:3000/');
});

test.each([{}, { state: 'only' }, { post_logout_redirect_uri: 'https://evil.example/', state: 'x' }])(
  'a request without an application asks to end every automatic sign-in, and never redirects: %j',
  async (query) => {
    const [first, second] = [await loggedIn(), await loggedIn()];
    const { browser } = first;
    await signInAt(world, second.application, second.person, { browser, autoLogin: true });
    const asked = await browser.get(urlOf(query as Record<string, string>));
    expect([asked.status, headingOf(asked)]).toEqual([200, 'Sign out in this browser?']);
    const end = await browser.submit(asked);
    expect([end.url.pathname, end.status, headingOf(end)]).toEqual([path, 200, 'You are signed out']);
    for (const { application } of [first, second])
      expect(await isAutomatic({ browser, application })).toBe(false);
    expect(await isAutomatic(second)).toBe(true);
  },
);

test('without any automatic sign-in the page says that the user is signed out', async () => {
  for (const query of [{}, { state: 'only' }]) {
    const shown = await new BrowserSession(world).get(urlOf(query as Record<string, string>));
    expect([shown.status, headingOf(shown)]).toEqual([200, 'You are signed out']);
    expect(shown.document.querySelectorAll('main form')).toEqual([]);
  }
});

test('an unknown client_id is in no log line', async () => {
  const client_id = `01012345678 ${'x'.repeat(5_000)}`;
  const { status } = await new BrowserSession(world).get(urlOf({ client_id }));
  expect(status).toBe(400);
  expect(world.logs()).not.toContain('01012345678 xxx');
});

test('the confirmation is rejected from another site and from a frame', async () => {
  const login = await loggedIn();
  const { browser, application } = login;
  const send = (headers: Record<string, string>) =>
    browser.fetch(`${world.service}${path}/confirm?client_id=${application.client_id}`, {
      method: 'POST',
      headers,
      redirect: 'manual',
    });
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'https://evil.example' },
  ])
    expect((await send(headers)).status).toBe(400);
  expect(await isAutomatic(login)).toBe(true);
  const asked = await browser.get(urlOf({ client_id: application.client_id }));
  expect(asked.headers.get('X-Frame-Options')).toBe('DENY');
  expect(asked.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
});

const badRequests: [string, (login: LoggedIn) => Record<string, string>][] = [
  [
    'an address that is not registered',
    ({ id_token }) => ({ id_token_hint: id_token, post_logout_redirect_uri: 'https://evil.example/' }),
  ],
  [
    'an address with a query that was not registered',
    ({ id_token }) => ({ id_token_hint: id_token, post_logout_redirect_uri: `${bye}?foo=bar` }),
  ],
  ['a changed id_token', ({ id_token }) => ({ id_token_hint: `${id_token.slice(0, -4)}AAAA` })],
  [
    'a forged id_token',
    ({ application }) => ({ id_token_hint: 'eyJ.eyJ.x', client_id: application.client_id }),
  ],
  [
    'the client of another application',
    ({ id_token }) => ({ id_token_hint: id_token, client_id: 'demoshop000000000001' }),
  ],
  ['an application without OpenID Connect', () => ({ client_id: 'demoshop000000000001' })],
];

test.each(badRequests)('%s is rejected without a redirect, and nothing ends', async (_, query) => {
  const login = await loggedIn();
  const refused = await login.browser.get(urlOf(query(login)));
  expect([refused.status, refused.headers.get('Location')]).toEqual([400, null]);
  expect(refused.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(headingOf(refused)).toBe('You couldn’t be signed out');
  // No link on the page repeats the id_token.
  expect(refused.text).not.toContain('id_token_hint');
  expect(await isAutomatic(login)).toBe(true);
  const program = await world.fetch(urlOf(query(login)), { headers: { Accept: 'application/json' } });
  expect([program.status, program.headers.get('Content-Type')]).toEqual([400, 'application/json']);
});

test('a form of another site continues on a page of the service, with the id_token in the body', async () => {
  const login = await loggedIn();
  const { browser, id_token } = login;
  const fields = { id_token_hint: id_token, post_logout_redirect_uri: bye, state: 'a b' };
  const shown = await postFromElsewhere(fields);
  expect([shown.status, shown.headers.get('Location')]).toEqual([200, null]);
  expect(shown.document.querySelector('main form')?.getAttribute('action')).toBe(path);
  expect(await isAutomatic(login)).toBe(true);
  expect((await browser.submit(shown)).url.href).toBe(`${bye}?state=a+b`);
  expect(await isAutomatic(login)).toBe(false);
});

test('a form of another site without an id_token ends nothing before the user has agreed', async () => {
  const login = await loggedIn();
  const shown = await postFromElsewhere({ client_id: login.application.client_id });
  const asked = await login.browser.submit(shown);
  expect(headingOf(asked)).toBe(`Sign out of ${login.application.name}?`);
  expect(await isAutomatic(login)).toBe(true);
});
