import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { SandboxApplication } from '../../packages/plid/sandbox/types.ts';
import { wranglerDev } from '../../sandbox/test/support/wrangler-dev.ts';
import { packageCommand } from '../../test/support/world/command.ts';
import { freePort } from '../../test/support/world/example-process.ts';
import { testFolder } from '../../test/support/world/isolation.ts';
import { startSandbox } from '../../test/support/world/sandbox-world.ts';
import type { Tarball } from './tarballs.ts';

/**
 * A project that `plid init worker` has written, with a sandbox as its login service. `run` installs a package with npm
 * and starts it with `wrangler dev` on the state that the package before it has left.
 */
export async function createWorkerProject(first: Tarball) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const sandbox = await startSandbox({
    applications: [
      { client_id: 'upgrade0000000000001', name: 'Upgrade', redirect_uris: [`${origin}/auth/callback`] },
    ],
  });
  const folder = await initialized(first, { ...sandbox.application, url: sandbox.url });
  const outputs: { of: Tarball; output(): string }[] = [];
  let running: { package: Tarball; stop(): Promise<void> } | undefined;

  async function stop(): Promise<void> {
    await running?.stop();
    running = undefined;
  }

  return {
    origin,
    sandbox,
    async run(tarball: Tarball): Promise<void> {
      if (running?.package === tarball) return;
      await stop();
      await install(folder, tarball);
      const { output, stop: kill } = await wranglerDev(folder, port);
      running = { package: tarball, stop: kill };
      outputs.push({ of: tarball, output });
    },
    /** The output of `wrangler dev` in all its runs, or in those with one package. */
    logs: (tarball?: Tarball): string =>
      outputs.flatMap(({ of, output }) => (of === (tarball ?? of) ? [output()] : [])).join(''),
    async close(): Promise<void> {
      await stop();
      await sandbox.stop();
      rmSync(folder, { recursive: true, maxRetries: 5 });
    },
  };
}

/** A new folder with a project whose local login service is a sandbox. */
async function initialized(
  { file }: Tarball,
  { url, client_id, client_secret }: SandboxApplication & { url: string },
): Promise<string> {
  const folder = mkdtempSync(path.join(testFolder(), 'worker-project-'));
  const words = ['init', 'worker', '--name', 'upgrade', '--package', file];
  const { code, output } = await packageCommand(words, { cwd: folder });
  if (code !== 0) throw new Error(output);
  // The tests have wrangler and TypeScript, which npm would download.
  edit(folder, 'package.json', (text) => JSON.stringify({ ...JSON.parse(text), devDependencies: undefined }));
  const settings = { SERVICE_URL: url, CLIENT_ID: client_id, CLIENT_SECRET: client_secret };
  for (const [name, value] of Object.entries(settings))
    edit(folder, '.dev.vars', (text) => text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}="${value}"`));
  return folder;
}

/**
 * Installs a package. Each version has its own KV namespace for copies of sessions, as if the copies of the other version had
 * expired: sessions are then read from the User object.
 */
async function install(folder: string, { file, version }: Tarball): Promise<void> {
  await promisify(execFile)('npm', ['install', '--offline', '--no-audit', '--no-fund', `plid@file:${file}`], {
    cwd: folder,
  });
  edit(folder, 'wrangler.jsonc', (text) =>
    text.replace(/\{ "binding": "SESSIONS".*?\}/, `{ "binding": "SESSIONS", "id": "sessions-${version}" }`),
  );
}

function edit(folder: string, name: string, change: (text: string) => string): void {
  const file = path.join(folder, name);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
