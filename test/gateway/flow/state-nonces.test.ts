import { beforeEach, describe, expect, test } from 'vitest';
import { type KeyRing, keyRing } from '../../../workers/core/crypto/keys.ts';
import { flowLifetime } from '../../../workers/gateway/settings/gateway-lifetimes.ts';
import { stateNonce } from '../../../workers/gateway/settings/gateway-sealed-types.ts';
import { linesWith, logLines } from '../../support/assertions/log-lines.ts';
import { person, userAnswer } from '../../support/fakes/service-stand-in.ts';
import type { Shown } from '../../support/fixtures/browser-session.ts';
import { App } from '../../support/fixtures/native-app.ts';
import { callbackOf, useGatewayWorld, Visitor } from '../../support/world/gateway-world.ts';
import { gatewayKeys } from '../../support/world/test-settings.ts';

const lifetime = flowLifetime + 600;

/** The response to a program that sends a callback without its cookie. */
async function reasonOf(visitor: Visitor, callback: URL) {
  const shown = await visitor.get(callback, { Accept: 'application/json' });
  return [shown.status, JSON.parse(shown.text).reason];
}

const linksOf = ({ document }: Shown) =>
  document.querySelectorAll('main a').map((link) => [link.getAttribute('href'), link.text]);

describe('the state nonce in KV', () => {
  const world = useGatewayWorld();
  beforeEach(() => world.standIn.reset());

  const states = async () => (await world.env('plid-gateway-login')).STATES as KVNamespace;
  const keys = async () => (await (await states()).list()).keys;

  /** Begins one sign-in on a page, after some other work. @returns the writes of this sign-in only. */
  async function begin(query = '', first: () => unknown = () => undefined, visitor = new Visitor(world)) {
    const before = new Set((await keys()).map(({ name }) => name));
    await first();
    const begun = await visitor.start(query);
    const added = async () => (await keys()).filter(({ name }) => !before.has(name));
    await expect.poll(added).not.toEqual([]);
    const [key, ...more] = await added();
    expect(more).toEqual([]);
    return { ...begun, visitor, name: key?.name ?? '', expiration: key?.expiration ?? 0 };
  }

  test('is written once, expires ten minutes after the sign-in, and never changes', async () => {
    const { visitor, callback, name, expiration } = await begin('?return_to=/orders/7');
    expect(Math.abs(expiration - Date.now() / 1000 - lifetime)).toBeLessThan(60);
    const written = await (await states()).get(name);
    expect((await visitor.get(callback)).url.pathname).toBe('/orders/7');
    await visitor.get(callback);
    await visitor.post('/auth/logout');
    await visitor.get(callback);
    expect(await (await states()).get(name)).toBe(written);
  });

  test('reveals neither the state nor return_to in a dump of KV', async () => {
    const { state, name } = await begin('?return_to=/secret-place%3Fsecret-query');
    const kept = [name, (await (await states()).get(name)) ?? ''];
    const binary = (text: string) => Buffer.from(text, 'base64url').toString('latin1');
    const read = [...kept, ...kept.flatMap((text) => text.split(/[.:]/).map(binary))].join('\n');
    const [began = '', hash = ''] = [state.slice(0, 8), state.slice(9)];
    for (const secret of [began, hash, binary(hash), 'secret', 'return_to'])
      expect(read).not.toContain(secret);
  });

  test('has the path of return_to only, because others may hold the URL of the callback', async () => {
    const { state, name } = await begin('?return_to=/orders/7%3Ftoken%3Dsecret%23part');
    const sealed = (await (await states()).get(name)) ?? '';
    const pairs = await gatewayKeys.pseudonyms('gateway state nonce', state);
    const kept = await stateNonce.open(keyRing(new Map(pairs)), sealed, Math.floor(Date.now() / 1000));
    expect(kept?.return_to).toBe('/orders/7');
  });

  test('is written only for pages: not for prefetched, framed, or rejected requests, programs, or apps', async () => {
    const ask = (headers: Record<string, string>, path = '/auth/login', method = 'GET') =>
      new Visitor(world).fetch(`${world.gateway}${path}`, { method, headers, redirect: 'manual' });
    const page = { Accept: 'text/html' };
    await begin('', async () => {
      const app = await new App(world).start();
      expect(app.state).not.toBe('');
      expect((await ask({ ...page, 'Sec-Purpose': 'prefetch;prerender' })).status).toBe(425);
      for (const embedded of ['iframe', 'image', 'empty'])
        expect((await ask({ ...page, 'Sec-Fetch-Dest': embedded })).status).toBe(400);
      expect((await ask(page, '/auth/login?return_to=//evil.example')).status).toBe(400);
      expect((await ask(page, '/auth/login', 'HEAD')).status).toBe(405);
      expect((await ask({ Accept: '*/*' })).status).toBe(302);
      expect((await ask({ Accept: 'application/json' })).status).toBe(302);
    });
  });

  test('is written for the full sign-in after an automatic one after signing out everywhere', async () => {
    const user = { ...person, plid: crypto.randomUUID(), ci: '' };
    world.standIn.answer({ user: () => userAnswer(user) });
    const visitor = new Visitor(world);
    await visitor.signIn();
    await visitor.post('/auth/logout', { everywhere: 'Y' });
    const flags = { autoLoginYn: 'Y', autoStatusCheck: 'N' };
    world.standIn.answer({ user: () => userAnswer({ plid: user.plid }, flags) });
    const { callback } = await begin('?return_to=/cart', undefined, visitor);
    const before = (await keys()).length;
    const { url } = await visitor.get(callback);
    expect(url.searchParams.get('prompt')).toBe('login');
    await expect.poll(async () => (await keys()).length).toBe(before + 1);
    const elsewhere = callbackOf(world.gateway, { code: 'c', state: url.searchParams.get('state') ?? '' });
    expect(linksOf(await new Visitor(world).get(elsewhere))).toContainEqual(['/cart', 'Go to /cart']);
  });

  describe('in a browser without the flow cookie', () => {
    test.each([
      [
        'en',
        'You could not be signed in',
        'may already be complete there',
        'Sign in again',
        'Go to /orders/7',
      ],
      [
        'ko',
        '로그인하지 못했습니다',
        '이미 완료된 로그인일 수',
        '다시 로그인하기',
        '/orders/7 페이지로 가기',
      ],
    ])(
      'lets the page name return_to without its query, and start again there (%s)',
      async (language, title, text, again, named) => {
        const { callback, code } = await begin('?return_to=/orders/7%3Ftoken%3Dof-theirs%23part');
        const other = new Visitor(world, { 'Accept-Language': language });
        const shown = await other.get(callback);
        expect([shown.status, shown.document.querySelector('h1')?.text]).toEqual([400, title]);
        expect(shown.text).toContain(text);
        expect(shown.text).not.toContain('of-theirs');
        expect(shown.text).not.toContain('http-equiv="refresh"');
        expect(shown.headers.getSetCookie()).toEqual([]);
        const login = '/auth/login?return_to=%2Forders%2F7';
        expect(linksOf(shown)).toEqual([
          [login, again],
          ['/orders/7', named],
        ]);
        expect(world.standIn.exchanges(code)).toBe(0);
        expect((await other.signIn(login.slice('/auth/login'.length))).url.pathname).toBe('/orders/7');
      },
    );

    test.each([
      ['/', []],
      ['/%EC%A3%BC%EB%AC%B8', [['/%EC%A3%BC%EB%AC%B8', 'Go to the page you wanted']]],
      ['/Your%20account%20is%20locked', [['/Your%20account%20is%20locked', 'Go to the page you wanted']]],
      [`/${'p'.repeat(60)}`, [[`/${'p'.repeat(60)}`, 'Go to the page you wanted']]],
    ])("shows no attacker's text as ours on the way to %s", async (path, more) => {
      const { callback } = await begin(`?return_to=${encodeURIComponent(path)}`);
      const shown = await new Visitor(world).get(callback);
      expect(linksOf(shown).slice(1)).toEqual(more);
    });

    test('distinguishes a repeat from an expired sign-in, and both from an unknown one', async () => {
      const { visitor, callback, state } = await begin('?return_to=/cart');
      await visitor.get(callback);
      const never = callbackOf(world.gateway, {
        code: 'c',
        state: state.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
      });
      const other = new Visitor(world);
      expect(await reasonOf(other, callback)).toEqual([400, 'flow_elsewhere']);
      expect(await reasonOf(other, never)).toEqual([400, 'flow_missing']);
      await other.start();
      expect(await reasonOf(other, callback)).toEqual([400, 'flow_elsewhere']);
      expect(await reasonOf(other, never)).toEqual([400, 'flow_mismatch']);
      await world.clock.advance(flowLifetime);
      expect(await reasonOf(other, callback)).toEqual([400, 'flow_expired']);
      expect(linksOf(await other.get(callback))).toContainEqual(['/cart', 'Go to /cart']);
      await world.clock.advance(lifetime - flowLifetime);
      expect(await reasonOf(other, callback)).toEqual([400, 'flow_mismatch']);
    });
  });

  describe('decides nothing', () => {
    /** The keys that a worker derives from `KEYS`; an attacker with write access to KV lacks them. */
    async function keysOf(ring: KeyRing, state: string): Promise<KeyRing> {
      const [[, mac]] = await ring.pseudonyms('gateway state nonce', state);
      return keyRing(new Map([['test', mac]]));
    }
    const nonce = async (return_to: string) => ({ return_to, expires: (await world.clock.now()) + 600 });
    const foreign = keyRing(new Map([['test', new Uint8Array(32)]]));

    test("so a record written beforehand, with or without an attacker's keys, is ignored", async () => {
      const { state, name, callback } = await begin('?return_to=/cart');
      const planted = await nonce('/planted');
      for (const value of [
        'noise',
        JSON.stringify(planted),
        await stateNonce.seal(keyRing(new Map([['test', new Uint8Array(Buffer.from(state))]])), planted),
        await stateNonce.seal(await keysOf(foreign, state), planted),
        await stateNonce.seal(gatewayKeys, planted),
      ]) {
        await (await states()).put(name, value);
        expect(await reasonOf(new Visitor(world), callback), value).toEqual([400, 'flow_missing']);
        expect((await new Visitor(world).get(callback)).text).not.toContain('planted');
      }
      await (await states()).put(name, await stateNonce.seal(await keysOf(gatewayKeys, state), planted));
      expect(await reasonOf(new Visitor(world), callback)).toEqual([400, 'flow_elsewhere']);
    });

    test('so a record copied to another state is ignored', async () => {
      const [mine, theirs] = [await begin('?return_to=/mine'), await begin('?return_to=/theirs')];
      const copied = (await (await states()).get(mine.name)) ?? '';
      await (await states()).put(theirs.name, copied);
      expect(await reasonOf(new Visitor(world), theirs.callback)).toEqual([400, 'flow_missing']);
    });

    test.each([
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
      '/.//evil',
    ])('so a record that leads to %s is ignored, even under valid keys', async (return_to) => {
      const { state, name, callback } = await begin('?return_to=/cart');
      const sealed = await stateNonce.seal(await keysOf(gatewayKeys, state), await nonce(return_to));
      await (await states()).put(name, sealed);
      const shown = await new Visitor(world).get(callback);
      expect(linksOf(shown)).toEqual([['/auth/login', 'Sign in again']]);
    });

    test("so another browser's callback completes no sign-in, and uses nothing up", async () => {
      const { visitor, callback, code } = await begin('?return_to=/cart');
      const other = new Visitor(world);
      await other.get(callback);
      expect([other.secret, world.standIn.exchanges(code)]).toEqual([undefined, 0]);
      expect((await visitor.get(callback)).url.pathname).toBe('/cart');
    });

    test('so the browser with the cookie signs in without it', async () => {
      const { visitor, callback, name } = await begin('?return_to=/cart');
      await (await states()).delete(name);
      expect((await visitor.get(callback)).url.pathname).toBe('/cart');
      expect(await visitor.session()).toBeDefined();
    });
  });

  test('so sign-ins beyond six hundred a minute continue without it, with one log line', async () => {
    await world.spend('STATE_LIMIT', 'states', 600);
    const before = await keys();
    const visitor = new Visitor(world);
    const { callback } = await visitor.start('?return_to=/cart');
    const [line, ...more] = await linesWith(world, { operation: 'keeping a state in KV' });
    expect([line, more]).toEqual([expect.objectContaining({ level: 'warn', cause: 'STATE_LIMIT' }), []]);
    expect(await keys()).toEqual(before);
    expect(await reasonOf(new Visitor(world), callback)).toEqual([400, 'flow_missing']);
    expect((await visitor.get(callback)).url.pathname).toBe('/cart');
    await world.clock.advance(60);
    await new Visitor(world).start();
    await expect.poll(keys).not.toEqual(before);
  });
});

