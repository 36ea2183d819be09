import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBusy } from '../scripts/local/port.ts';
import { BrowserSession, type Init } from './support/browser-session.ts';
import { people } from './support/sign-in.ts';
import { root } from './support/workers.ts';

const port = 18_700 + Math.floor(Math.random() * 1_000);
const origin = `http://localhost:${port}`;
const directory = mkdtempSync(path.join(tmpdir(), 'plid-start-'));
const secretsFile = path.join(directory, '.dev.vars');
const ownToken = 'a-token-that-was-there-before-the-first-start';
const json = { 'Content-Type': 'application/json' };

const overHttp = {
  fetch: (url: string | URL, init: Init = {}) => fetch(url, { redirect: 'manual', ...init }),
};

/** `npm start`, in a directory of its own. */
function start() {
  const parameters = ['scripts/start.ts', '--port', String(port), '--persist-to', directory];
  const child = spawn(process.execPath, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const running = new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk;
      if (output.includes('plid is running')) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    void exit.then((code) => reject(new Error(`ended with ${code}:\n${output}`)));
  });
  running.catch(() => {});
  return { child, exit, running, output: () => output };
}

async function untilFree(): Promise<void> {
  while (await isBusy(port)) await new Promise((resolve) => setTimeout(resolve, 100));
}

let current: Pick<ReturnType<typeof start>, 'child' | 'output'>;
beforeAll(async () => {
  writeFileSync(secretsFile, `ADMIN_TOKEN=${ownToken}`);
  const started = start();
  current = started;
  await started.running;
});
afterAll(async () => {
  current.child.kill('SIGKILL');
  await untilFree();
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const secrets = () => parseEnv(readFileSync(secretsFile, 'utf8'));
const browser = new BrowserSession(overHttp);
const sessionOf = async (session: BrowserSession) => {
  const answer = await session.fetch(`${origin}/auth/session`);
  return (await answer.json()) as { user?: { plid: string; name: string } };
};
const applications = (init: Init = {}) =>
  fetch(`${origin}/admin/applications`, {
    ...init,
    headers: { Authorization: `Bearer ${ownToken}`, ...json },
  });

describe('npm start', () => {
  test('says what to open as soon as it answers', async () => {
    expect(current.output()).toContain(`${origin}/sandbox`);
    expect(current.output()).toContain('README.md');
    expect((await fetch(origin)).status).toBe(200);
    expect((await fetch(`${origin}/sandbox`)).status).toBe(200);
  });

  test('makes the secrets that are missing, for the owner alone, and keeps those that are there', () => {
    expect(statSync(secretsFile).mode & 0o777).toBe(0o600);
    expect(secrets().ADMIN_TOKEN).toBe(ownToken);
    expect(Object.keys(secrets()).sort()).toEqual([
      ...['ADMIN_TOKEN', 'CARRIER_TOKEN', 'CLIENT_SECRET', 'KEYS', 'PHONE_KEY'],
    ]);
  });

  test('serves a whole login', async () => {
    const signIn = await browser.get(`${origin}/auth/login?return_to=/`);
    const consent = await browser.submit(signIn, people.hana);
    const shop = await browser.submit(consent, { autoLogin: 'Y' });
    expect(shop.url.href).toBe(`${origin}/`);
    expect((await sessionOf(browser)).user?.name).toBe('김하나');
  });

  test('a second one on the same port says so, and leaves the first alone', async () => {
    const second = start();
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`port ${port}`);
    expect((await fetch(origin)).status).toBe(200);
  });

  test('killed and started again: no registration, consent, automatic login or session is lost', async () => {
    const body = JSON.stringify({
      ...{ name: 'Kept', redirect_uris: ['https://kept.example/callback'], attributes: ['ci'] },
    });
    const registered = await applications({ method: 'POST', body });
    const { client_id } = (await registered.json()) as { client_id: string };
    const before = await sessionOf(browser);
    const secretsBefore = secrets();

    current.child.kill('SIGKILL');
    await untilFree();
    const again = start();
    current = again;
    await again.running;

    expect(secrets()).toEqual(secretsBefore);
    expect(await (await applications()).text()).toContain(client_id);
    expect(await sessionOf(browser)).toEqual(before);
    const other = new BrowserSession(overHttp);
    const consented = await other.submit(await other.get(`${origin}/auth/login?return_to=/`), people.hana);
    expect(consented.url.href).toBe(`${origin}/`);
    expect((await sessionOf(other)).user?.plid).toBe(before.user?.plid);
    const automatic = await browser.get(`${origin}/auth/login?return_to=/`);
    expect(automatic.url.href).toBe(`${origin}/`);
  });

  test('Ctrl-C stops everything', async () => {
    const stopping = current.child;
    const exit = new Promise((resolve) => stopping.once('close', resolve));
    stopping.kill('SIGINT');
    expect(await exit).toBe(0);
    expect(await isBusy(port)).toBe(false);
  });
});

test('the lock file holds every platform of every package', async () => {
  const check = spawn(process.execPath, ['scripts/check-lock-file.ts'], { cwd: root });
  expect(await new Promise((resolve) => check.once('close', resolve))).toBe(0);
});
