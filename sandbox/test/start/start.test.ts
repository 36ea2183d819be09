import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BrowserSession, type Init } from '../../../test/support/fixtures/browser-session.ts';
import { people } from '../../../test/support/fixtures/sign-in.ts';
import { consentTerms } from '../../../test/support/requests/operator-requests.ts';
import { plid } from '../../../test/support/world/command.ts';
import { freePort } from '../../../test/support/world/example-process.ts';
import { npmStart, untilFree } from '../../../test/support/world/npm-start.ts';
import { isPortInUse } from '../../start/port.ts';
import { publicSecrets } from '../../world/public-secrets.ts';

const port = await freePort();
const origin = `http://localhost:${port}`;
const directory = mkdtempSync(path.join(tmpdir(), 'plid start '));
const secretsFile = path.join(directory, '.dev.vars');
const ownToken = 'a-token-that-was-there-before-the-first-start';
/** The developer's own secrets, without an EVENT_KEY. */
const ownSecrets = [
  `ADMIN_TOKEN="${ownToken}"`,
  `KEYS="local:${randomBytes(32).toString('base64')}"`,
  `PHONE_KEY="${Date.now()}:${randomBytes(32).toString('base64')}"`,
  `CARRIER_TOKEN="${randomBytes(32).toString('hex')}"`,
  `IDENTITY_KEY="${randomBytes(32).toString('hex')}"`,
].join('\n');
const json = { 'Content-Type': 'application/json' };

const overHttp = {
  fetch: (url: string | URL, init: Init = {}) => fetch(url, { redirect: 'manual', ...init }),
};

/** `npm start`, in a directory of its own. */
const start = () => npmStart(['--port', String(port), '--persist-to', directory]);

let current: ReturnType<typeof start>;
beforeAll(() => writeFileSync(secretsFile, ownSecrets));
beforeEach(async () => {
  if (await isPortInUse(port)) return;
  current = start();
  await current.running;
});
afterAll(async () => {
  current.signal('SIGKILL');
  await untilFree(port);
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const sessionOf = async (session: BrowserSession) => {
  const answer = await session.fetch(`${origin}/auth/session`);
  return (await answer.json()) as { user?: { plid: string; name: string } };
};
const applications = (init: Init = {}, token = ownToken) =>
  fetch(`${origin}/admin/applications`, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, ...json },
  });

