import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PlidMismatch, PlidRefusal, PlidUnavailable } from '../../../packages/plid/client/index.ts';
import {
  type AutomaticSignIn,
  type FailedSignIn,
  failureTexts,
  type PlidSignInOptions,
  plidSignIn,
  type SignedIn,
} from '../../../packages/plid/web/index.ts';
import {
  type Answer,
  person,
  startServiceStandIn,
  userAnswer,
} from '../../support/fakes/service-stand-in.ts';
import { gatewaySecrets } from '../../support/world/test-settings.ts';
import { useStarted } from '../../support/world/use-world.ts';
import { type Browser, startBrowser } from './web-browser.ts';

const standIn = useStarted(async () => ({ ...(await startServiceStandIn()), logs: () => '' }));
beforeEach(() => standIn.reset());
// Refusals are logged.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => vi.mocked(console.warn).mockRestore());

type Options = PlidSignInOptions<object>;
const site = 'https://shop.example.com';
const cookieKey = '0123456789abcdef'.repeat(2);

/** What an application without sessions of plid answers at one callback. */
interface Handlers {
  signed_in(outcome: SignedIn): Response | Promise<Response>;
  automatic(outcome: AutomaticSignIn): Response | Promise<Response> | undefined;
  currentUser?(): string | number | undefined;
}

/** A sign-in whose handlers are chosen at each callback. */
function routesWith(changes: Partial<Options> = {}) {
  const chosen = new WeakMap<Request, Handlers>();
  const of = (request: Request) => chosen.get(request) as Handlers;
  const { login, client, callback } = plidSignIn({
    service: standIn.url,
    clientId: 'somebody-elses.client',
    clientSecret: gatewaySecrets.CLIENT_SECRET,
    redirectUri: `${site}/callback`,
    cookieKey,
    outcomes: {
      signed_in: (outcome, request) => of(request).signed_in(outcome),
      automatic: async (outcome, request) => of(request).automatic(outcome),
    },
    currentUser: (request) => of(request).currentUser?.(),
    ...changes,
  });
  return {
    ...{ login, client },
    callback(request: Request, handlers: Handlers) {
      chosen.set(request, handlers);
      return callback(request);
    },
  };
}
type Routes = ReturnType<typeof routesWith>;

/** The text of a page, whose title is its first sentence without the period. */
const words = (page: string) =>
  page
    .replace(/<style.+<\/style>/, '')
    .replace(/<\/h1>/g, '. ')
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ');

/** Handlers that answer both kinds of successful sign-ins in the same way. */
const always = (handler: (outcome: SignedIn | AutomaticSignIn) => Response | Promise<Response>) => ({
  signed_in: handler,
  automatic: handler,
});

/** Begins a sign-in. @returns the path of its callback. */
async function begin(routes: Routes, browser: Browser, address = '/login'): Promise<string> {
  const answer = browser.take(await routes.login(browser.request(address)));
  expect(answer.status).toBe(303);
  const { searchParams } = new URL(answer.headers.get('Location') ?? '');
  return `/callback?code=the-code&state=${searchParams.get('state')}`;
}

/** Ends it, where it succeeds with the way to go on. */
const end = async (routes: Routes, browser: Browser, callback: string) =>
  browser.take(
    await routes.callback(browser.request(callback), {
      signed_in: ({ user, returnTo }) =>
        new Response(`${user.plid} ${user.name}`, { headers: { Location: returnTo } }),
      automatic: ({ plid, returnTo }) => new Response(plid, { headers: { Location: returnTo } }),
    }),
  );
const wayOn = async (routes: Routes, browser: Browser, callback: string) =>
  (await end(routes, browser, callback)).headers.get('Location');

