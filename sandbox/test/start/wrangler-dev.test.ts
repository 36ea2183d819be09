import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { BrowserSession, type Init } from '../../../test/support/fixtures/browser-session.ts';
import { type Person, people } from '../../../test/support/fixtures/sign-in.ts';
import { consentTerms } from '../../../test/support/requests/operator-requests.ts';
import { decryptField } from '../../../test/support/requests/service-requests.ts';
import { freePort } from '../../../test/support/world/example-process.ts';
import { npmStart, untilFree } from '../../../test/support/world/npm-start.ts';
import { copyProject } from '../../../test/support/world/project-copy.ts';
import { applications } from '../../../test/support/world/test-settings.ts';
import { wranglerProgramPath } from '../../start/wrangler.ts';
import { wranglerEnvironment } from '../../start/wrangler-environment.ts';
import { publicSecrets } from '../../world/public-secrets.ts';
import { wranglerDev } from '../support/wrangler-dev.ts';

const json = { 'Content-Type': 'application/json' };
/** No page of another site can send `Sec-Fetch-Site: none` (sandbox/world/refuse-foreign-page.ts). */
const admin = {
  Authorization: `Bearer ${publicSecrets.ADMIN_TOKEN}`,
  'Sec-Fetch-Site': 'none',
  ...json,
};
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** A browser that records every address of loopback that it was shown. */
function newBrowser() {
  const shown = new Set<string>();
  const browser = new BrowserSession({
    async fetch(url: string | URL, init: Init = {}) {
      const response = await fetch(url, { redirect: 'manual', ...init });
      const text = `${response.headers.get('Location')} ${await response.clone().text()}`;
      for (const [found] of text.matchAll(/https?:\/\/localhost:\d+/g)) shown.add(found);
      return response;
    },
  });
  return { browser, shown };
}

async function logIn(browser: BrowserSession, origin: string, person: Person) {
  const page = await browser.submit(await browser.get(`${origin}/auth/login?return_to=/`), person);
  return page.url.pathname === '/oauth2/authorize/consent' ? browser.submit(page) : page;
}

const sessionAt = async (browser: BrowserSession, origin: string) =>
  (await (await browser.fetch(`${origin}/auth/session`)).json()) as {
    user?: { plid: string; name: string };
  };

const leave = (origin: string, { phoneNo }: Person) =>
  fetch(`${origin}/sandbox/subscribers/${phoneNo}/leave`, { method: 'POST', headers: json, body: '{}' });

/** The status for a page of another site whose name resolves to this machine (DNS rebinding). */
const statusUnder = (host: string, port: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: '/sandbox', headers: { Host: host } });
    asked.once('response', (response) => resolve(response.resume().statusCode));
    asked.once('error', reject);
    asked.end();
  });

/** `npm start` in a folder, ended with the test unless the test has ended it. */
async function start(folder: string, port: number) {
  const started = npmStart(['--port', String(port)], { folder });
  onTestFinished(() => void started.signal('SIGKILL'));
  await started.running;
  return {
    stop: async () => {
      started.signal('SIGTERM');
      await started.exit;
      await untilFree(port);
    },
  };
}

