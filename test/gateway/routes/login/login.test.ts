import { describe, expect, test } from 'vitest';
import { useGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';

describe('GET /auth/login', () => {
  const world = useGatewayWorld();

  const flowCookies = (visitor: Visitor) =>
    [...visitor.cookies(world.gateway).keys()].filter((name) => name.startsWith('__Host-plid-flow-'));

  test('redirects to the service with exactly the parameters of §4.1 and PKCE', async () => {
    const { url, status } = await new Visitor(world).get(
      `${world.gateway}/auth/login?return_to=/cart&scope=x`,
    );
    expect(status).toBe(302);
    expect(url.origin + url.pathname).toBe(`${world.standIn.url}/oauth2/authorize`);
    const { state, code_challenge, ...parameters } = Object.fromEntries(url.searchParams);
    expect(parameters).toEqual({
      response_type: 'code',
      client_id: 'demoshop000000000001',
      redirect_uri: `${world.gateway}/auth/callback`,
      code_challenge_method: 'S256',
    });
    expect(state).toMatch(/^\w{8}-[\w-]{43}$/);
    expect(code_challenge).toMatch(/^[\w-]{43}$/);
  });

  test('passes prompt, isHybrid, and ui_locales on', async () => {
    const query = '?prompt=select_account&isHybrid=Y&ui_locales=ko';
    const { url } = await new Visitor(world).get(`${world.gateway}/auth/login${query}`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      prompt: 'select_account',
      isHybrid: 'Y',
      ui_locales: 'ko',
    });
    const long = await new Visitor(world).get(`${world.gateway}/auth/login?ui_locales=${'k'.repeat(101)}`);
    expect(long.url.searchParams.get('ui_locales')).toBe('k'.repeat(100));
  });

  test('stores the flow in a cookie for this host that no script can read', async () => {
    const answer = await world.fetch(`${world.gateway}/auth/login`);
    const state = new URL(answer.headers.get('Location') ?? '').searchParams.get('state');
    const [cookie, ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(new RegExp(`^__Host-plid-flow-${state}=[\\w.-]+; `));
    expect(cookie).toMatch(/; Max-Age=7200; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test('keeps ten flows at most, and removes the oldest', async () => {
    const visitor = new Visitor(world);
    const oldest = await visitor.start();
    for (let flow = 0; flow < 10; flow += 1) {
      await world.clock.advance(1);
      await visitor.start();
    }
    expect(flowCookies(visitor)).toHaveLength(10);
    expect(flowCookies(visitor)).not.toContain(`__Host-plid-flow-${oldest.state}`);
  });

  test('removes the oldest flows before they fill the request headers', async () => {
    const visitor = new Visitor(world);
    for (let flow = 0; flow < 6; flow += 1) {
      await world.clock.advance(1);
      await visitor.start(`?return_to=/${'x'.repeat(900)}`);
    }
    const sizes = flowCookies(visitor).map((name) => visitor.cookies(world.gateway).get(name)?.length ?? 0);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(6_000);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https:evil.example',
    'https://evil.example/',
    'https://shop.example.com/cart',
    'https://shop.example.com@evil.example/',
    'https://shop.example.com.evil.example/',
    'javascript:alert(1)',
    'cart',
    '@evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    `/${'x'.repeat(2_400)}`,
  ])('rejects return_to=%j before a flow starts', async (return_to) => {
    const visitor = new Visitor(world);
    const shown = await visitor.get(
      `${world.gateway}/auth/login?return_to=${encodeURIComponent(return_to)}`,
      { Accept: 'application/json' },
    );
    expect(shown.status).toBe(400);
    expect(JSON.parse(shown.text)).toMatchObject({ error: 'invalid_request', reason: 'invalid_item' });
    expect(flowCookies(visitor)).toEqual([]);
    expect(shown.headers.get('Location')).toBeNull();
  });

  test.each(['/', '/cart', '/cart?a=b&c=//d', '/%09/evil.example', '/search?q=두 낱말', '/a//b'])(
    'keeps return_to=%j on its own origin',
    async (return_to) => {
      const end = await new Visitor(world).signIn(`?return_to=${encodeURIComponent(return_to)}`);
      expect(end.url.origin).toBe(world.gateway);
      expect(end.url.href).toBe(new URL(return_to, world.gateway).href);
    },
  );

  test('shows users an error page', async () => {
    const shown = await new Visitor(world).get(`${world.gateway}/auth/login?return_to=//evil`);
    expect(shown.headers.get('Content-Type')).toContain('text/html');
    expect(shown.document.querySelector('main a')?.getAttribute('href')).toBe('/auth/login');
  });

  test('starts nothing for a prefetch', async () => {
    const headers = { 'Sec-Purpose': 'prefetch' };
    const shown = await world.fetch(`${world.gateway}/auth/login`, { headers });
    expect(shown.status).toBe(425);
    expect(shown.headers.getSetCookie()).toEqual([]);
  });

  test('rejects a repeated parameter', async () => {
    const shown = await world.fetch(`${world.gateway}/auth/login?return_to=/a&return_to=/b`);
    expect(shown.status).toBe(400);
  });
});
