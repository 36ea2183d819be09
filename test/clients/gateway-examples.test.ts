import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApplication } from '../support/doubles/application-stand-in.ts';
import { BrowserSession, type Shown } from '../support/people/browser-session.ts';
import { agreeIfAsked, submitSignIn } from '../support/people/browser-steps.ts';
import { people } from '../support/people/sign-in.ts';
import { startChromium } from '../support/world/chromium.ts';
import { freePort, runExample } from '../support/world/example-process.ts';
import { startProxy } from '../support/world/http-proxy.ts';
import { origins } from '../support/world/test-settings.ts';
import { root, type WorkerInput } from '../support/world/test-workers.ts';
import { useStarted } from '../support/world/use-world.ts';
import { startWorld } from '../support/world/world.ts';

/** In the middle of a rotation: the guard signs with the first. */
const identityKeys = [
  'the key that the guard shares with its application',
  'the key that it shared before with it',
];
const IDENTITY_KEY = identityKeys.join();

/** Fills in the sign-in's forms, agreeing to whatever is asked. */
async function signIn(browser: BrowserSession, page: Shown): Promise<Shown> {
  const next = await browser.submit(page, people.hana);
  return next.url.pathname.endsWith('/consent') ? browser.submit(next) : next;
}

const localWith = (APPLICATION_URL: string, vars = {}, workers: WorkerInput[] = []) =>
  startWorld({
    local: true,
    workers,
    overrides: { 'plid-local': { vars: { APPLICATION_URL, ...vars }, secrets: { IDENTITY_KEY } } },
  });

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
    server = await runExample('back-end/server.ts', { PORT, GATEWAY_URL: proxy.url });
  });
  afterAll(async () => {
    await server?.stop();
    await proxy?.close();
  });

  test('keeps what is below /account, which the service has at a host of its own', async () => {
    const page = await new BrowserSession(world).get(`${world.gateway}/account/orders`);
    expect(page.text).toContain('Nobody is signed in.');
  });

  test('knows its user after a login, and no longer after a log-out', async () => {
    const browser = new BrowserSession(world);
    const before = await browser.get(`${world.gateway}/`);
    expect(before.text).toContain('Nobody is signed in.');
    const login = before.document.querySelector('a')?.getAttribute('href') ?? '';
    const after = await signIn(browser, await browser.get(new URL(login, before.url)));
    expect(after.url.href).toBe(`${world.gateway}/`);
    expect(after.text).toContain('Hello, 김하나.');
    expect((await browser.submit(after)).text).toContain('Nobody is signed in.');
  });
});

test('docs/examples/page, in Chromium, knows its user after a login, and no longer after a log-out', async () => {
  const html = readFileSync(path.join(root, 'docs/examples/page/index.html'), 'utf8');
  const application = await startApplication(
    () => new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  );
  const world = await localWith(application.url);
  const proxy = await startProxy(world);
  const chromium = await startChromium({ 'localhost:8787': `127.0.0.1:${proxy.port}` });
  try {
    const tab = await chromium.newPage();
    await tab.goto(origins.local);
    await tab.getByText('Nobody is signed in.').waitFor();
    await tab.getByText('Log in with your phone number').click();
    await submitSignIn(tab, people.hana);
    await agreeIfAsked(tab);
    await tab.getByText('Hello, 김하나.').waitFor();
    await tab.getByText('Log out').click();
    await tab.getByText('Nobody is signed in.').waitFor();
    expect(tab.url()).toBe(`${origins.local}/`);
  } finally {
    await chromium.close();
    await proxy.close();
    await world.close();
    await application.close();
  }
});

