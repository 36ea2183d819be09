import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../test/support/world/example-process.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { browserOf, registerClient, signIn, useClientWorld } from './client-world.ts';
import { documentedFrameworks, type Framework, frameworks } from './framework-programs.ts';
import { inTurn } from './in-turn.ts';
import { type Consumer, packAndInstall } from './packed/pack.ts';

const packages = path.join(import.meta.dirname, 'frameworks/node_modules');
const world = useClientWorld();
let consumer: Consumer;
beforeAll(async () => {
  consumer = await packAndInstall();
}, 180_000);
afterAll(() => consumer?.remove());

/** Gives a project every package of the frameworks, and plid. */
function linkPackages(folder: string): void {
  const modules = path.join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const name of readdirSync(packages))
    if (!name.startsWith('.')) symlinkSync(path.join(packages, name), path.join(modules, name), 'junction');
  symlinkSync(consumer.package, path.join(modules, 'plid'), 'junction');
}

async function startFramework({ name, files, build, start }: Framework) {
  const port = await freePort();
  const home = `http://localhost:${port}`;
  const { client_id, client_secret } = await registerClient(world, `${home}/callback`);
  const folder = path.join(consumer.folder, name);
  linkPackages(folder);
  for (const [file, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${text}\n`);
  }
  const env = {
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
    HOME: folder,
    PLID_SERVICE: world.address,
    PLID_CLIENT_ID: client_id,
    PLID_CLIENT_SECRET: client_secret,
    PLID_REDIRECT_URI: `${home}/callback`,
    COOKIE_KEY: '0123456789abcdef'.repeat(2),
    PORT: String(port),
    ASTRO_TELEMETRY_DISABLED: '1',
    NITRO_PORT: String(port),
  };
  const programOf = ([program = '', ...parameters]: string[]) =>
    [program === 'node' ? process.execPath : program, parameters] as const;
  if (build !== undefined) execFileSync(...programOf(build), { cwd: folder, env, stdio: 'pipe' });
  const child = spawn(...programOf(start), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      printed += data;
    });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isUp = () =>
    fetch(home).then(
      () => true,
      () => false,
    );
  const failed = exit.then(() => Promise.reject(new Error(`It ended: ${printed}`)));
  const untilUp = async () => {
    while (!(await isUp())) await setTimeout(100);
  };
  await Promise.race([untilUp(), failed]);
  failed.catch(() => undefined);
  return {
    home,
    logs: () => printed,
    async close() {
      child.kill();
      await exit;
    },
  };
}

test('docs/client/web.md has no framework without a test', () => {
  expect(new Set(frameworks.map(({ name }) => name))).toEqual(documentedFrameworks);
});

describe.each(inTurn(frameworks))('$name', (framework) => {
  const server = useStarted(() => startFramework(framework));
  const page = { Accept: 'text/html' };

  test('signs a user in and out, and asks a visitor of a page for users to sign in', async () => {
    const { home } = server;
    expect(await (await fetch(home)).text()).toContain('Sign in');
    const required = await fetch(`${home}/orders`, { headers: page, redirect: 'manual' });
    expect(required.headers.get('Location')).toBe(`${home}/login?return_to=%2Forders&required=Y`);
    const browser = browserOf(world);
    const { person, end } = await signIn(world, browser, `${home}/login?return_to=/`);
    expect([end.status, end.text]).toEqual([200, expect.stringContaining(`Hello, ${person.name}.`)]);
    const forged = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const post = { method: 'POST', redirect: 'manual' } as const;
    expect((await browser.fetch(`${home}/logout`, { ...post, headers: forged })).status).toBe(403);
    expect((await browser.get(home)).text).toContain('Hello');
    await browser.fetch(`${home}/logout`, { ...post, headers: { Origin: home } });
    expect((await browser.get(home)).text).toContain('Sign in');
  });

  test('refuses forged callbacks, and logs no personal data', async () => {
    for (const query of ['', '?error=access_denied&state=zzz', '?code=stolen&state=zzz'])
      expect((await fetch(`${server.home}/callback${query}`)).status, query).toBe(400);
    expect(server.logs()).not.toMatch(/[0-9a-f]{64}/);
  });
});
