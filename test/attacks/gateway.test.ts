import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { keyRingSetting } from '../../workers/core/worker/key-settings.ts';
import type { GatewayEntrypoint } from '../../workers/gateway/settings/gateway-sealed-types.ts';
import { appFlow, browserFlow } from '../../workers/gateway/settings/gateway-sealed-types.ts';
import { person } from '../support/fakes/service-stand-in.ts';
import { App } from '../support/fixtures/native-app.ts';
import { codeInApp } from '../support/fixtures/scenarios.ts';
import { callbackOf, startGatewayWorld, useGatewayWorld, Visitor } from '../support/world/gateway-world.ts';
import { gatewaySecrets, serviceKeys } from '../support/world/test-settings.ts';
import { useStarted } from '../support/world/use-world.ts';

const keys = v.parse(keyRingSetting, gatewaySecrets.KEYS);
const json = { Accept: 'application/json' };

describe('forged cookies and states', () => {
  const world = useGatewayWorld();
  beforeEach(() => world.standIn.reset());

  /** A flow whose session secret was chosen by the attacker. */
  const planted = async () => ({
    state: 'planted',
    session: 'A'.repeat(43),
    code_verifier: 'B'.repeat(43),
    return_to: '/',
    expires: (await world.clock.now()) + 600,
  });

  /** The response to a victim's browser that holds a cookie of the attacker. */
  async function tryCookie(value: string, name = '__Host-plid-flow-planted') {
    const victim = new Visitor(world);
    victim.setCookie(world.gateway, name, value);
    const shown = await victim.get(callbackOf(world.gateway, { code: 'c', state: 'planted' }), json);
    expect(victim.secret).toBeUndefined();
    expect(world.standIn.exchanges()).toBe(0);
    return shown.status;
  }

  test('of another gateway, or encrypted by the service, are rejected', async () => {
    const other = v.parse(keyRingSetting, `test:${Buffer.alloc(32, 7).toString('base64')}`);
    for (const ring of [other, serviceKeys]) {
      expect(await tryCookie(await browserFlow.seal(ring, await planted()))).toBe(400);
    }
  });

  test("of an application's flow aren't accepted as a browser's flow", async () => {
    const { session, code_verifier: code_challenge, expires } = await planted();
    expect(await tryCookie(await appFlow.seal(keys, { session, code_challenge, expires }))).toBe(400);
  });

  test('without the __Host- prefix, which another host of the domain could set, are rejected', async () => {
    const good = await browserFlow.seal(keys, await planted());
    expect(await tryCookie(good, 'plid-flow-planted')).toBe(400);
    const victim = new Visitor(world);
    await victim.signIn();
    const tossed = new Visitor(world);
    tossed.setCookie(world.gateway, 'plid-session', victim.secret ?? '');
    expect(await tossed.session()).toBeUndefined();
  });

  test('over plain http are rejected at the entrypoint too', async () => {
    const attacker = new Visitor(world);
    await attacker.signIn();
    const { GATEWAY }: { GATEWAY: GatewayEntrypoint } = await world.env('plid-gateway-guard');
    const asked = (address: string, name: string) =>
      GATEWAY.session(new Request(address, { headers: { Cookie: `${name}=${attacker.secret}` } }));
    expect(await asked('http://shop.example.com/orders', 'plid-session')).toBeNull();
    expect(await asked('http://localhost.example.com:8787/orders', 'plid-session')).toBeNull();
    expect(await asked('https://shop.example.com/orders', 'plid-session')).toBeNull();
    for (const [address, name] of [
      ['https://shop.example.com/orders', '__Host-plid-session'],
      ['http://shop.example.com/orders', '__Host-plid-session'],
      ['http://localhost:8787/orders', 'plid-session'],
    ] as const)
      expect((await asked(address, name))?.user.plid).toBe(person.plid);
  });

  test("of a browser's flow aren't accepted as an application's state", async () => {
    const state = await browserFlow.seal(keys, await planted());
    const claim = { code: 'c', state, code_verifier: 'B'.repeat(43) };
    const answer = await world.fetch(`${world.gateway}/auth/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(claim),
    });
    expect([answer.status, (await answer.json()) as object]).toMatchObject([
      400,
      { error: 'invalid_request' },
    ]);
    expect(world.standIn.exchanges()).toBe(0);
  });
});

describe("code injection with another user's code and one's own flow", () => {
  const world = useGatewayWorld({ realService: true });

  const claims = {
    'POST /auth/session': (app: App, claim: Record<string, string>) =>
      app.post('/auth/session', { ...claim, code_verifier: app.verifier }),
    'POST /auth/token': (app: App, claim: Record<string, string>) => app.token(claim),
  };

  test.each(Object.entries(claims))(
    "by %s gets neither a session nor a token, and doesn't use up the code",
    async (_, claim) => {
      const [victim, attacker] = [new App(world), new App(world)];
      const [own, theirs] = [await victim.start(), await attacker.start()];
      const code = await codeInApp(world, own.authorize_url);
      const stolen = await claim(attacker, { code, state: theirs.state });
      expect(stolen.status).toBe(400);
      expect(await stolen.json()).toMatchObject({ error: 'invalid_grant' });
      const borrowed = await claim(attacker, { code, state: own.state });
      expect([borrowed.status, (await borrowed.json()) as object]).toMatchObject([
        400,
        { error: 'invalid_grant' },
      ]);
      expect((await claim(victim, { code, state: own.state })).status).toBe(200);
    },
  );
});

describe('a response to a browser', () => {
  const world = useGatewayWorld();

  test("from the guard isn't cached, and sends no Referer", async () => {
    for (const headers of [json, html, { Accept: 'text/html', 'Accept-Language': 'ko' }]) {
      const answer = await world.fetch(`${world.gateway}/orders?page=2`, { headers });
      expect([302, 401]).toContain(answer.status);
      expect(answer.headers.get('Cache-Control')).toBe('no-store');
      expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });

  const script = '<script>alert(1)</script>';
  const html = { Accept: 'text/html' };

  test("never contains the service's text as markup, from a redirect or a response", async () => {
    const visitor = new Visitor(world);
    const { state } = await visitor.start();
    const redirected = { error: script, message: script, error_description: script, state };
    const { callback } = await visitor.start();
    world.standIn.answer({ token: { status: 400, body: { error: 'invalid_grant', message: script } } });
    for (const address of [callbackOf(world.gateway, redirected), callback]) {
      const { status, text } = await visitor.get(address, html);
      expect(status).toBe(400);
      expect(text).toContain('<h1>');
      expect(text).not.toContain('alert(1)');
    }
  });

  test('in JSON is never parsed as a page', async () => {
    const visitor = new Visitor(world);
    const { state } = await visitor.start();
    const { headers } = await visitor.get(
      callbackOf(world.gateway, { error: script, message: script, state }),
      json,
    );
    expect(headers.get('Content-Type')).toBe('application/json');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });
});

describe('an upstream response that never ends is cut off', () => {
  const answering = new Set<ServerResponse>();
  let pour: (response: ServerResponse) => void;
  const server = createServer((_, response) => {
    answering.add(response.writeHead(200, { 'Content-Type': 'application/json' }));
    pour(response);
  });
  const world = useStarted(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const SERVICE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return startGatewayWorld({ vars: { SERVICE_URL, SERVICE_TIMEOUT: '1' } });
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  test.each([
    {
      speed: 'a byte at a time: it is given up after SERVICE_TIMEOUT',
      pouring: (response: ServerResponse) => void setInterval(() => response.write(' '), 50).unref(),
      told: { status: 503, reason: 'upstream_timeout' },
    },
    {
      speed: 'as fast as it can: it is given up after 64 KiB',
      pouring(response: ServerResponse) {
        const more = () => !response.destroyed && response.write('x'.repeat(16_384), more);
        more();
      },
      told: { status: 502, reason: 'upstream_invalid' },
    },
  ])('$speed', async ({ pouring, told }) => {
    pour = pouring;
    const visitor = new Visitor(world);
    const { callback } = await visitor.start();
    const { status, text } = await visitor.get(callback, json);
    expect({ status, reason: JSON.parse(text).reason }).toEqual(told);
    for (const response of answering) response.destroy();
  });
});
