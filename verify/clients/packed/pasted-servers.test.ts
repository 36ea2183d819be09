import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/support/world/example-process.ts';
import { root } from '../../../test/support/world/test-workers.ts';
import { browserOf, deny, registerClient, signIn, useClientWorld } from '../client-world.ts';
import { type Consumer, packAndInstall } from './pack.ts';
import { expressServers, firstProgram, frontPage, guides, type Kind, snippets } from './pasted-programs.ts';

// Servers that readers copy from the documents, unchanged. Each runs as a process, in an empty folder with only its packages.
const clients = path.join(root, 'verify/clients/node_modules');
const world = useClientWorld();
let consumer: Consumer;
beforeAll(async () => {
  consumer = await packAndInstall();
}, 180_000);
afterAll(() => consumer?.remove());

/** Starts a server, and waits until it answers. @param service its login service; the test's own by default. */
async function start({ packages, write }: Kind, service = world.address) {
  const port = await freePort();
  const home = `http://localhost:${port}`;
  const { client_id, client_secret } = await registerClient(world, `${home}/callback`);
  const folder = path.join(consumer.folder, String(port));
  const modules = path.join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const [name, installed] of Object.entries(packages))
    symlinkSync(path.join(clients, installed), path.join(modules, name), 'junction');
  const env = {
    PLID_SERVICE: service,
    PLID_CLIENT_ID: client_id,
    PLID_CLIENT_SECRET: client_secret,
    PLID_REDIRECT_URI: `${home}/callback`,
    COOKIE_KEY: '0123456789abcdef'.repeat(2),
    SESSION_SECRET: 'only for this test',
    ORIGIN: home,
    PORT: String(port),
  };
  const child = spawn(process.execPath, [write(folder)], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const errors = text(child.stderr);
  const failure = exit.then(async () => Promise.reject(new Error(`It ended: ${await errors}`)));
  onTestFinished(async () => {
    failure.catch(() => undefined);
    child.kill();
    await exit;
  });
  const isUp = () =>
    fetch(home).then(
      () => true,
      () => false,
    );
  await Promise.race([expect.poll(isUp).toBe(true), failure]);
  /** The status of a callback; the error that ended the server, if it did. */
  async function callback(query: string, cookie = ''): Promise<number> {
    const answer = fetch(`${home}/callback${query}`, { headers: { cookie }, redirect: 'manual' });
    const { status } = await answer.catch(() => failure);
    expect(await isUp(), 'the server still runs').toBe(true);
    return status;
  }
  return { home, callback };
}

/** Starts a sign-in in a new browser. @returns its cookie and its `state`. */
async function startSignIn(home: string) {
  const answer = await fetch(`${home}/login`, { redirect: 'manual' });
  const [cookie = ''] = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
  const address = new URL(answer.headers.get('Location') ?? '');
  return { cookie, state: address.searchParams.get('state') ?? '' };
}

/** Forged callbacks, which anyone can send to an application. */
const forgedCallbacks = [
  '?error=access_denied&state=zzz',
  '?error=access_denied',
  '?code=stolen&state=zzz',
  '?state=a&state=b&code=c&code=d',
  '?state[a]=b&error[]=c',
  '?%E0%A4%A=%',
  '',
];

describe.each([firstProgram, frontPage, ...snippets, ...expressServers, ...guides])('$name', (kind) => {
  test('rejects forged callbacks with 400, and a user can sign in afterwards', async () => {
    const { home, callback } = await start(kind);
    for (const query of forgedCallbacks) expect(await callback(query), query).toBe(400);
    const { person, end } = await signIn(
      world,
      browserOf(world),
      `${home}/login?return_to=${kind.page ?? '/'}`,
    );
    expect([end.status, end.text]).toEqual([200, expect.stringContaining(person.name)]);
  });

  test('rejects a wrong state, a cancelled sign-in, and a denied one with 400', async () => {
    const { home, callback } = await start(kind);
    const { cookie } = await startSignIn(home);
    expect(await callback('?code=stolen&state=zzz', cookie)).toBe(400);
    const cancelled = await startSignIn(home);
    const back = `?error=access_denied&state=${cancelled.state}`;
    expect(await callback(back, cancelled.cookie)).toBe(400);
    expect((await deny(world, browserOf(world), `${home}/login`)).status).toBe(400);
  });

  test('returns 503 for a callback while the service is down', async () => {
    const { home, callback } = await start(kind, `http://localhost:${await freePort()}`);
    const { cookie, state } = await startSignIn(home);
    expect(await callback(`?code=any&state=${state}`, cookie)).toBe(503);
  });
});