describe('the state nonce during a KV failure', () => {
  const world = useGatewayWorld({ unreliableStates: true });
  beforeEach(() => world.standIn.reset());
  const counts = async () => (await world.statesKv()).counts();
  const failing = (operation: string) => logLines(world).filter((line) => line.operation === operation);

  test('is read only for a well-formed state without a cookie, once', async () => {
    const visitor = new Visitor(world);
    const { callback, state } = await visitor.start();
    await expect.poll(async () => (await counts()).put).toBe(1);
    await visitor.get(callback);
    await visitor.get(callback);
    for (const other of ['made-up', `${state}x`, state.slice(1), (await new App(world).start()).state])
      await new Visitor(world).get(callbackOf(world.gateway, { code: 'c', state: other }));
    expect(await counts()).toMatchObject({ get: 0, put: 1, delete: 0 });
    const madeUp = `${state.slice(0, 9)}${'A'.repeat(43)}`;
    await new Visitor(world).get(callbackOf(world.gateway, { code: 'c', state: madeUp }));
    expect(await counts()).toMatchObject({ get: 1, put: 1, delete: 0 });
  });

  test.each([
    { how: 'fails', behaviour: { reads: 'fail', writes: 'fail' } as const },
    { how: 'is silent', behaviour: { reads: 'hang', writes: 'hang', silence: 20_000 } as const },
  ])("isn't waited for if KV $how, and the page is as before", async ({ behaviour }) => {
    const kv = await world.statesKv();
    const [kept, read] = ['keeping a state in KV', 'reading a state from KV'];
    const before = [failing(kept).length, failing(read).length] as const;
    await kv.behave(behaviour);
    const visitor = new Visitor(world);
    const { callback } = await visitor.start('?return_to=/cart');
    // A silent KV is given up, and that is logged, seconds after the answer.
    if (behaviour.writes === 'hang') expect(failing(kept)).toHaveLength(before[0]);
    const shown = await new Visitor(world).get(callback);
    expect([shown.status, linksOf(shown)]).toEqual([400, [['/auth/login', 'Sign in again']]]);
    expect(shown.text).toContain('It was started in another browser, or this one blocks');
    await expect.poll(() => failing(read).length).toBe(before[1] + 1);
    await expect.poll(() => failing(kept).length).toBe(before[0] + 1);
    await kv.behave({});
    expect((await visitor.get(callback)).url.pathname).toBe('/cart');
  });

  test('is found after a lag of 60 seconds, and the page is as before', async () => {
    await (await world.statesKv()).behave({ lag: 60 });
    const { put } = await counts();
    const { callback } = await new Visitor(world).start('?return_to=/cart');
    await expect.poll(async () => (await counts()).put).toBe(put + 1);
    expect(await reasonOf(new Visitor(world), callback)).toEqual([400, 'flow_missing']);
    await world.clock.advance(61);
    expect(await reasonOf(new Visitor(world), callback)).toEqual([400, 'flow_elsewhere']);
    await (await world.statesKv()).behave({});
  });
});