test.each<[string, unknown]>([
  ["Node's request", { method: 'GET', url: '/login', headers: { host: 'shop.example.com' } }],
  ["a framework's event", { url: new URL(`${site}/login`), req: new Request(`${site}/login`) }],
  ['undefined headers', { request: new Request(`${site}/login`) }],
])('%s is refused with the way to pass the right request', async (_name, given) => {
  const plid = plidSignIn({
    ...{ service: standIn.url, clientId: 'shop', clientSecret: gatewaySecrets.CLIENT_SECRET, cookieKey },
    redirectUri: `${site}/callback`,
    outcomes: { signed_in: () => ({}), automatic: () => ({}) },
  });
  for (const name of ['handle', 'required', 'session'] as const)
    await expect(plid[name](given as Request), name).rejects.toThrow(
      /^plid\/web needs a Request with an absolute URL\..* use plid\/express\.$/,
    );
});

describe('a sign-in of plid/web', () => {
  test('is stored in an opaque cookie until the callback removes it', async () => {
    const [routes, browser] = [routesWith(), startBrowser(site)];
    const answer = await routes.login(browser.request('/login?return_to=/orders'), { prompt: 'login' });
    const address = new URL(answer.headers.get('Location') ?? '');
    const state = address.searchParams.get('state') ?? '';
    expect(address.href).toContain(`${standIn.url}/oauth2/authorize?`);
    expect(address.searchParams.get('prompt')).toBe('login');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const [cookie = '', ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    const form = `__Host-plid-sign-in-\\d{10}-${state}=[\\w.-]{300,450}; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Lax`;
    expect(cookie).toMatch(new RegExp(`^${form}$`));
    browser.take(answer);

    const back = await end(routes, browser, `/callback?code=the-code&state=${state}`);
    expect(await back.text()).toBe(`${person.plid} ${person.name}`);
    expect(back.headers.get('Location')).toBe(`${site}/orders`);
    expect(browser.cookies.size).toBe(0);
    const { code_verifier: verifier = '' } = standIn.received[0]?.form ?? {};
    expect(verifier).toMatch(/^[\w-]{43}$/);
    expect(cookie).not.toContain(verifier);
  });

  test('works next to those of other tabs, in any order', async () => {
    const [routes, browser] = [routesWith(), startBrowser(site)];
    const pages = ['/a', '/b?c=d&e=%EA%B0%80#f', '/가'];
    const callbacks = [];
    for (const page of pages)
      callbacks.push(await begin(routes, browser, `/login?return_to=${encodeURIComponent(page)}`));
    for (const index of [1, 2, 0])
      expect(await wayOn(routes, browser, callbacks[index] ?? '')).toBe(
        new URL(pages[index] ?? '', site).href,
      );
    expect(browser.cookies.size).toBe(0);
  });

  test('accepts its callback once, and sends no code for a repeated one', async () => {
    const [routes, browser] = [routesWith(), startBrowser(site)];
    const callback = await begin(routes, browser);
    expect((await end(routes, browser, callback)).status).toBe(200);
    expect((await end(routes, browser, callback)).status).toBe(400);
    expect(standIn.exchanges()).toBe(1);
  });

  test('over http on this machine has a cookie that every browser accepts', async () => {
    const home = 'http://localhost:3000';
    const [routes, browser] = [routesWith({ redirectUri: `${home}/callback` }), startBrowser(home)];
    const [cookie = ''] = (await routes.login(browser.request('/login'))).headers.getSetCookie();
    expect(cookie).toMatch(/^plid-sign-in-[^;]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await wayOn(routes, browser, await begin(routes, browser))).toBe(`${home}/`);
  });

  test("leaves the application's response and its cookies unchanged", async () => {
    const [routes, browser] = [routesWith(), startBrowser(site)];
    const callback = await begin(routes, browser);
    const own = new Response(null, { status: 302, statusText: 'Found', headers: { Location: '/orders' } });
    for (const name of ['one', 'two']) own.headers.append('Set-Cookie', `${name}=1; Path=/`);
    const answer = await routes.callback(
      browser.request(callback),
      always(async () => own),
    );
    expect([answer.status, answer.statusText, answer.headers.get('Location')]).toEqual([
      302,
      'Found',
      '/orders',
    ]);
    expect(answer.headers.getSetCookie()).toEqual([
      'one=1; Path=/',
      'two=1; Path=/',
      expect.stringMatching(/^__Host-plid-sign-in-\S+=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    const again = await begin(routes, browser);
    // Its headers cannot be changed.
    const redirect = await routes.callback(
      browser.request(again),
      always(() => Response.redirect(`${site}/x`)),
    );
    expect([redirect.headers.get('Location'), redirect.headers.getSetCookie().length]).toEqual([
      `${site}/x`,
      1,
    ]);
  });

  test('that is automatic returns only the plid', async () => {
    standIn.answer({ user: await userAnswer({ plid: person.plid }, { autoLoginYn: 'Y' }) });
    const [routes, browser] = [routesWith(), startBrowser(site)];
    const told: unknown[] = [];
    await routes.callback(
      browser.request(await begin(routes, browser, '/login?return_to=/x')),
      always((outcome) => {
        told.push(outcome);
        return new Response();
      }),
    );
    expect(told).toEqual([{ type: 'automatic', plid: person.plid, returnTo: `${site}/x` }]);
  });

  test('that is automatic starts again with the phone, if the application stores no such user', async () => {
    standIn.answer({ user: await userAnswer({ plid: person.plid }, { autoLoginYn: 'Y' }) });
    const [routes, browser] = [routesWith(), startBrowser(site)];
    const callback = await begin(routes, browser, '/login?return_to=/x');
    const unknown = { signed_in: () => new Response(), automatic: () => undefined };
    const answer = browser.take(await routes.callback(browser.request(callback), unknown));
    const { searchParams } = new URL(answer.headers.get('Location') ?? '');
    expect([answer.status, searchParams.get('prompt'), browser.cookies.size]).toEqual([303, 'login', 1]);

    // A service that ignores the prompt would otherwise redirect without end.
    const next = `/callback?code=next&state=${searchParams.get('state')}`;
    const refused = browser.take(await routes.callback(browser.request(next), unknown));
    expect([refused.status, browser.cookies.size]).toEqual([400, 0]);

    const fresh = new URL(
      (await routes.login(browser.request('/login?prompt=login'))).headers.get('Location') ?? '',
    );
    expect(fresh.searchParams.get('prompt')).toBe('login');
    const other = new URL(
      (await routes.login(browser.request('/login?prompt=none'))).headers.get('Location') ?? '',
    );
    expect(other.searchParams.get('prompt')).toBeNull();
  });

  test('refused for want of the phone shows its page, also to a signed-in user', async () => {
    standIn.answer({ user: await userAnswer({ plid: person.plid }, { autoLoginYn: 'Y' }) });
    const [routes, browser] = [routesWith(), startBrowser(site)];
    const handlers = { ...always(() => new Response()), currentUser: () => 1 };
    const callback = await begin(routes, browser, '/login?return_to=/x&prompt=login');
    expect((await routes.callback(browser.request(callback), handlers)).status).toBe(400);
    const repeated = await routes.callback(startBrowser(site).request(callback), handlers);
    expect([repeated.status, repeated.headers.get('Location')]).toEqual([303, `${site}/`]);
    for (const currentUser of [() => undefined, () => '', () => Number.NaN]) {
      const noUser = { ...always(() => new Response()), currentUser };
      expect((await routes.callback(startBrowser(site).request(callback), noUser)).status).toBe(400);
    }
  });

  test('works while the cookie key is rotated, and not after the old one is removed', async () => {
    const [old, browser] = [routesWith(), startBrowser(site)];
    const [first, second] = [await begin(old, browser), await begin(old, browser)];
    const both = routesWith({ cookieKey: `${'fedcba9876543210'.repeat(3)},${cookieKey}` });
    expect((await end(both, browser, first)).status).toBe(200);
    const fresh = await begin(both, browser);
    const replaced = routesWith({ cookieKey: 'fedcba9876543210'.repeat(3) });
    expect((await end(replaced, browser, fresh)).status).toBe(200);
    expect((await end(replaced, browser, second)).status).toBe(400);
  });

  test.each([
    { cookieKey: '', what: 'cookieKey', needs: '32 random characters' },
    { cookieKey: undefined as unknown as string, what: 'cookieKey', needs: '32 random characters' },
    { cookieKey: `${cookieKey},short`, what: 'cookieKey', needs: '32 random characters' },
    { redirectUri: 'com.example.app:/callback', what: 'redirectUri', needs: 'an address of this website' },
    { clientSecret: 'short', what: 'clientSecret', needs: '16 ASCII characters' },
  ])('rejects a wrong $what', ({ what, needs, ...changes }) => {
    expect(() => routesWith(changes)).toThrow(PlidMismatch);
    expect(() => routesWith(changes)).toThrow(new RegExp(`The option ${what} .*${needs}`));
  });
});

describe('an attacker of plid/web', () => {
  /** A browser with an open sign-in, whose cookie an attacker changes. */
  async function changed(change: (value: string) => string | Promise<string>) {
    const [routes, browser] = [routesWith(), startBrowser(site)];
    const callback = await begin(routes, browser);
    const [[name, value] = ['', '']] = browser.cookies;
    browser.cookies.set(name, await change(value));
    return { routes, browser, callback };
  }
  const otherCookie = async (routes = routesWith()) => {
    const browser = startBrowser(site);
    await begin(routes, browser);
    return [...browser.cookies.values()][0] ?? '';
  };
  const isRefused = async (routes: Routes, browser: Browser, callback: string) => {
    expect((await end(routes, browser, callback)).status).toBe(400);
    expect(standIn.exchanges()).toBe(0);
  };

  test.each([
    ['makes the value up', () => 'AAAA'],
    ['empties it', () => ''],
    ['cuts its end off', (value: string) => value.slice(0, -1)],
    ['cuts its beginning off', (value: string) => value.slice(1)],
    [
      'changes a letter of the seal',
      (value: string) => value.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
    ],
    [
      'changes a letter of what is sealed',
      (value: string) =>
        value.replace(/\.([\w-])(?=[\w-]+\.[\w-]+$)/, (_, letter) => `.${letter === 'A' ? 'B' : 'A'}`),
    ],
    ['appends to it', (value: string) => `${value}.AAAA`],
    ['sends plain JSON', () => Buffer.from('{"state":"s","expires":9999999999}').toString('base64url')],
    ['sends a very long one', () => 'A'.repeat(100_000)],
    [
      'seals one with a key of their own',
      () => otherCookie(routesWith({ cookieKey: 'ghijklmnopqrstuv'.repeat(2) })),
    ],
    ['sets that of another sign-in', () => otherCookie()],
  ])('who %s completes no sign-in', async (_, change) => {
    const { routes, browser, callback } = await changed(change);
    await isRefused(routes, browser, callback);
  });

  test('with a link to their own callback completes and ends no sign-in', async () => {
    const [routes, attacker, victim] = [routesWith(), startBrowser(site), startBrowser(site)];
    const link = await begin(routes, attacker);
    await isRefused(routes, victim, link);
    const open = await begin(routes, victim);
    await isRefused(routes, victim, link);
    await isRefused(routes, victim, `${link}&state=again&code=twice`);
    await isRefused(routes, victim, '/callback?code=stolen');
    await isRefused(routes, victim, '/callback?code=stolen&state=');
    await isRefused(routes, victim, `/callback?code=stolen&state=${'.*'.repeat(20)}...`);
    expect((await end(routes, victim, open)).status).toBe(200);
  });

  test.each(['same state', 'state', 'code', 'error', 'iss'])(
    'who repeats the %s in the callback of a sign-in of this browser signs no user in, and logs nothing',
    async (what) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      const [routes, browser] = [routesWith(), startBrowser(site)];
      const callback = await begin(routes, browser);
      const query = callback.slice(callback.indexOf('?') + 1);
      const repeated = what === 'same state' ? query : `${what}=a&${what}=b`;
      await isRefused(routes, browser, `${callback}&${repeated}`);
      expect(log).not.toHaveBeenCalled();
      log.mockRestore();
    },
  );

  test("at a neighboring host can't set a valid cookie, which needs the prefix", async () => {
    const [routes, attacker, victim] = [routesWith(), startBrowser(site), startBrowser(site)];
    const link = await begin(routes, attacker);
    const [[name, value] = ['', '']] = attacker.cookies;
    victim.cookies.set(name.replace('__Host-', ''), value);
    await isRefused(routes, victim, link);
  });

  test("returning after an hour is rejected, and a moment earlier isn't", async () => {
    const [routes, browser] = [routesWith(), startBrowser(site)];
    const [late, inTime] = [await begin(routes, browser), await begin(routes, browser)];
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 3_595_000);
    try {
      expect((await end(routes, browser, inTime)).status).toBe(200);
      clock.mockReturnValue(now + 3_601_000);
      expect((await end(routes, browser, late)).status).toBe(400);
    } finally {
      clock.mockRestore();
    }
  });

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/\t/evil.example/',
    '/\n/evil.example/',
    '\u0000//evil.example/',
    '/.//evil.example/',
    '/orders\r\nSet-Cookie: a=b',
    '/orders\u007f',
    ' /orders',
    'javascript:alert(1)',
    'orders',
    '@evil.example/',
    '',
    `/${'a'.repeat(500)}`,
    `/${'가'.repeat(60)}`,
  ])("can't redirect with return_to %j", async (path) => {
    const [routes, browser] = [routesWith(), startBrowser(site)];
    const callback = await begin(routes, browser, `/login?return_to=${encodeURIComponent(path)}`);
    expect(await wayOn(routes, browser, callback)).toBe(`${site}/`);
  });

  test('who starts many sign-ins leaves a browser the newest five cookies', async () => {
    const [routes, browser] = [routesWith(), startBrowser(site)];
    const address = `/login?return_to=/${'a'.repeat(400)}`;
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now');
    const callbacks = [];
    try {
      for (const second of Array(40).keys()) {
        clock.mockReturnValue(now + second * 1_000);
        callbacks.push(await begin(routes, browser, address));
        // Not every browser sends the oldest first.
        const sent = [...browser.cookies].reverse();
        browser.cookies.clear();
        for (const [name, value] of sent) browser.cookies.set(name, value);
      }
      expect(browser.cookies.size).toBe(5);
      expect(browser.request('/').headers.get('Cookie')?.length).toBeLessThan(6_000);
      for (const callback of callbacks.slice(-5))
        expect((await end(routes, browser, callback)).status).toBe(200);
    } finally {
      clock.mockRestore();
    }
    expect(browser.cookies.size).toBe(0);
  });

  test('with cookies of other names has them neither read nor removed', async () => {
    const [routes, browser] = [routesWith(), startBrowser(site)];
    for (const name of [
      '__Host-plid-sign-in-',
      '__Host-plid-sign-in-1-x',
      'a b',
      '__proto__',
      '=',
      'x'.repeat(4_000),
    ])
      browser.cookies.set(name, 'y;z=__Host-plid-sign-in-');
    const callback = await begin(routes, browser);
    const { size } = browser.cookies;
    expect((await end(routes, browser, callback)).status).toBe(200);
    expect(browser.cookies.size).toBe(size - 1);
  });
});

