import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { supportCode } from '../../workers/core/protocol/support-code.ts';
import { eventsIn, linesWith, logLines } from '../support/assertions/log-lines.ts';
import { disconnectOn, signInToAccount } from '../support/fixtures/account-pages.ts';
import { BrowserSession, type Shown } from '../support/fixtures/browser-session.ts';
import { approveOn, newSubscriber } from '../support/fixtures/phones.ts';
import {
  authorizeUrl,
  beginSignIn,
  codeOf,
  flowOf,
  people,
  postForm,
  requestAuthorization,
  signIn,
  steps,
} from '../support/fixtures/sign-in.ts';
import { jsonOf, requestToken, requestUser } from '../support/requests/service-requests.ts';
import { useGatewayWorld, Visitor } from '../support/world/gateway-world.ts';
import { applications } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

const form = /^[\w-]{11}$/;
const headerOf = ({ headers }: { headers: Headers }) => headers.get('Plid-Sign-In') ?? '';
/** The support code on an error page: of the sign-in, or of the request if no sign-in is known. */
const shownCode = ({ document }: Shown) => document.querySelector('main code.selectable')?.text.trim();
const html = { Accept: 'text/html' };

describe('the name of a sign-in', () => {
  const world = useWorld();

  /** The events and routes of the lines that have a name, each once. */
  const storyOf = (name: string) => [
    ...new Set(
      logLines(world)
        .filter((line) => line.sign_in === name)
        .flatMap((line) =>
          [line.route, ...eventsIn(line)].flatMap((told) => (told ? [`${line.worker} ${told}`] : [])),
        ),
    ),
  ];

  test('is in every response and log line of service and gateway from the first request', async () => {
    const browser = new BrowserSession(world);
    const person = await newSubscriber(world, 'waits');
    const first = await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
    const name = headerOf(first);
    expect(name).toMatch(form);
    const waiting = await browser.submit(first, person);
    await approveOn(world, person.phoneNo);
    const consent = await browser.get(waiting.url);
    expect(consent.url.pathname).toBe(steps.consent);
    for (const page of [first, waiting, consent]) {
      expect(headerOf(page)).toBe(name);
      expect(shownCode(page)).toBeUndefined();
    }
    await browser.submit(consent);
    await linesWith(world, { worker: 'gateway-callback', 'events.session_started': 1, sign_in: name });
    await linesWith(world, { worker: 'gateway-callback', route: '/auth/callback', sign_in: name });
    expect(storyOf(name).sort()).toEqual([
      'gateway-callback /auth/callback',
      'gateway-callback session_started',
      'service-authorize /oauth2/authorize',
      'service-authorize /oauth2/authorize/consent',
      'service-authorize /oauth2/authorize/sign-in',
      'service-authorize /oauth2/authorize/wait',
      'service-authorize code_issued',
      'service-authorize consented',
      'service-authorize registered',
      'service-authorize sign_in_approved',
      'service-authorize sign_in_requested',
      'service-token /oauth2/token',
      'service-token code_redeemed',
      'service-user /v1/user/me',
    ]);
  });

  test('is half of the ID, which only its own browser has', async () => {
    const { page } = await beginSignIn(world);
    const name = headerOf(page);
    const id = flowOf(page);
    expect(id).toMatch(/^\d{10}-[\w-]{22}-\w{20}$/);
    expect(id.slice(11, 22)).toBe(name);
    const lines = await linesWith(world, { sign_in: name });
    expect(JSON.stringify(lines)).not.toContain(id.slice(22, 33));
  });

  test("can't be used instead of the ID", async () => {
    const { browser, page } = await beginSignIn(world);
    const name = headerOf(page);
    for (const flow of [name, `${flowOf(page).split('-')[0]}-${name}`]) {
      const refused = await postForm(browser, steps.cancel, { flow });
      expect(refused.status).toBe(400);
      expect(headerOf(refused)).toBe('');
    }
  });

  test('is the support code of an error page, spelled letter by letter for screen readers', async () => {
    const { browser, page: form } = await beginSignIn(world);
    const page = await browser.submit(form, people.jeomgeom);
    expect(page.status).toBe(503);
    expect(shownCode(page)).toBe(supportCode(headerOf(form)));
    const note = page.document.querySelector('main p:has(code.selectable)');
    expect(note?.querySelector('code')?.getAttribute('aria-hidden')).toBe('true');
    expect(note?.querySelector('.visually-hidden')?.text).toMatch(/^(?:[0-9A-Z] ){7}[0-9A-Z]$/);
  });

  test('is returned with an error, and never with a code', async () => {
    const { browser, page } = await beginSignIn(world);
    const back = await browser.submit(page, {}, 'form[action$="/cancel"]');
    expect(back.url.searchParams.get('plid_sign_in')).toBe(headerOf(page));
    const none = await requestAuthorization(world, { prompt: 'none' });
    const sent = new URL(none.headers.get('Location') ?? '').searchParams;
    expect(sent.get('error')).toBe('login_required');
    expect(sent.has('plid_sign_in')).toBe(false);
    const done = await signIn(new BrowserSession(world), world, await newSubscriber(world));
    expect([...done.url.searchParams.keys()]).toEqual(['code', 'state']);
  });

  test('is sent to the application with the token and with the user', async () => {
    const browser = new BrowserSession(world);
    const done = await signIn(browser, world, await newSubscriber(world), { autoLogin: true });
    const name = headerOf(done);
    const token = await requestToken(world, { code: codeOf(done) });
    expect(headerOf(token)).toBe(name);
    const { access_token = '' } = await jsonOf(token);
    expect(headerOf(await requestUser(world, access_token))).toBe(name);

    const automatic = await browser.get(authorizeUrl(world));
    const again = headerOf(automatic);
    expect(again).toMatch(form);
    expect(again).not.toBe(name);
    expect(headerOf(await requestToken(world, { code: codeOf(automatic) }))).toBe(again);
    const [line] = await linesWith(world, { 'events.automatic_login_granted': 1, sign_in: again });
    expect(line).toMatchObject({ worker: 'service-authorize' });
  });

  test("isn't returned for an invalid code or token", async () => {
    expect(headerOf(await requestToken(world, { code: 'none' }))).toBe('');
    expect(headerOf(await requestUser(world, 'none'))).toBe('');
    const done = await signIn(new BrowserSession(world), world, await newSubscriber(world));
    const other = { redirect_uri: 'https://another.example/callback' };
    expect(headerOf(await requestToken(world, { code: codeOf(done), ...other }))).toBe('');
  });

  test("is on the gateway's page of a sign-in that the phone denied", async () => {
    const browser = new BrowserSession(world);
    const first = await browser.get(`${world.gateway}/auth/login`);
    const denied = await browser.submit(first, people.geojeol);
    expect(denied.url.pathname).toBe('/auth/callback');
    expect(shownCode(denied)).toBe(supportCode(headerOf(first)));
    const [line] = await linesWith(world, { worker: 'gateway-callback', sign_in: headerOf(first) });
    expect(line).toMatchObject({ reason: 'access_denied' });
  });
});

