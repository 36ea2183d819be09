import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../packages/plid/sandbox/index.ts';
import { BrowserSession, type Init } from '../../../test/support/fixtures/browser-session.ts';
import { people } from '../../../test/support/fixtures/sign-in.ts';
import { npmStartInProcess } from '../../../test/support/world/command.ts';
import { freePort } from '../../../test/support/world/example-process.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { npmStart, untilFree } from '../../../test/support/world/npm-start.ts';
import { startSandbox } from '../../../test/support/world/sandbox-world.ts';

const port = await freePort();
const origin = `http://localhost:${port}`;
const state = mkdtempSync(path.join(testFolder(), 'start service '));
const client_id = 'myshop00000000000001';
const overHttp = {
  fetch: (url: string | URL, init: Init = {}) => fetch(url, { redirect: 'manual', ...init }),
};

/** The other service: a sandbox of its own, in which an application of this gateway is registered. */
let service: Sandbox;
let started: ReturnType<typeof npmStart>;
const start = (words: string[], PLID_CLIENT_SECRET: string) =>
  npmStart(['--port', String(port), '--persist-to', state, ...words], { env: { PLID_CLIENT_SECRET } });

beforeAll(async () => {
  const redirect_uris = [`${origin}/auth/callback`];
  service = await startSandbox({ applications: [{ client_id, name: '내 가게', redirect_uris }] });
  started = start(['--service', service.url, '--client-id', client_id], service.application.client_secret);
  await started.running;
});
afterAll(async () => {
  started.signal('SIGKILL');
  await untilFree(port);
  await service.stop();
});

describe('npm start -- --service', () => {
  test('prints the URLs, and what to register at the service', () => {
    expect(started.output()).toContain(service.url);
    expect(started.output()).toContain(`${origin}/auth/callback`);
    expect(started.output()).not.toContain('01000000001');
  });

  test('signs in at the other service, and shows the user', async () => {
    const browser = new BrowserSession(overHttp);
    const form = await browser.get(`${origin}/auth/login?return_to=/`);
    expect(form.url.origin).toBe(service.url);
    const shop = await browser.submit(await browser.submit(form, people.hana));
    expect(shop.url.href).toBe(`${origin}/`);
    expect(shop.text).toContain('김하나');
    expect((await service.exchanges()).map(({ step, status }) => [step, status])).toEqual([
      ...[
        ['authorize', 200],
        ['code', 302],
        ['token', 200],
        ['user', 200],
      ],
    ]);
  });

  test('serves no service and no sandbox of its own', async () => {
    for (const way of [
      '/oauth2/authorize',
      '/oauth2/token',
      '/v1/user/me',
      '/sandbox',
      '/admin/applications',
    ])
      expect((await fetch(`${origin}${way}`)).status, way).toBe(404);
    const shop = await (await fetch(origin)).text();
    expect(shop).toContain('/auth/login');
    expect(shop).not.toContain('/sandbox');
  });

  test('stores the client secret in a file that only its owner can read, and out of the log', () => {
    const { client_secret } = service.application;
    const holding = readdirSync(state).filter(
      (name) =>
        name.endsWith('.vars') && readFileSync(path.join(state, name), 'utf8').includes(client_secret),
    );
    expect(holding).toEqual(['service.vars']);
    expect(statSync(path.join(state, 'service.vars')).mode & 0o777).toBe(0o600);
    expect(started.output()).not.toContain(client_secret);
  });
});

test.each([
  [['--service', 'http://login.example.com', '--client-id', 'x'], '--service needs an origin'],
  [
    ['--service', 'https://login.example.com/base', '--client-id', 'x'],
    '--service needs an origin without a path',
  ],
  [['--service', 'https://login.example.com'], '--client-id is missing'],
  [['--client-id', 'x'], '--client-id needs --service'],
  [['--service', 'https://login.example.com', '--client-id', 'a b'], '--client-id needs the client ID'],
])('%j is rejected', async (words, message) => {
  const env = { PLID_CLIENT_SECRET: 'a secret of the tests, with spaces' };
  const { code, output } = await npmStartInProcess(words, { env });
  expect([code, output]).toEqual([1, expect.stringContaining(message)]);
});

test.each([
  ['', 'The environment variable PLID_CLIENT_SECRET'],
  [
    'short',
    'The environment variable PLID_CLIENT_SECRET needs the client secret exactly as the service issued it: at least 16',
  ],
])('a client secret %j is rejected without being printed', async (secret, message) => {
  const words = ['--service', 'https://login.example.com', '--client-id', client_id];
  const { code, output } = await npmStartInProcess(words, { env: { PLID_CLIENT_SECRET: secret } });
  expect([code, output]).toEqual([1, expect.stringContaining(message)]);
  if (secret !== '') expect(output).not.toContain(secret);
});