const refusal: Answer = { status: 500, body: { error: 'server_error', message: 'Invalid: the-code' } };
const later: Answer = { status: 503, headers: { 'Retry-After': '7' }, body: '' };
const stranger: Answer = { status: 401, body: { error: 'invalid_client', message: 'no' } };

describe('a failed sign-in of plid/web', () => {
  test.each([
    {
      what: 'is refused',
      token: refusal,
      status: 400,
      ko: '로그인하지 못했습니다. 다시 로그인해 주세요.',
      en: 'The sign-in failed. Please sign in again.',
    },
    {
      what: 'finds no service',
      token: later,
      status: 503,
      ko: '잠시 후 다시',
      en: 'Please try again in a moment.',
    },
    {
      what: 'is set up wrongly',
      token: stranger,
      status: 500,
      ko: '이 사이트에 문제가',
      en: 'a problem with this site',
    },
  ])(
    'because it $what shows a page in the language of the browser with a way to retry',
    async ({ token, status, ko, en }) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      standIn.answer({ token });
      const [routes, browser] = [routesWith(), startBrowser(site)];
      const callback = await begin(
        routes,
        browser,
        `/login?return_to=${encodeURIComponent("/a?b=1&lt;&c='")}`,
      );
      const answer = await end(routes, browser, callback);
      const text = await answer.text();
      const korean = `${await begin(routes, browser)}&ui_locales=ko`;
      expect(words(await (await end(routes, browser, korean)).text())).toContain(ko);
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
        status,
        'text/html; charset=utf-8',
      ]);
      expect(words(text)).toContain(en);
      expect(words(text)).not.toMatch(/\p{Script=Hangul}/u);
      expect(text).toContain(`<a href="${site}/a?b=1&#38;lt;&#38;c=%27">Back</a>`);
      expect(text).toContain(
        `<a href="${site}/login?return_to=%2Fa%3Fb%3D1%26lt%3B%26c%3D%2527">Sign in again</a>`,
      );
      expect(text).not.toContain('the-code');
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      expect(answer.headers.get('Retry-After')).toBe(status === 503 ? '7' : null);
      expect(browser.cookies.size).toBe(0);
      // Only a developer can fix their own mistake.
      const line = [expect.stringMatching(/^plid: The service rejected this client at .+$/)];
      expect(log.mock.calls).toEqual(status === 500 ? [line, line] : []);
      log.mockRestore();
    },
  );

  test.each([
    { reason: 'cancelled', type: 'cancelled', ko: '로그인이 취소되었습니다.' },
    { reason: 'denied', type: 'denied', ko: '휴대폰에서 로그인이 승인되지 않았습니다.' },
    { reason: 'wrong_number', type: 'denied', ko: '휴대폰에서 로그인이 승인되지 않았습니다.' },
    { reason: 'unanswered', type: 'expired', ko: '제한 시간 안에' },
    { reason: 'expired', type: 'expired', ko: '제한 시간 안에' },
    { reason: 'unregistered', type: 'no_app', ko: '통신사의 인증 앱에 등록되지 않은 번호입니다.' },
    { reason: 'underage', type: 'under_age', ko: '최소 나이보다 어려' },
    { reason: 'from-the-future', type: 'cancelled', ko: '로그인이 취소되었습니다.' },
    { reason: undefined, type: 'cancelled', ko: '로그인이 취소되었습니다.' },
  ])('with plid_reason $reason has the outcome $type and its page', async ({ reason, type, ko }) => {
    const seen: unknown[] = [];
    const failed = (outcome: FailedSignIn) => {
      seen.push(outcome.type);
      return Response.json(outcome.text);
    };
    const browser = startBrowser(site);
    const query = reason === undefined ? '' : `&plid_reason=${reason}`;
    const cancelled = (callback: string) => callback.replace('code=the-code', `error=access_denied${query}`);

    const routes = routesWith();
    const begun = await begin(routes, browser, '/login?return_to=/orders');
    const page = await end(routes, browser, `${cancelled(begun)}&ui_locales=ko`);
    const text = words(await page.text());
    const isQuiet = reason === 'cancelled';
    expect([page.status, page.headers.get('Location')]).toEqual(
      isQuiet ? [303, `${site}/orders`] : [400, null],
    );
    if (!isQuiet) expect(text).toContain(ko);

    const own = routesWith({ failures: { failed } });
    const answer = await end(own, browser, cancelled(await begin(own, browser)));
    expect([seen, await answer.json()]).toEqual([[type], failureTexts[type as keyof typeof failureTexts]]);
  });

  test('returns JSON to a caller that accepts only JSON', async () => {
    const [routes, browser] = [routesWith(), startBrowser(site)];
    const request = browser.request('/callback?code=c&state=unknown');
    request.headers.set('Accept', 'application/json');
    const answer = await routes.callback(
      request,
      always(() => new Response()),
    );
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'refused', message: expect.stringContaining('started in another browser or too long ago.') },
    ]);
  });

  test('names the other browser in both languages only if the cookie of the sign-in is missing', async () => {
    const [routes, browser, other] = [routesWith(), startBrowser(site), startBrowser(site)];
    const callback = await begin(routes, browser);
    const foreign = async (language: string) =>
      (await end(routes, other, `${callback}&ui_locales=${language}`)).text();
    expect(await foreign('ko')).toContain('다른 브라우저에서 시작했거나');
    expect(await foreign('en')).toContain('started in another browser');
    standIn.answer({ token: refusal });
    const refused = await (await end(routes, browser, callback)).text();
    expect(refused).not.toMatch(/브라우저|browser/);
  });

  test('shows replaced texts, without markup from them', async () => {
    const texts = { refused: { ko: '<b>다시</b>', en: 'Once more & again' } };
    const [routes, browser] = [routesWith({ texts }), startBrowser(site)];
    const page = async (language: string) =>
      (await end(routes, browser, `/callback?ui_locales=${language}`)).text();
    expect(await page('ko')).toContain('<h1>&#60;b&#62;다시&#60;/b&#62;</h1>');
    expect(await page('en')).toContain('<h1>Once more &#38; again</h1>');
  });

  test("and a cancelled one can get the application's response, with all details", async () => {
    const told: unknown[] = [];
    const failed = async ({ error, returnTo }: FailedSignIn, request: Request) => {
      told.push([error, new URL(request.url).pathname, returnTo]);
      return Response.redirect(`${site}/failed`);
    };
    const cancelledHere = () => Response.redirect(`${site}/cancelled`);
    const [routes, browser] = [
      routesWith({ failures: { failed, cancelled: cancelledHere } }),
      startBrowser(site),
    ];
    const cancelled = (await begin(routes, browser, '/login?return_to=/x')).replace(
      'code=the-code',
      'error=access_denied',
    );
    expect(await wayOn(routes, browser, cancelled)).toBe(`${site}/cancelled`);
    standIn.answer({ token: later });
    expect(await wayOn(routes, browser, await begin(routes, browser))).toBe(`${site}/failed`);
    await end(routes, browser, '/callback?code=c&state=unknown');
    standIn.answer({ par: stranger });
    expect(
      (await routesWith({ failures: { failed }, par: true }).login(browser.request('/login?return_to=/y')))
        .status,
    ).toBe(302);
    expect(told).toEqual([
      [expect.any(PlidUnavailable), '/callback', `${site}/`],
      [expect.objectContaining({ reason: 'state_mismatch' }), '/callback', `${site}/`],
      [expect.objectContaining({ reason: 'client_refused' }), '/login', `${site}/y`],
    ]);
    expect(browser.cookies.size).toBe(0);
  });

  test('passes an error thrown by the application on, even one of the client', async () => {
    const [routes, browser] = [routesWith(), startBrowser(site)];
    for (const failure of [new Error('a bug'), new PlidRefusal('refused', 'invalid_request', 'disconnect')]) {
      const request = browser.request(await begin(routes, browser));
      await expect(
        routes.callback(
          request,
          always(() => Promise.reject(failure)),
        ),
      ).rejects.toBe(failure);
    }
    const broken = routesWith({ failures: { failed: () => Promise.reject(new Error('a bug')) } });
    const forged = browser.request('/callback');
    await expect(
      broken.callback(
        forged,
        always(() => new Response()),
      ),
    ).rejects.toThrow('a bug');
  });

  test('gives access to the client, for a disconnect', async () => {
    await routesWith().client.disconnect(person.plid);
    expect(standIn.received.map(({ path }) => path)).toEqual(['/v1/user/disconnect']);
  });
});