describe('the sign-in name of another service', () => {
  const world = useGatewayWorld();
  const error = { error: 'access_denied', plid_reason: 'denied' };
  const callback = (sent: Record<string, string>) =>
    `${world.gateway}/auth/callback?${new URLSearchParams(sent)}`;

  async function comeBack(plid_sign_in: string): Promise<Shown> {
    const browser = new BrowserSession(world, { visitable: ({ origin }) => origin === world.gateway });
    const login = await browser.get(`${world.gateway}/auth/login`);
    const state = login.url.searchParams.get('state') ?? '';
    return browser.get(callback({ ...error, state, plid_sign_in }));
  }

  test('is shown and logged with an error', async () => {
    const shown = await comeBack('u3Tq0_Rk-aB');
    expect(shownCode(shown)).toBe('QDTE-NMZM');
    expect(headerOf(shown)).toBe('u3Tq0_Rk-aB');
    await linesWith(world, { worker: 'gateway-callback', sign_in: 'u3Tq0_Rk-aB' });
  });

  test.each([
    '',
    'u3Tq0_Rk-a',
    'u3Tq0_Rk-aBc',
    '<b>u3Tq0</b>',
    'u3Tq0 Rk-aB',
    'u3Tq0_Rk-aB\n',
    '김u3Tq0_Rk-a',
  ])('is dropped if it is malformed: %j', async (made) => {
    const shown = await comeBack(made);
    expect(shown.status).toBe(400);
    expect(headerOf(shown)).toBe('');
    const request = shown.headers.get('X-Request-Id') ?? '';
    expect(shownCode(shown)).toBe(supportCode(request));
    expect(Object.keys((await linesWith(world, { request }))[0] ?? {})).not.toContain('sign_in');
  });

  test('lets no attacker choose words on the callback page or in the log', async () => {
    const sent = { ...error, state: 'made-up', plid_sign_in: 'Call-us-now' };
    const answer = await world.fetch(callback(sent), { headers: html });
    // The link to the other language contains the same address, which isn't part of the page's text.
    const page = parse(await answer.text());
    for (const link of page.querySelectorAll('[href]')) link.removeAttribute('href');
    expect(page.outerHTML).not.toContain('Call-us-now');
    expect(headerOf(answer)).toBe('');
    await linesWith(world, { request: answer.headers.get('X-Request-Id') ?? '' });
    expect(world.logs()).not.toContain('Call-us-now');
  });

  test.each([
    { sent: 'u3Tq0_Rk-aB', named: 'u3Tq0_Rk-aB' },
    { sent: 'two words!!', named: undefined },
    { sent: 'x'.repeat(12), named: undefined },
  ])(
    'is checked in the token response header, also if the exchange fails: $sent',
    async ({ sent, named }) => {
      const headers = { 'Plid-Sign-In': sent };
      world.standIn.answer({ token: { body: { access_token: 'not the answer of §2.3' }, headers } });
      const failed = await new Visitor(world).signIn();
      expect(failed.status).toBe(502);
      const request = failed.headers.get('X-Request-Id') ?? '';
      expect(shownCode(failed)).toBe(supportCode(named ?? request));
      const [line] = await linesWith(world, { request });
      expect(line?.sign_in).toBe(named);
    },
  );
});

describe('the sign-in name at /account', () => {
  const world = useWorld();

  test('is on the log lines of the session', async () => {
    const browser = new BrowserSession(world);
    const person = await newSubscriber(world);
    await signIn(browser, world, person);
    const page = await signInToAccount(browser, world, person);
    const name = headerOf(page);
    expect(name).toMatch(form);
    await linesWith(world, { worker: 'service-authorize', 'events.sign_in_approved': 1, sign_in: name });
    await linesWith(world, { worker: 'service-account', 'events.code_redeemed': 1, sign_in: name });
    await disconnectOn(browser, page, `client_id=${applications.shop.client_id}`);
    await linesWith(world, { worker: 'service-account', 'events.disconnected': 1, sign_in: name });
  });
});