describe('behind the routes of the gateway', () => {
  let server: Awaited<ReturnType<typeof runExample>>;
  let PORT: string;
  let APPLICATION_URL: string;
  const world = useStarted(async () => {
    PORT = String(await freePort());
    APPLICATION_URL = `http://localhost:${PORT}`;
    const guard = { vars: { APPLICATION_URL }, secrets: { IDENTITY_KEY } };
    return startWorld({
      overrides: { 'plid-gateway-guard': guard },
      workers: [{ configPath: path.join(root, 'docs/examples/worker/wrangler.toml') }],
    });
  });
  beforeAll(async () => {
    const settings = { PORT, APPLICATION_URL, GATEWAY_ORIGIN: world.gateway };
    // A comma too many makes no key of nothing.
    server = await runExample('behind-guard/server.ts', { ...settings, IDENTITY_KEY: `${IDENTITY_KEY},` });
  });
  afterAll(() => server?.stop());

  test('docs/examples/worker asks the gateway over its service binding', async () => {
    const browser = new BrowserSession(world);
    const orders = await signIn(browser, await browser.get(`${world.gateway}/orders`));
    expect(orders.url.href).toBe(`${world.gateway}/orders`);
    expect(orders.text).toBe('Orders of 김하나');
  });

  test('docs/examples/behind-guard believes the guard alone', async () => {
    const browser = new BrowserSession(world);
    const page = await signIn(browser, await browser.get(`${world.gateway}/anything`));
    expect(page.url.href).toBe(`${world.gateway}/anything`);
    expect(page.text).toBe('Hello, 김하나.');
    const past = await fetch(APPLICATION_URL, { headers: { 'Plid-Identity': 'e30.e30.e30' } });
    expect(past.status).toBe(403);
  });

  test.each([
    ['the key that signs', identityKeys[0], 200],
    ['the one before', identityKeys[1], 200],
    ['both as one', IDENTITY_KEY, 403],
    ['another', 'a key that the guard does not have at all', 403],
    ['no key', '', 403],
  ])('while IDENTITY_KEY is rotated: what is signed with %s', async (_, key = '', status) => {
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { iss: world.gateway, aud: APPLICATION_URL, exp: 4e9, user: { name: '김하나' } };
    const signed = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`;
    const signature = createHmac('sha256', key).update(signed).digest('base64url');
    const headers = { 'Plid-Identity': `${signed}.${signature}` };
    expect((await fetch(APPLICATION_URL, { headers })).status).toBe(status);
  });
});

describe('beside npm start', () => {
  let server: Awaited<ReturnType<typeof runExample>>;
  let PORT: string;
  let APPLICATION_URL: string;
  const world = useStarted(async () => {
    PORT = String(await freePort());
    APPLICATION_URL = `http://localhost:${PORT}`;
    const worker = { configPath: path.join(root, 'docs/examples/worker/wrangler.local.toml') };
    return localWith(APPLICATION_URL, { GUARD: 'Y', PUBLIC_PATHS: '/open' }, [worker]);
  });
  beforeAll(async () => {
    const settings = { PORT, APPLICATION_URL, IDENTITY_KEY, GATEWAY_ORIGIN: world.gateway };
    server = await runExample('behind-guard/server.ts', settings);
  });
  afterAll(() => server?.stop());

  test('the guard of --guard leads to the login, tells the application who it is, and leaves public paths open', async () => {
    const browser = new BrowserSession(world);
    const page = await signIn(browser, await browser.get(`${world.gateway}/anything`));
    expect(page.text).toBe('Hello, 김하나.');
    const open = await world.fetch(`${world.gateway}/open`);
    expect([open.status, await open.text()]).toEqual([403, 'Not through the guard.']);
  });

  test('a Worker is bound to the same entrypoint', async () => {
    const browser = new BrowserSession(world);
    await signIn(browser, await browser.get(`${world.gateway}/auth/login`));
    const cookie = [...browser.cookies(world.gateway)].map((pair) => pair.join('=')).join('; ');
    const orders = await world.harness
      .getWorker('shop-orders')
      .fetch(`${world.gateway}/orders`, { headers: { Cookie: cookie } });
    expect(await orders.text()).toBe('Orders of 김하나');
  });
});
