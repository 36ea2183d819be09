import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../packages/plid/package.json' with { type: 'json' };
import { codeBlocksOf } from '../../test/support/assertions/code-blocks.ts';
import { BrowserSession, type Init } from '../../test/support/fixtures/browser-session.ts';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { findNode, freePort, runExample } from '../../test/support/world/example-process.ts';
import { root } from '../../test/support/world/test-workers.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { folderOnDisk } from '../clients/folder-on-disk.ts';
import { packAndInstall } from '../clients/packed/pack.ts';
import { expectText, isTooWide, logIn, logOut } from './sample-steps.ts';
import { testDisconnect, testRefusals } from './sample-tests.ts';
import { startSampleWorld } from './sample-world.ts';

const world = useStarted(() => startSampleWorld('express'));

test('a user signs in and signs out', async () => {
  const tab = await world.open({ viewport: { width: 360, height: 740 } });
  await tab.goto(world.home);
  await expectText(tab, 'You are not signed in.');
  await logIn(tab, people.duri);
  await expectText(tab, 'Hello, 이두리.');
  expect(tab.url()).toBe(`${world.home}/`);
  expect(await isTooWide(tab)).toBe(false);
  await logOut(tab);
  await tab.reload();
  await expectText(tab, 'You are not signed in.');
});

testRefusals(world);

test('an automatic login returns no name, and the application uses the stored one', async () => {
  const tab = await world.open();
  await tab.goto(world.home);
  await logIn(tab, people.hana, { autoLogin: true });
  await expectText(tab, 'Hello, 김하나.');
  await tab.getByText('Sign out').click();
  await tab.getByText('Sign in with your phone number').click();
  await expectText(tab, 'Hello, 김하나.');
});

testDisconnect(world);

test('a disconnect ends the sessions of other browsers, also after a new sign-in', async () => {
  const [tab, other] = [await world.open(), await world.open()];
  for (const each of [tab, other]) {
    await each.goto(world.home);
    await logIn(each, people.duri);
    await expectText(each, 'Hello, 이두리.');
  }
  await tab.getByText('Disconnect').click();
  await expectText(tab, 'You are not signed in.');
  await logIn(tab, people.duri);
  await expectText(tab, 'Hello, 이두리.');
  await other.goto(world.home);
  await expectText(other, 'You are not signed in.');
});

test("a callback of a sign-in that this browser didn't start is rejected with 400", async () => {
  const tab = await world.open();
  await tab.goto(world.home);
  await logIn(tab, people.duri);
  await tab.getByText('Sign out').click();
  const answer = await tab.goto(`${world.home}/callback?code=stolen&state=of-somebody-else`);
  expect(answer?.status()).toBe(400);
  await expectText(tab, 'This login is no longer valid.');
});

test.each(['/logout', '/disconnect'])('a form of another site at %s is rejected with 403', async (path) => {
  const headers = { Origin: 'https://evil.example' };
  const answer = await fetch(world.listensAt + path, { method: 'POST', headers });
  expect(answer.status).toBe(403);
});

test('during a service outage the user sees an error, and no secret is logged', async () => {
  const fault = { endpoint: '/oauth2/token', kind: 'error', status: 503, error: 'server_error', count: 1 };
  await world.fetch(`${world.plid}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ faults: [fault] }),
  });
  const tab = await world.open();
  await tab.goto(world.home);
  await logIn(tab, people.duri);
  await expectText(tab, 'The login is not available just now.');
  expect(world.output()).not.toMatch(/[0-9a-f]{64}|이두리/);
});

/** Logs in and out of the application at a port, whose configured address is that of {@link world}. */
async function logInAt(port: number): Promise<void> {
  const fetches = {
    fetch(url: string | URL, init: Init = {}) {
      const { origin, pathname, search } = new URL(url);
      if (origin === world.plid) return world.fetch(url, init);
      return fetch(`http://localhost:${port}${pathname}${search}`, init);
    },
  };
  const browser = new BrowserSession(fetches, { visitable: () => true });
  const page = await browser.submit(await browser.get(`${world.home}/login`), people.duri);
  const end = page.url.pathname.endsWith('/consent') ? await browser.submit(page) : page;
  expect(end.text).toContain('Hello, 이두리.');
  expect((await browser.submit(end)).text).toContain('You are not signed in.');
}

const node20 = findNode(20);
test.skipIf(node20 === undefined)('the example runs on Node 20 (skipped without Node 20)', async () => {
  const settings = parseEnv(readFileSync(path.join(root, 'docs/examples/express/local.env'), 'utf8'));
  const port = await freePort();
  const own = { ...settings, PLID_SERVICE: world.plid, PORT: String(port) };
  const server = await runExample('express/server.js', own, node20);
  try {
    await logInAt(port);
  } finally {
    await server.stop();
  }
});

test('the example runs in a new folder with the commands of docs/examples/README.md', async () => {
  const folder = folderOnDisk();
  onTestFinished(() => folder.remove());
  const packed = await packAndInstall();
  writeFileSync(path.join(folder.path, `plid-${manifest.version}.tgz`), packed.tarball);
  packed.remove();
  const filter = (file: string) => path.basename(file) !== 'node_modules';
  cpSync(path.join(root, 'docs/examples/express'), folder.path, { recursive: true, filter });
  const block = codeBlocksOf('docs/examples/README.md').find(
    ({ heading }) => heading === 'In a folder of your own',
  );
  const [install = '', start = ''] = block?.text.trim().split('\n') ?? [];
  await folder.run(install);
  const port = await freePort();
  await folder.run(
    `${start} & curl -s --retry 60 --retry-connrefused --retry-delay 1 -o /dev/null http://localhost:${port}/`,
    { PLID_SERVICE: world.plid, PORT: String(port) },
  );
  await logInAt(port);
});
