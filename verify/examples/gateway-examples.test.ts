import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../test/support/fixtures/browser-session.ts';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { findNode, freePort, runExample } from '../../test/support/world/example-process.ts';
import { startProxy } from '../../test/support/world/http-proxy.ts';
import { root } from '../../test/support/world/test-workers.ts';
import { useStarted, useWorld } from '../../test/support/world/use-world.ts';
import { startWorld } from '../../test/support/world/world.ts';

/** Fills in the sign-in's forms, and agrees to everything. */
async function signIn(browser: BrowserSession, page: Shown): Promise<Shown> {
  const next = await browser.submit(page, people.hana);
  return next.url.pathname.endsWith('/consent') ? browser.submit(next) : next;
}

const localWith = (APPLICATION_URL: string) =>
  startWorld({ local: true, overrides: { 'plid-local': { vars: { APPLICATION_URL } } } });

describe('docs/examples/back-end, beside npm start', () => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let server: Awaited<ReturnType<typeof runExample>>;
  let PORT: string;
  const world = useStarted(async () => {
    PORT = String(await freePort());
    return localWith(`http://localhost:${PORT}`);
  });
  beforeAll(async () => {
    proxy = await startProxy(world);
    // It runs on Node 20, if that is here.
    server = await runExample('back-end/server.js', { PORT, GATEWAY_URL: proxy.url }, findNode(20));
  });
  afterAll(async () => {
    await server?.stop();
    await proxy?.close();
  });

  test('receives requests below /account, a path that the service uses at another host', async () => {
    const page = await new BrowserSession(world).get(`${world.gateway}/account/orders`);
    expect(page.text).toContain('You are not signed in.');
  });

  test('shows its user after a sign-in, and not after a sign-out', async () => {
    const browser = new BrowserSession(world);
    const before = await browser.get(`${world.gateway}/`);
    expect(before.text).toContain('You are not signed in.');
    const login = before.document.querySelector('a')?.getAttribute('href') ?? '';
    const after = await signIn(browser, await browser.get(new URL(login, before.url)));
    expect(after.url.href).toBe(`${world.gateway}/`);
    expect(after.text).toContain('Hello, 김하나.');
    expect((await browser.submit(after)).text).toContain('You are not signed in.');
  });
});

describe('docs/examples/worker', () => {
  const world = useWorld({ workers: [{ config: path.join(root, 'docs/examples/worker/wrangler.toml') }] });

  test('calls the gateway over its service binding', async () => {
    const browser = new BrowserSession(world);
    const orders = await signIn(browser, await browser.get(`${world.gateway}/orders`));
    expect(orders.url.href).toBe(`${world.gateway}/orders`);
    expect(orders.text).toBe('Orders of 김하나');
  });
});

describe('docs/examples/worker, beside npm start', () => {
  const worker = { config: path.join(root, 'docs/examples/worker/wrangler.local.toml') };
  const world = useWorld({ local: true, workers: [worker] });

  test('is bound to the same gateway entrypoint', async () => {
    const browser = new BrowserSession(world);
    await signIn(browser, await browser.get(`${world.gateway}/auth/login`));
    const cookie = [...browser.cookies(world.gateway)].map((pair) => pair.join('=')).join('; ');
    const headers = { Cookie: cookie };
    const orders = await world.harness.fetch('shop-orders', `${world.gateway}/orders`, { headers });
    expect(await orders.text()).toBe('Orders of 김하나');
  });
});
