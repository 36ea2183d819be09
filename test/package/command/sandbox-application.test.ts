import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxApplication } from '../../../packages/plid/sandbox/index.ts';
import { type ReceivedRequest, startApplication } from '../../support/fakes/application-stand-in.ts';
import { BrowserSession, type Init } from '../../support/fixtures/browser-session.ts';
import { people } from '../../support/fixtures/sign-in.ts';
import { addMiniflare, installPackage } from '../../support/world/installed-package.ts';

let folder = '';
beforeAll(async () => {
  folder = await installPackage();
  addMiniflare(folder);
});

interface Ready {
  url: string;
  applications: SandboxApplication[];
}

/** Runs `plid sandbox --json` of the built package, and reads its first line. */
async function start(...words: string[]): Promise<Ready> {
  const program = path.join(folder, 'node_modules/plid/command/index.js');
  const given = ['sandbox', '--port', '0', '--json', ...words];
  const child: ChildProcess = spawn(process.execPath, [program, ...given], { cwd: folder });
  onTestFinished(() => void child.kill('SIGTERM'));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = await Promise.race([
    new Promise<[string]>((resolve) => lines.once('line', (text) => resolve([text]))),
    new Promise<[string]>((resolve) => child.once('exit', (code) => resolve([`ended with ${code}`]))),
  ]);
  return JSON.parse(line) as Ready;
}

/** A server that answers with the path, and with the user of the guard if there is one. */
async function startShop() {
  const shop = await startApplication(
    ({ url, headers }: ReceivedRequest) =>
      new Response(`shop at ${url}, ${headers['plid-identity'] === undefined ? 'no user' : 'a user'}`),
    { sockets: true },
  );
  onTestFinished(() => void shop.close());
  return shop;
}

const overHttp = {
  fetch: (url: string | URL, init: Init = {}) => fetch(url, { redirect: 'manual', ...init }),
};
const textAt = async (address: string) => (await fetch(address)).text();

describe('plid sandbox --application', () => {
  test("serves the developer's application next to the sign-in, and the service's pages at 127.0.0.1", async () => {
    const shop = await startShop();
    const { url } = await start('--application', shop.url);
    for (const own of ['/', '/account', '/docs'])
      expect(await textAt(url + own), own).toBe(`shop at ${own}, no user`);
    const browser = new BrowserSession(overHttp);
    const form = await browser.get(`${url}/auth/login?return_to=/orders`);
    const page = await browser.submit(await browser.submit(form, people.hana));
    expect([page.url.href, page.text]).toEqual([`${url}/orders`, 'shop at /orders, no user']);
    const session = await browser.fetch(`${url}/auth/session`);
    expect(await session.json()).toMatchObject({ user: { name: people.hana.name } });
    const account = await fetch(`${url.replace('localhost', '127.0.0.1')}/account`);
    expect([account.status, (await account.text()).includes('<main')]).toEqual([200, true]);
  });

  test('passes WebSockets on, which hot reloading needs', async () => {
    const shop = await startShop();
    const { url } = await start('--application', shop.url);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/hot`);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    socket.close();
    expect(shop.received.map((request) => request.url)).toEqual(['/hot']);
  });

  test('with --guard lets only signed-in users in, except on public paths', async () => {
    const shop = await startShop();
    const { url } = await start('--application', shop.url, '--guard', '--public-paths', '/about');
    expect(await textAt(`${url}/about`)).toBe('shop at /about, no user');
    const browser = new BrowserSession(overHttp, { headers: { Accept: 'text/html' } });
    const form = await browser.get(`${url}/orders`);
    expect(form.url.pathname).toBe('/oauth2/authorize');
    const page = await browser.submit(await browser.submit(form, people.hana));
    expect([page.url.href, page.text]).toEqual([`${url}/orders`, 'shop at /orders, a user']);
  });
});

describe('plid sandbox --redirect-uri', () => {
  const uri = 'http://localhost:5173/callback';
  /** Sends a user to the service. @returns the status of its page. */
  const statusFor = async (url: string, redirect_uri: string) => {
    const query = new URLSearchParams({
      ...{ client_id: 'demoshop000000000001', response_type: 'code', redirect_uri, state: 'a'.repeat(32) },
    });
    return (await fetch(`${url}/oauth2/authorize?${query}`)).status;
  };

  test('registers another callback for the demo applications, with no seed', async () => {
    const { url, applications } = await start('--redirect-uri', uri);
    for (const { redirect_uris } of applications) expect(redirect_uris).toContain(uri);
    expect(await statusFor(url, uri)).toBe(200);
    expect(await statusFor(url, 'http://localhost:3000/callback')).toBe(400);
  });

  test('refuses one that no service would register, with its reason', async () => {
    const program = path.join(folder, 'node_modules/plid/command/index.js');
    const words = [program, 'sandbox', '--port', '0', '--redirect-uri', 'http://shop.example/callback'];
    const child = spawn(process.execPath, words, { cwd: folder });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
    expect(errors).toContain('The callback address http://shop.example/callback cannot be registered.');
  });
});
