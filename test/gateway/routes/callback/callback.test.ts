import { beforeEach, describe, expect, test } from 'vitest';
import { flowLifetime } from '../../../../workers/gateway/settings/gateway-lifetimes.ts';
import { sessionToken } from '../../../../workers/gateway/settings/gateway-sealed-types.ts';
import { person } from '../../../support/fakes/service-stand-in.ts';
import type { Shown } from '../../../support/fixtures/browser-session.ts';
import { callbackOf, useGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';
import { gatewayKeys } from '../../../support/world/test-settings.ts';

const json = { Accept: 'application/json' };

describe('the callback, on KV that lags 60 s', () => {
  const world = useGatewayWorld({ lagging: true });
  beforeEach(() => world.standIn.reset());

  const reasonOf = async (visitor: Visitor, callback: URL) => {
    const shown = await visitor.get(callback, json);
    return { status: shown.status, reason: JSON.parse(shown.text).reason };
  };
  const liveSessions = async () => (await world.sessionRows(person.plid)).length;

  test('signs in, and redirects to return_to', async () => {
    const visitor = new Visitor(world);
    const end = await visitor.signIn('?return_to=/cart%3Fitem%3D1%23top');
    expect(end.status).toBe(303);
    expect(end.url.href).toBe(`${world.gateway}/cart?item=1#top`);
    expect(await visitor.session()).toMatchObject({ user: { name: '한가람', phoneNo: '01055550001' } });
  });

  test('sets the session as a cookie for this host that no script can read', async () => {
    const { callback } = await new Visitor(world).start();
    const visitor = new Visitor(world);
    const { callback: own } = await visitor.start();
    const answer = await visitor.fetch(own, { redirect: 'manual' });
    expect(callback).not.toEqual(own);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-plid-session=plid_[\w-]+\.\.[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
  });

  test('in several tabs ends each flow at its own return_to', async () => {
    const visitor = new Visitor(world);
    const first = await visitor.start('?return_to=/first');
    const second = await visitor.start('?return_to=/second');
    const third = await visitor.start('?return_to=/third');
    expect((await visitor.get(second.callback)).url.pathname).toBe('/second');
    expect((await visitor.get(third.callback)).url.pathname).toBe('/third');
    expect((await visitor.get(first.callback)).url.pathname).toBe('/first');
    expect((await visitor.get(second.callback)).url.pathname).toBe('/second');
    expect(world.standIn.exchanges()).toBe(3);
    expect(await visitor.session()).toBeDefined();
  });

  test('in ten tabs at once signs in, and redirects each to its return_to', async () => {
    const visitor = new Visitor(world);
    const tabs = [];
    for (let tab = 0; tab < 10; tab += 1) tabs.push(await visitor.start(`?return_to=/tab-${tab}`));
    const ends = await Promise.all(tabs.map(({ callback }) => visitor.get(callback)));
    expect(ends.map(({ url }) => url.pathname)).toEqual(tabs.map((_, tab) => `/tab-${tab}`));
    expect(tabs.map(({ code }) => world.standIn.exchanges(code))).toEqual(Array(10).fill(1));
    expect(await visitor.session()).toBeDefined();
    const again = await Promise.all(tabs.map(({ callback }) => visitor.get(callback)));
    expect(again.map(({ status }) => status)).toEqual(Array(10).fill(303));
    expect(world.standIn.exchanges()).toBe(10);
  });

  test('repeated by reload and Back redirects the same way, with one exchange and one session', async () => {
    const visitor = new Visitor(world);
    const { callback, code } = await visitor.start('?return_to=/cart');
    const before = await liveSessions();
    for (let time = 0; time < 3; time += 1) {
      expect((await visitor.get(callback)).url.href).toBe(`${world.gateway}/cart`);
    }
    expect(world.standIn.exchanges(code)).toBe(1);
    expect(await liveSessions()).toBe(before + 1);
    expect(world.standIn.received.filter(({ path }) => path === '/v1/user/me')).toHaveLength(1);
  });

  test('keeps the session if the user goes back to the service and cancels', async () => {
    const visitor = new Visitor(world);
    const { callback } = await visitor.start('?return_to=/cart');
    await visitor.get(callback);
    const cancelled = new URL(callback);
    cancelled.searchParams.delete('code');
    cancelled.searchParams.set('error', 'access_denied');
    const end = await visitor.get(cancelled);
    expect([end.status, end.url.pathname]).toEqual([303, '/cart']);
    expect(await visitor.session()).toBeDefined();

    const { callback: later } = await visitor.start();
    later.searchParams.delete('code');
    later.searchParams.set('error', 'access_denied');
    expect((await reasonOf(visitor, later)).reason).toBe('access_denied');
  });

  test('sent sixteen times at once makes one exchange and one session, named by each cookie', async () => {
    const visitor = new Visitor(world);
    const before = await liveSessions();
    const { callback, code } = await visitor.start('?return_to=/cart');
    world.standIn.answer({
      token: ({ form }) => ({
        pause: 700,
        body: { access_token: 'slow', token_type: 'bearer', expires_in: 600, state: form.state },
      }),
    });
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => visitor.fetch(callback, { redirect: 'manual' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(303));
    expect(world.standIn.exchanges(code)).toBe(1);
    expect(await liveSessions()).toBe(before + 1);
    for (const answer of answers) {
      const Cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const seen = await world.fetch(`${world.gateway}/auth/session`, { headers: { Cookie } });
      expect(seen.status).toBe(200);
    }
  });

  test('repeated sets a cookie and token that end with the session', async () => {
    const visitor = new Visitor(world);
    const { callback, state } = await visitor.start();
    await visitor.get(callback);
    const flow = `__Host-plid-flow-${state}`;
    const again = new Visitor(world);
    again.setCookie(world.gateway, flow, visitor.cookies(world.gateway).get(flow) ?? '');
    await world.clock.advance(500);
    const answer = await again.fetch(callback, { redirect: 'manual' });
    expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining('; Max-Age=42700; ')]);
    const ends = (await world.clock.now()) + 42_700;
    for (const { secret = '' } of [visitor, again]) {
      const openedAt = (time: number) => sessionToken.open(gatewayKeys, secret.replace('plid_', ''), time);
      expect(await openedAt(ends - 1)).toBeDefined();
      expect(await openedAt(ends)).toBeUndefined();
    }
  });

  test('signs a browser in that left during the exchange and returns', async () => {
    const visitor = new Visitor(world);
    const { callback, code } = await visitor.start('?return_to=/cart');
    const answered = Promise.withResolvers<void>();
    const body = { access_token: 'slow', token_type: 'bearer', expires_in: 600 };
    world.standIn.answer({ token: { pause: answered.promise, body } });
    const gone = new AbortController();
    const first = visitor.fetch(callback, { redirect: 'manual', signal: gone.signal }).catch(() => 'gone');
    await expect.poll(() => world.standIn.exchanges(code)).toBe(1);
    gone.abort();
    expect(await first).toBe('gone');
    answered.resolve();
    expect((await visitor.get(callback)).url.pathname).toBe('/cart');
    expect(await visitor.session()).toBeDefined();
    expect(world.standIn.exchanges(code)).toBe(1);
  });

  test.each([
    { 'Sec-Purpose': 'prefetch' },
    { 'Sec-Purpose': 'prefetch;prerender' },
    { Purpose: 'prefetch' },
  ])('as a prefetch (%o) uses nothing up', async (headers) => {
    const visitor = new Visitor(world);
    const { callback, code } = await visitor.start('?return_to=/cart');
    const fetched = await visitor.fetch(callback, { headers, redirect: 'manual' });
    expect(fetched.status).toBe(425);
    expect(world.standIn.exchanges(code)).toBe(0);
    expect((await visitor.get(callback)).url.pathname).toBe('/cart');
  });

  test('with a valid code and state in another browser completes no sign-in, and uses nothing up', async () => {
    const victim = new Visitor(world);
    const { callback, code } = await victim.start();
    await world.settle();
    const attacker = new Visitor(world);
    // KV's record of it is written after the response to the login.
    await expect.poll(() => reasonOf(attacker, callback)).toEqual({ status: 400, reason: 'flow_elsewhere' });
    expect(attacker.secret).toBeUndefined();
    expect(world.standIn.exchanges(code)).toBe(0);
    expect((await victim.get(callback)).status).toBe(303);
  });

  test("with an attacker's code and state in a browser with its own flow is rejected", async () => {
    const attacker = new Visitor(world);
    const { callback } = await attacker.start();
    const victim = new Visitor(world);
    await victim.start();
    expect((await reasonOf(victim, callback)).reason).toMatch(/^flow_(mismatch|elsewhere)$/);
    expect(victim.secret).toBeUndefined();
    expect(world.standIn.exchanges()).toBe(0);
  });

  test("with an unknown state doesn't match", async () => {
    const visitor = new Visitor(world);
    await visitor.start();
    const callback = callbackOf(world.gateway, { code: 'c', state: 'made-up' });
    expect(await reasonOf(visitor, callback)).toEqual({ status: 400, reason: 'flow_mismatch' });
  });

  test("with another flow's cookie under this flow's name is rejected", async () => {
    const visitor = new Visitor(world);
    const mine = await visitor.start();
    const other = await visitor.start();
    const cookies = visitor.cookies(world.gateway);
    const sealed = cookies.get(`__Host-plid-flow-${other.state}`) ?? '';
    visitor.setCookie(world.gateway, `__Host-plid-flow-${mine.state}`, sealed);
    expect((await reasonOf(visitor, mine.callback)).reason).toMatch(/^flow_(mismatch|elsewhere)$/);
    expect(world.standIn.exchanges()).toBe(0);
  });

  test("doesn't accept a flow cookie as a session, or the other way round", async () => {
    const visitor = new Visitor(world);
    await visitor.signIn();
    const secret = visitor.secret ?? '';
    const { state, callback } = await visitor.start();
    const sealed = visitor.cookies(world.gateway).get(`__Host-plid-flow-${state}`) ?? '';
    visitor.setCookie(world.gateway, '__Host-plid-session', sealed);
    expect(await visitor.session()).toBeUndefined();
    visitor.setCookie(world.gateway, `__Host-plid-flow-${state}`, secret);
    expect((await visitor.get(callback, json)).status).toBe(400);
  });

  test('after expiry says so and uses nothing up, and a completed one can still be repeated', async () => {
    const visitor = new Visitor(world);
    const late = await visitor.start();
    const done = await visitor.start('?return_to=/cart');
    await visitor.get(done.callback);
    await world.clock.advance(flowLifetime);
    expect(await reasonOf(visitor, late.callback)).toEqual({ status: 400, reason: 'flow_expired' });
    expect((await visitor.get(done.callback)).url.pathname).toBe('/cart');
    expect(world.standIn.exchanges(late.code)).toBe(0);
    expect(world.standIn.exchanges(done.code)).toBe(1);
  });

  test.each([
    { error: 'access_denied', reason: 'access_denied' },
    { error: 'login_required', reason: 'login_required' },
    { error: 'server_error', reason: 'upstream_refused' },
  ])('with $error is reported as such', async ({ error, reason }) => {
    const visitor = new Visitor(world);
    const { state } = await visitor.start();
    for (const more of [{}, { code: 'beside-the-error' }])
      expect(await reasonOf(visitor, callbackOf(world.gateway, { ...more, error, state }))).toEqual({
        status: 400,
        reason,
      });
    expect(world.standIn.exchanges()).toBe(0);
  });

  test.each([
    [{ message: 'in its words', error_description: 'in others' }, 'in its words'],
    [{ error_description: 'in words of RFC 6749' }, 'in words of RFC 6749'],
    [{}, ''],
  ])('with an error and %j passes the text to a program', async (said, message) => {
    const visitor = new Visitor(world);
    const { state } = await visitor.start();
    const callback = callbackOf(world.gateway, { error: 'server_error', ...said, state });
    expect(JSON.parse((await visitor.get(callback, json)).text).service).toEqual({
      status: 302,
      error: 'server_error',
      message,
    });
  });

  test.each([
    { missing: 'code', query: (state: string) => ({ state }) },
    { missing: 'state', query: () => ({ code: 'c' }) },
  ])('without $missing names it', async ({ missing, query }) => {
    const visitor = new Visitor(world);
    const { state } = await visitor.start();
    const shown = await visitor.get(callbackOf(world.gateway, query(state) as Record<string, string>), json);
    expect(shown.status).toBe(400);
    expect(JSON.parse(shown.text)).toMatchObject({ reason: 'missing_item', error: 'invalid_request' });
    expect(JSON.parse(shown.text).message).toContain(missing);
  });

  test("with another service's issuer is rejected (RFC 9207), and the code isn't used", async () => {
    const visitor = new Visitor(world);
    const { state } = await visitor.start();
    const sent = { code: 'c', state, iss: 'https://login.another.example' };
    const shown = await visitor.get(callbackOf(world.gateway, sent), json);
    expect([shown.status, JSON.parse(shown.text).reason]).toEqual([400, 'flow_mismatch']);
  });

  test.each(['code', 'state'])('with %s twice is rejected, and nothing is used up', async (name) => {
    const visitor = new Visitor(world);
    const { callback, code } = await visitor.start();
    const repeated = new URL(callback);
    repeated.searchParams.append(name, 'another');
    const shown = await visitor.get(repeated.href, json);
    expect(shown.status).toBe(400);
    expect(JSON.parse(shown.text).message).toContain(name);
    expect(world.standIn.exchanges(code)).toBe(0);
    expect((await visitor.get(callback)).url.origin).toBe(world.gateway);
    expect(world.standIn.exchanges(code)).toBe(1);
  });

  test('without the flow cookie redirects only the user whom it signed in', async () => {
    const visitor = new Visitor(world);
    const { callback, code } = await visitor.start('?return_to=/cart');
    await visitor.get(callback);
    const later = new Visitor(world);
    later.setCookie(world.gateway, '__Host-plid-session', visitor.secret ?? '');
    expect((await later.get(callback)).url.href).toBe(`${world.gateway}/`);
    const other = new Visitor(world);
    await other.signIn();
    for (const stranger of [new Visitor(world), other])
      expect((await reasonOf(stranger, callback)).reason).toMatch(/^flow_(missing|mismatch|elsewhere)$/);
    await later.post('/auth/logout');
    expect((await reasonOf(later, callback)).reason).toMatch(/^flow_(missing|elsewhere)$/);
    expect(world.standIn.exchanges(code)).toBe(1);
  });

  test("doesn't restore a session that was signed out", async () => {
    const visitor = new Visitor(world);
    const { callback, code } = await visitor.start();
    await visitor.get(callback);
    await visitor.post('/auth/logout');
    expect(await reasonOf(visitor, callback)).toEqual({ status: 400, reason: 'signed_out' });
    expect(visitor.secret).toBeUndefined();
    await visitor.signIn('?return_to=/again');
    expect((await visitor.get(callback)).status).toBe(303);
    expect(world.standIn.exchanges(code)).toBe(1);
  });

  test("rotates the session secret, and ends the browser's former session", async () => {
    const visitor = new Visitor(world);
    const planted = 'A'.repeat(43);
    visitor.setCookie(world.gateway, '__Host-plid-session', planted);
    await visitor.signIn();
    const first = visitor.secret;
    expect(first).not.toBe(planted);
    await visitor.signIn();
    expect(visitor.secret).not.toBe(first);
    const old = new Visitor(world);
    old.setCookie(world.gateway, '__Host-plid-session', first ?? '');
    await world.settle();
    expect(await old.session()).toBeUndefined();
    expect(await visitor.session()).toBeDefined();
  });

  test('whose worker never ends leaves the others an error when its time is over', async () => {
    const visitor = new Visitor(world);
    const { callback, code } = await visitor.start();
    world.standIn.answer({ token: { hang: true } });
    void visitor.fetch(callback, { redirect: 'manual' }).catch(() => undefined);
    await expect.poll(() => world.standIn.exchanges(code)).toBe(1);
    await world.clock.advance(61);
    // A user who waits for ten seconds gets sign_in_pending.
    expect(await reasonOf(visitor, callback)).toEqual({ status: 503, reason: 'sign_in_broken_off' });
    expect(world.standIn.exchanges(code)).toBe(1);
  });

  test('with only access_denied shows one page with another sign-in and a way back, in both languages', async () => {
    const visitor = new Visitor(world, { 'Accept-Language': 'ko-KR,ko;q=0.9' });
    const { state } = await visitor.start('?return_to=/cart%3Fa%3Db');
    const shown = await visitor.get(callbackOf(world.gateway, { error: 'access_denied', state }));
    expect(shown.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(shown.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(shown.document.querySelector('html')?.getAttribute('lang')).toBe('ko');
    expect(shown.text).toContain('로그인이 승인되지 않았습니다');
    const links = shown.document.querySelectorAll('main a').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/auth/login?return_to=%2Fcart%3Fa%3Db', '/cart?a=b']);
  });

  test.each(['cancelled', 'unanswered', 'underage', 'expired'])(
    '%s returns the user to their page at once, and reports it to a program',
    async (plid_reason) => {
      const visitor = new Visitor(world);
      const { state } = await visitor.start('?return_to=/cart%3Fa%3Db');
      const callback = callbackOf(world.gateway, { error: 'access_denied', plid_reason, state });
      const shown = await visitor.fetch(callback, { headers: { Accept: 'text/html' }, redirect: 'manual' });
      expect([shown.status, shown.headers.get('Location')]).toEqual([303, '/cart?a=b']);
      expect(shown.headers.getSetCookie()).toEqual([]);
      expect(await reasonOf(visitor, callback)).toEqual({ status: 400, reason: 'access_denied' });
      expect(await visitor.session()).toBeUndefined();
    },
  );

  test('shows a page if a session is required, without a redirect loop', async () => {
    const visitor = new Visitor(world, { 'Accept-Language': 'ko' });
    const { state } = await visitor.start('?return_to=/orders&required=Y');
    const shown = await visitor.get(
      callbackOf(world.gateway, { error: 'access_denied', plid_reason: 'cancelled', state }),
    );
    expect([shown.status, shown.document.querySelector('h1')?.text]).toEqual([400, '로그인이 필요합니다']);
    const links = shown.document.querySelectorAll('main a').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/auth/login?return_to=%2Forders&required=Y', '/']);
    const free = await visitor.start('?return_to=/cart&required=N');
    const led = await visitor.get(
      callbackOf(world.gateway, { error: 'access_denied', plid_reason: 'cancelled', state: free.state }),
    );
    expect([led.status, led.url.pathname]).toEqual([303, '/cart']);
  });

  test("doesn't start another sign-in for a user too young for a page that needs a session", async () => {
    const visitor = new Visitor(world, { 'Accept-Language': 'ko' });
    const { state } = await visitor.start('?return_to=/orders&required=Y');
    const shown = await visitor.get(
      callbackOf(world.gateway, { error: 'access_denied', plid_reason: 'underage', state }),
    );
    expect(shown.document.querySelector('h1')?.text).toBe('나이 제한으로 로그인할 수 없습니다');
    const links = shown.document.querySelectorAll('.actions a').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/']);
  });

  test.each([
    [
      'denied',
      'ko',
      '휴대폰에서 승인되지 않았습니다',
      '다른 사람이 내 번호로',
      ['/auth/login?return_to=%2Fcart', '/cart'],
    ],
    [
      'denied',
      'en',
      'Not approved on the phone',
      'Someone may be trying',
      ['/auth/login?return_to=%2Fcart', '/cart'],
    ],
    ['wrong_number', 'ko', '다른 숫자를 선택했습니다', '두 번', ['/auth/login?return_to=%2Fcart', '/cart']],
    [
      'wrong_number',
      'en',
      'A different number was chosen',
      'A second wrong number',
      ['/auth/login?return_to=%2Fcart', '/cart'],
    ],
    ['<script>', 'en', 'The sign-in was not approved', '', ['/auth/login?return_to=%2Fcart', '/cart']],
  ])(
    'of %s on the phone is reported in %s, with two ways on',
    async (plid_reason, language, title, text, ways) => {
      const visitor = new Visitor(world, { 'Accept-Language': language });
      const { state } = await visitor.start('?return_to=/cart');
      const shown = await visitor.get(
        callbackOf(world.gateway, { error: 'access_denied', plid_reason, state }),
      );
      expect([shown.status, shown.document.querySelector('h1')?.text]).toEqual([400, title]);
      expect(shown.text).toContain(text);
      expect(shown.document.querySelectorAll('main a').map((link) => link.getAttribute('href'))).toEqual(
        ways,
      );
    },
  );

  test('uses and remembers the language that the user chose at the service, and requests it there', async () => {
    const visitor = new Visitor(world, { 'Accept-Language': 'ko' });
    const languageOf = ({ document }: Shown) => document.querySelector('html')?.getAttribute('lang');
    const { state } = await visitor.start();
    const asked = { error: 'access_denied', plid_reason: 'denied', state };
    const same = await visitor.get(callbackOf(world.gateway, { ...asked, ui_locales: 'ko' }));
    expect([languageOf(same), same.headers.getSetCookie()]).toEqual(['ko', []]);
    const fromElsewhere = { 'Sec-Fetch-Site': 'cross-site' };
    const forged = { ...asked, state: `${state}x`, ui_locales: 'en' };
    const lured = await visitor.get(callbackOf(world.gateway, forged), fromElsewhere);
    expect([languageOf(lured), lured.headers.getSetCookie()]).toEqual(['en', []]);
    const denied = await visitor.get(
      callbackOf(world.gateway, { ...asked, ui_locales: 'en' }),
      fromElsewhere,
    );
    expect(languageOf(denied)).toBe('en');
    expect(denied.headers.getSetCookie()).toEqual([expect.stringMatching(/plid-language=en;/)]);
    const none = await visitor.get(`${world.gateway}/auth/login?return_to=//elsewhere.example`);
    expect(languageOf(none)).toBe('en');
    const next = await visitor.get(`${world.gateway}/auth/login`);
    expect(next.url.searchParams.get('ui_locales')).toBe('en');
    const wanted = await visitor.get(`${world.gateway}/auth/login?ui_locales=ko`);
    expect(wanted.url.searchParams.get('ui_locales')).toBe('ko');
  });

  test('shows a language switch on each page, at the same URL', async () => {
    const visitor = new Visitor(world, { 'Accept-Language': 'ko' });
    const { state } = await visitor.start();
    const address = callbackOf(world.gateway, { error: 'access_denied', plid_reason: 'denied', state });
    const link = (await visitor.get(address)).document.querySelector('.bar a[lang=en]');
    expect(link?.text).toBe('English');
    const { document } = await visitor.get(new URL(link?.getAttribute('href') ?? '', world.gateway));
    expect(document.querySelector('h1')?.text).toBe('Not approved on the phone');
  });

  test('shows a language switch for a rejected form, whose link sends nothing again', async () => {
    const headers = { Accept: 'text/html', 'Accept-Language': 'ko', Origin: 'https://elsewhere.example.com' };
    const refused = await world.fetch(`${world.gateway}/auth/disconnect`, { method: 'POST', headers });
    const href = /<a class="language" href="([^"]+)"/.exec(await refused.text())?.[1] ?? '';
    expect(href).toBe('/auth/disconnect?ui_locales=en');
    const shown = await world.fetch(`${world.gateway}${href}`, { headers });
    expect([shown.status, await shown.text()]).toEqual([405, expect.stringContaining('<html lang="en">')]);
  });

  test('after a cancellation in the other language uses it on the next page', async () => {
    const visitor = new Visitor(world, { 'Accept-Language': 'ko' });
    const { state } = await visitor.start('?return_to=/cart');
    const asked = { error: 'access_denied', plid_reason: 'cancelled', state, ui_locales: 'en' };
    const led = await visitor.get(callbackOf(world.gateway, asked));
    expect([led.status, led.url.pathname]).toEqual([303, '/cart']);
    const next = await visitor.get(`${world.gateway}/auth/login`);
    expect(next.url.searchParams.get('ui_locales')).toBe('en');
  });

  test('rejects other methods', async () => {
    const answer = await world.fetch(`${world.gateway}/auth/callback`, { method: 'POST' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe('GET');
  });
});