describe('npx wrangler dev in a fresh clone', () => {
  const { folder, remove } = copyProject();
  afterAll(remove);

  test('serves the documentation, whose server ends with wrangler', async () => {
    const port = await freePort();
    const wrangler = await wranglerDev(folder, port);
    onTestFinished(wrangler.stop);
    const page = await fetch(`http://localhost:${port}/docs/`);
    expect({ status: page.status, text: await page.text() }).toEqual({
      status: 202,
      text: expect.stringContaining('The documentation is being built'),
    });
    const { address } = JSON.parse(readFileSync(path.join(folder, '.wrangler/local/site.json'), 'utf8'));
    await wrangler.stop();
    await expect.poll(() => fetch(address).catch(() => 'ended')).toBe('ended');
  });

  test('serves a whole sign-in, and shares its state with npm start', async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const { browser, shown } = newBrowser();
    const callback = 'https://kept.example/callback';

    const wrangler = await wranglerDev(folder, port);
    onTestFinished(wrangler.stop);
    const home = await logIn(browser, origin, people.hana);
    expect([home.status, home.url.href]).toEqual([200, `${origin}/`]);
    // The shop reads the recorded requests from the sandbox.
    expect(home.text).toContain('/v1/user/me');
    expect(wrangler.output()).not.toContain('"level":"error"');
    const session = await sessionAt(browser, origin);
    expect(session.user?.name).toBe(people.hana.name);
    // The waiting page shows the address of the phone.
    const other = newBrowser();
    const waiting = await logIn(other.browser, origin, people.daegi);
    expect(waiting.text).toContain(`${origin}/sandbox`);
    const metadata = await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toMatchObject({ issuer: origin, token_endpoint: `${origin}/oauth2/token` });
    expect([...shown, ...other.shown]).toEqual([origin, origin]);

    const { client_id, client_secret, redirect_uri } = applications.bank;
    const asked = { phoneNo: people.john.phoneNo, client_id, redirect_uri };
    const signedIn = await fetch(`${origin}/sandbox/sign-in`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(asked),
    });
    const { code } = (await signedIn.json()) as { code: string };
    const exchanged = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id,
      client_secret,
      code,
    });
    const token = await fetch(`${origin}/oauth2/token`, { method: 'POST', headers: form, body: exchanged });
    const { access_token } = (await token.json()) as { access_token: string };
    const read = await fetch(`${origin}/v1/user/me`, {
      headers: { Authorization: `Bearer ${access_token}` },
    });
    const { user } = (await read.json()) as { user: { name: string } };
    expect(decryptField(user.name, client_secret)).toBe(people.john.name);

    const body = JSON.stringify({
      name: 'Kept',
      redirect_uris: [callback],
      attributes: ['ci'],
      ...consentTerms,
    });
    expect(
      (await fetch(`${origin}/admin/applications`, { method: 'POST', headers: admin, body })).status,
    ).toBe(201);
    const list = ['admin/bin/plid-admin.ts', 'applications', 'list', '--url', origin];
    const { stdout } = await promisify(execFile)(process.execPath, list, { cwd: folder });
    expect(stdout).toContain('Kept');
    expect(wrangler.output()).not.toContain('fallthrough');
    // The carriers are in process.
    expect(wrangler.output()).toContain('/oauth2/authorize/wait');
    expect(wrangler.output()).not.toContain('/sandbox/carrier');
    await wrangler.stop();

    const started = await start(folder, port);
    expect(await sessionAt(browser, origin)).toEqual(session);
    const listed = async () => (await fetch(`${origin}/admin/applications`, { headers: admin })).text();
    expect(await listed()).toContain('"Kept"');
    const { browser: second } = newBrowser();
    await logIn(second, origin, people.duri);
    await started.stop();

    const again = await wranglerDev(folder, port);
    onTestFinished(again.stop);
    expect(await sessionAt(browser, origin)).toEqual(session);
    expect((await sessionAt(second, origin)).user?.name).toBe(people.duri.name);
    expect(await listed()).toContain('"Kept"');
    await again.stop();
  }, 180_000);

  test('responds at every host name of this machine, and at no other', async () => {
    const port = await freePort();
    const wrangler = await wranglerDev(folder, port);
    onTestFinished(wrangler.stop);
    const byNumber = `http://127.0.0.1:${port}`;
    const { browser } = newBrowser();
    expect((await logIn(browser, byNumber, people.hana)).url.href).toBe(`${byNumber}/`);
    for (const host of [`plid.example:${port}`, `localhost.plid.example:${port}`])
      expect(await statusUnder(host, port), host).toBe(404);
  }, 90_000);
});

test("npm start and wrangler dev of one clone don't affect each other", async () => {
  const { folder, remove } = copyProject();
  onTestFinished(remove);
  const [port, otherPort] = [await freePort(), await freePort()];
  const [origin, otherOrigin] = [`http://localhost:${port}`, `http://localhost:${otherPort}`];
  const { stop } = await start(folder, port);
  onTestFinished(stop);
  const { browser } = newBrowser();
  await logIn(browser, origin, people.hana);
  const beside = await wranglerDev(folder, otherPort);
  onTestFinished(beside.stop);
  const { browser: second } = newBrowser();
  expect((await logIn(second, otherOrigin, people.hana)).url.href).toBe(`${otherOrigin}/`);
  const { plid } = (await sessionAt(browser, origin)).user ?? {};
  expect((await sessionAt(second, otherOrigin)).user?.plid).toBe(plid);

  // The world that was started first has its own pages and its own events.
  const { browser: third } = newBrowser();
  expect((await logIn(third, origin, people.duri)).url.href).toBe(`${origin}/`);
  await leave(origin, people.duri);
  await expect.poll(async () => (await sessionAt(third, origin)).user).toBeUndefined();
  await leave(otherOrigin, people.hana);
  await expect.poll(async () => (await sessionAt(second, otherOrigin)).user).toBeUndefined();
}, 180_000);

const undeployed = copyProject();
afterAll(undeployed.remove);

test.each([[['deploy']], [['versions', 'upload']], [['deploy', '--dry-run']]])(
  "npx wrangler %j doesn't deploy the local environment",
  async (words) => {
    const { folder } = undeployed;
    // A request to the API would be seen here; the token saves wrangler a search for an account.
    let asked = 0;
    const api = createServer((_, response) => {
      asked += 1;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void api.close());
    await once(api, 'listening');
    const env = {
      ...wranglerEnvironment(path.join(folder, '.wrangler')),
      CLOUDFLARE_API_TOKEN: 'a token',
      CLOUDFLARE_ACCOUNT_ID: 'an account',
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
      CI: '1',
    };
    const { stdout, stderr, code: ended } = await run([wranglerProgramPath, ...words], { cwd: folder, env });
    expect([ended, asked], stdout + stderr).toEqual([1, 0]);
    expect(stdout).toContain('npx plid-admin deploy service, or gateway');
    // wrangler's error about the missing file is the last line. The sentence says what it means.
    expect(stdout).toContain("wrangler's next error only means that nothing was built.");
    expect(stderr).toContain('was not found after running custom build');
    expect(stdout + stderr).not.toMatch(/^\s+at .*:\d+/m);
    expect(stderr.trim().split('\n').length).toBeLessThan(10);
  },
  60_000,
);

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

const run = (words: string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Ended> =>
  new Promise((resolve) =>
    execFile(process.execPath, words, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    ),
  );