describe('npm start', () => {
  test('prints what to open as soon as it responds', async () => {
    expect(current.output()).toContain(`${origin}/sandbox`);
    expect(current.output()).toContain('docs/start/quickstart.md');
    expect(current.output()).toMatch(/서알뜰 +KT MVNO +approves at once/);
    expect((await fetch(origin)).status).toBe(200);
    expect((await fetch(`${origin}/sandbox`)).status).toBe(200);
  });

  test("logs only lines of JSON if its output isn't a terminal", async () => {
    await fetch(`${origin}/oauth2/token`, { method: 'POST' });
    await expect.poll(current.log).toContain('/oauth2/token');
    const lines = current.log().trimEnd().split('\n');
    expect(lines.filter((line) => JSON.parse(line).worker === undefined)).toEqual([]);
  });

  test("uses the folder's own secrets, and writes none", async () => {
    expect((await applications()).status).toBe(200);
    expect((await applications({}, publicSecrets.ADMIN_TOKEN)).status).toBe(401);
    expect(readFileSync(secretsFile, 'utf8')).toBe(ownSecrets);
  });

  test('serves a whole sign-in', async () => {
    const browser = new BrowserSession(overHttp);
    const signIn = await browser.get(`${origin}/auth/login?return_to=/`);
    const consent = await browser.submit(signIn, { ...people.hana, autoLogin: 'Y' });
    const shop = await browser.submit(consent);
    expect(shop.url.href).toBe(`${origin}/`);
    expect((await sessionOf(browser)).user?.name).toBe('김하나');
  });

  test('calls the carriers over HTTP at their own address', async () => {
    const lines = () =>
      current
        .log()
        .split('\n')
        .filter((line) => line.includes('/sandbox/carrier/:call'));
    await expect.poll(() => lines().length).toBeGreaterThan(1);
    expect(lines().every((line) => line.includes('"status":200'))).toBe(true);
  });

  test("signs a user out who leaves on the sandbox phone, by the service's event", async () => {
    const browser = new BrowserSession(overHttp);
    const signIn = await browser.get(`${origin}/auth/login?return_to=/`);
    await browser.submit(await browser.submit(signIn, people.duri));
    expect((await sessionOf(browser)).user?.name).toBe(people.duri.name);
    const leave = `${origin}/sandbox/subscribers/${people.duri.phoneNo}/leave`;
    await fetch(leave, { method: 'POST', headers: json, body: '{}' });
    await expect.poll(async () => (await sessionOf(browser)).user).toBeUndefined();
  });

  test('reports a used port, and leaves the first process running', async () => {
    const second = start();
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`Port ${port}`);
    expect((await fetch(origin)).status).toBe(200);
  });

  test('lets plid-admin find its ADMIN_TOKEN in every place', async () => {
    const { stdout } = await plid(['applications', 'list', '--url', origin]);
    expect(stdout).toContain('demoshop000000000001');
  });

  test('keeps registrations, consents, automatic logins, and sessions after a kill', async () => {
    const browser = new BrowserSession(overHttp);
    const form = await browser.get(`${origin}/auth/login?return_to=/`);
    await browser.submit(await browser.submit(form, { ...people.john, autoLogin: 'Y' }));
    const body = JSON.stringify({
      name: 'Kept',
      redirect_uris: ['https://kept.example/callback'],
      attributes: ['ci'],
      ...consentTerms,
    });
    const registered = await applications({ method: 'POST', body });
    const { client_id } = (await registered.json()) as { client_id: string };
    const before = await sessionOf(browser);

    current.signal('SIGKILL');
    expect(await untilFree(port)).toBeLessThan(5_000);
    current = start();
    await current.running;

    expect(await (await applications()).text()).toContain(client_id);
    expect(before.user?.name).toBe('JOHN SMITH');
    expect(await sessionOf(browser)).toEqual(before);
    const other = new BrowserSession(overHttp);
    const consented = await other.submit(await other.get(`${origin}/auth/login?return_to=/`), people.john);
    expect(consented.url.href).toBe(`${origin}/`);
    expect((await sessionOf(other)).user?.plid).toBe(before.user?.plid);
    const automatic = await browser.get(`${origin}/auth/login?return_to=/`);
    expect(automatic.url.href).toBe(`${origin}/`);
  });
});

test('npm start without its former secrets uses the public ones and keeps registrations', async () => {
  current.signal('SIGKILL');
  await untilFree(port);
  rmSync(secretsFile);
  current = start();
  await current.running;
  expect((await applications()).status).toBe(401);
  expect(await (await applications({}, publicSecrets.ADMIN_TOKEN)).text()).toContain('"Kept"');
  const browser = new BrowserSession(overHttp);
  const consent = await browser.submit(await browser.get(`${origin}/auth/login?return_to=/`), people.hana);
  expect((await browser.submit(consent)).url.href).toBe(`${origin}/`);
  expect((await sessionOf(browser)).user?.name).toBe(people.hana.name);
});

describe('npm start leaves nothing behind', () => {
  test.each(['SIGTERM', 'SIGKILL', 'SIGHUP'] as const)('when npm gets a %s', async (signal) => {
    current.signal(signal);
    expect(await untilFree(port)).toBeLessThan(5_000);
  });

  test('at Ctrl-C, which reaches npm and all its processes', async () => {
    current.signalAll('SIGINT');
    await current.exit;
    expect(await isPortInUse(port)).toBe(false);
  });
});
