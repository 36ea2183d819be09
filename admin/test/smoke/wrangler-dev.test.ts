import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../../packages/plid/package.json' with { type: 'json' };
import { wranglerDev } from '../../../sandbox/test/support/wrangler-dev.ts';
import { root } from '../../../test/support/world/bundles.ts';
import { packageCommand, plid } from '../../../test/support/world/command.ts';
import { freePort } from '../../../test/support/world/example-process.ts';
import { installPackage } from '../../../test/support/world/installed-package.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { startSandbox } from '../../../test/support/world/sandbox-world.ts';
import { runSmoke } from '../../smoke/run.ts';

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** A project of `plid init worker` that runs in `wrangler dev`, in front of a sandbox. */
async function startProject() {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const client_id = 'test0000000000000001';
  const applications = [{ client_id, name: 'Test', redirect_uris: [`${origin}/auth/callback`] }];
  const sandbox = await startSandbox({ applications });
  onTestFinished(() => sandbox.stop());
  const folder = mkdtempSync(path.join(testFolder(), 'my worker-'));
  await packageCommand(['init', 'worker', '--package', path.join(root, 'package.json')], { cwd: folder });
  const modules = path.join(await installPackage(), 'node_modules');
  symlinkSync(modules, path.join(folder, 'node_modules'), 'junction');
  const file = path.join(folder, '.dev.vars');
  const [, keys] = /^KEYS=(.*)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  const settings = {
    SERVICE_URL: sandbox.url,
    CLIENT_ID: client_id,
    CLIENT_SECRET: sandbox.application.client_secret,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"`);
  writeFileSync(file, [...lines, `KEYS=${keys}`, ''].join('\n'));
  const wrangler = await wranglerDev(folder, port);
  onTestFinished(wrangler.stop);
  return { origin, sandbox, source: path.join(folder, 'src/index.ts') };
}

/** Time that passes a hundred times faster. */
const timer = {
  now: () => performance.now() * 100,
  wait: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds / 100)),
};

test('plid-admin smoke runs against wrangler dev, and verifies nothing about Cloudflare', async () => {
  const { origin, sandbox, source } = await startProject();
  const login = await fetch(`${origin}/auth/login`, { redirect: 'manual' });
  const { location } = await sandbox.signInAt(login.headers.get('Location') ?? '', '01000000001');
  const callback = await fetch(location, { redirect: 'manual', headers: { Cookie: cookiesOf(login) } });
  const [, session = ''] = /plid-session=([^;]+)/.exec(cookiesOf(callback)) ?? [];
  expect((await fetch(`${origin}/auth/session`, { headers: { Cookie: cookiesOf(callback) } })).status).toBe(
    200,
  );

  const change = `"${process.execPath}" -e "require('fs').appendFileSync(process.argv[1], '// changed')" "${source}"`;
  const report = await runSmoke(origin, { session, deploy: change }, timer);
  expect(report.location).toBeUndefined();
  expect(new Set(report.observations.map(({ level }) => level))).toEqual(new Set(['not verified']));
  const shown = report.observations.map(({ about, what }) => `${about}: ${what}`);
  expect(shown).toContainEqual(expect.stringMatching(/^KV: a write was readable after/));
  expect(shown).toContainEqual(expect.stringMatching(/^code update: \d+ requests .* and none failed$/));
  expect(shown).toContainEqual(
    expect.stringMatching(/^KV: a signed-out session didn't return in \d+ reads$/),
  );

  const { code, stdout } = await plid(['smoke', origin]);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^gateway {3}http:\/\/localhost:\d+\nlocation {2}not at/),
  ]);
  expect(stdout).toMatch(/\n0 good, 0 to note, 0 faults, 10 not verified\.\n$/);
  const printed = JSON.parse((await plid(['smoke', origin, '--json'])).stdout);
  expect(printed).toMatchObject({ url: origin, plid: manifest.version, observations: expect.any(Array) });
});
