import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PlidMismatch, PlidRefusal } from '../../../packages/plid/client/index.ts';
import { type FailedSignIn, type FailureType, failureTexts } from '../../../packages/plid/express/index.ts';
import { startServiceStandIn } from '../../support/fakes/service-stand-in.ts';
import { useStarted } from '../../support/world/use-world.ts';
import { type Options, pagesOf, serve, signInWith, site } from './application.ts';

const standIn = useStarted(async () => ({ ...(await startServiceStandIn()), logs: () => '' }));
beforeEach(() => standIn.reset());
// Refusals are logged.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => vi.mocked(console.warn).mockRestore());

const start = (changes: Partial<Options> = {}) => serve(...pagesOf(signInWith(standIn.url, changes)));

describe('a failed sign-in of plid/express', () => {
  const reasons: Record<string, FailureType> = {
    cancelled: 'cancelled',
    denied: 'denied',
    expired: 'expired',
    unregistered: 'no_app',
    underage: 'under_age',
  };

  test.each(Object.entries(reasons))(
    'with plid_reason %s shows its page or calls its handler',
    async (reason, type) => {
      const query = `error=access_denied&plid_reason=${reason}`;
      const visitor = (await start()).browser();
      const shown = await visitor.visit(
        (await visitor.begin('/login?required=Y')).replace('code=the-code', query),
        { 'accept-language': 'ko' },
      );
      expect([shown.status, shown.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
      expect(shown.body).toContain(failureTexts[type].ko.split('.')[0]);
      expect(shown.body.includes('다시 로그인하기')).toBe(type !== 'under_age');
      const json = await visitor.visit((await visitor.begin()).replace('code=the-code', query), {
        accept: 'application/json',
      });
      expect(JSON.parse(json.body)).toEqual({ error: type, message: failureTexts[type].en });

      const failed: NonNullable<Options['failures']>['failed'] = (outcome, _request, response) =>
        response.writeHead(418).end(`${outcome.type} ${outcome.error.name}`);
      const own = (await start({ failures: { failed } })).browser();
      const answer = await own.visit((await own.begin()).replace('code=the-code', query));
      expect([answer.status, answer.body]).toEqual([418, `${type} PlidRefusal`]);
    },
  );

  test.each([
    { what: 'unreachable', token: { status: 503, headers: { 'Retry-After': '7' }, body: '' }, status: 503 },
    {
      what: 'of another client',
      token: { status: 401, body: { error: 'invalid_client', message: '' } },
      status: 500,
    },
    { what: 'no login service', token: { status: 200, body: '<html>' }, status: 500 },
    {
      what: 'refusing the code',
      token: { status: 500, body: { error: 'server_error', message: '' } },
      status: 400,
    },
  ])('because the service is $what shows a page, and the next one works', async ({ token, status }) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { browser, errors } = await start();
    const visitor = browser();
    standIn.answer({ token });
    const shown = await visitor.signIn();
    expect([shown.status, shown.headers['retry-after']]).toEqual([status, status === 503 ? '7' : undefined]);
    standIn.reset();
    expect([(await visitor.signIn()).status, errors]).toEqual([303, []]);
    expect(log.mock.calls.length).toBe(status === 500 ? 1 : 0);
    log.mockRestore();
  });

  test('narrows the error in a switch over all types', () => {
    const describe = (outcome: FailedSignIn): string => {
      switch (outcome.type) {
        case 'unavailable':
          return `later: ${outcome.error.retryAfter}`;
        case 'misconfigured':
          return outcome.error.reason;
        case 'cancelled':
        case 'denied':
        case 'expired':
        case 'no_app':
        case 'under_age':
        case 'not_connected':
        case 'refused':
          return outcome.error.error;
        default:
          return outcome satisfies never;
      }
    };
    const error = new PlidRefusal('sent_back', 'access_denied', '');
    const { cancelled: text } = failureTexts;
    expect(describe({ type: 'cancelled', error, status: 400, text, returnTo: site })).toBe('access_denied');
  });
});

describe('an error of the application', () => {
  const thrown = new Error('a bug');
  const throwing = () => {
    throw thrown;
  };
  const rejecting = () => Promise.reject(thrown);

  test.each([
    {
      what: 'a thrown error of a handler',
      options: { outcomes: { signed_in: throwing, automatic: throwing } },
    },
    {
      what: 'a rejection of a handler',
      options: { outcomes: { signed_in: rejecting, automatic: rejecting } },
    },
    { what: 'a thrown error of a page for failures', options: { failures: { failed: throwing } } },
    { what: 'a rejection of a page for failures', options: { failures: { refused: rejecting } } },
    {
      what: 'a session store that is out of order',
      options: { session: { read: async () => undefined, write: rejecting, clear: rejecting } },
    },
  ])('$what reaches the error handler, and the next request works', async ({ options }) => {
    const { browser, errors } = await start(options);
    const visitor = browser();
    await visitor.visit('/callback?error=access_denied&state=zzz');
    await visitor.signIn();
    await visitor.visit('/logout', { method: 'POST', origin: site });
    expect(new Set(errors)).toEqual(new Set([thrown]));
    expect((await visitor.visit('/')).status).toBe(200);
  });

  test('of a store that ends no session is reported instead of a sign-out', async () => {
    const session = { read: async () => undefined, write: async () => undefined, clear: rejecting };
    const { browser, errors } = await start({ session });
    const answer = await browser().visit('/logout', { method: 'POST', origin: site });
    expect([answer.status, answer.headers.location, errors]).toEqual([500, undefined, [thrown]]);
  });

  test.each([undefined, null, '', 0, 'route', 'router'])(
    'without an error object (%j) opens no route for signed-in users',
    async (value) => {
      const failing = () => Promise.reject(value);
      const session = { read: failing, write: failing, clear: failing };
      const plid = signInWith(standIn.url, { session });
      const { browser, errors } = await serve(plid.required, (_request, response) => response.end('secret'));
      const shown = await browser().visit('/orders');
      expect([shown.status, shown.body, errors.map(String)]).toEqual([
        500,
        '',
        ['Error: A handler or the session store failed without an error object.'],
      ]);
    },
  );

  test.each([
    ['returns nothing', () => undefined, /returned no object/],
    ['returns too much', () => ({ name: 'a'.repeat(4_000) }), /proxies accept at most 3000/],
  ])('if the handler %s, says so', async (_, signed_in, message) => {
    const { browser, errors } = await start({ outcomes: { signed_in, automatic: () => ({}) } });
    expect((await browser().signIn()).status).toBe(500);
    expect(String(errors)).toMatch(message);
  });

  test('a session of 3,000 bytes leaves room in the 4 KiB that nginx reads, and one more byte is refused', async () => {
    const returnTo = `/${'x'.repeat(470)}`;
    const signInWithName = async (length: number) => {
      const outcomes = { signed_in: () => ({ name: 'a'.repeat(length) }), automatic: () => ({}) };
      const { browser, errors } = await start({ outcomes });
      const shown = await browser().signIn(`/login?return_to=${returnTo}`);
      return { shown, errors, cookie: shown.cookies.find((line) => line.includes('web-session')) ?? '' };
    };
    // Four characters of the cookie are three of the content.
    let length = 2_000;
    while ((await signInWithName(length + 1)).errors.length === 0) length += 1;
    const { shown, cookie } = await signInWithName(length);
    expect(cookie.length).toBeGreaterThan(2_995);
    expect(cookie.length).toBeLessThanOrEqual(3_000);
    const fields = Object.entries(shown.headers).flatMap(([name, value = '']) =>
      [value].flat().map((one) => `${name}: ${one}\r\n`),
    );
    expect(`HTTP/1.1 303 See Other\r\n${fields.join('')}\r\n`.length).toBeLessThan(4_096);
  });

  test('of a connection without its handler is reported before the sign-in starts', async () => {
    const plid = signInWith(standIn.url);
    const { browser, errors } = await serve((request, response, next) =>
      plid.login(request, response, next, { connect: 'user 7' }),
    );
    const shown = await browser().visit('/connect', { origin: site });
    expect([shown.status, standIn.received]).toEqual([500, []]);
    expect(String(errors)).toContain('The option connected is missing');
  });

  test('in the options stops the application at its start', () => {
    const outcomes = { signed_in: () => ({}) } as unknown as Options['outcomes'];
    for (const [changes, name] of [
      [{ outcomes }, 'outcomes.automatic'],
      [{ outcomes: undefined as unknown as Options['outcomes'] }, 'outcomes.signed_in'],
      [{ sessionLifetime: 0 }, 'sessionLifetime'],
      [{ sessionLifetime: 1.5 }, 'sessionLifetime'],
      [{ redirectUri: `${site}/login` }, 'loginPath'],
      [{ logoutPath: '//evil.example' }, 'logoutPath'],
      [{ cookieKey: 'short' }, 'cookieKey'],
    ] as const) {
      const create = () => signInWith(standIn.url, changes);
      expect(create).toThrow(PlidMismatch);
      expect(create).toThrow(`The option ${name} is missing or not valid.`);
    }
    // @ts-expect-error: an automatic login has no user
    const missing: Options['outcomes'] = { signed_in: () => ({}) };
    const record: Options['outcomes'] = {
      ...missing,
      // @ts-expect-error: an automatic login has only the plid
      automatic: (outcome) => ({ name: outcome.user.name }),
    };
    expect(record).toBeDefined();
  });
});
