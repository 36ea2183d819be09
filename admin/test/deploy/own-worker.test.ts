import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../../test/support/world/bundles.ts';
import { packageCommand } from '../../../test/support/world/command.ts';
import { installPackage } from '../../../test/support/world/installed-package.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { startCloudflare } from '../cloudflare/api.ts';

test('plain wrangler deploy puts the project of plid init worker on workers.dev, again and again, also from a copy', async () => {
  const cloudflare = await startCloudflare();
  onTestFinished(() => cloudflare.close());
  const folder = mkdtempSync(path.join(testFolder(), 'my worker-'));
  const archive = path.join(root, 'package.json');
  await packageCommand(['init', 'worker', '--name', 'shop', '--package', archive], { cwd: folder });
  symlinkSync(
    path.join(await installPackage(), 'node_modules'),
    path.join(folder, 'node_modules'),
    'junction',
  );
  const wrangler = path.join(root, 'node_modules/wrangler/bin/wrangler.js');
  const deploy = (cwd: string, ...options: string[]) =>
    promisify(execFile)(process.execPath, [wrangler, 'deploy', ...options], {
      cwd,
      env: { ...process.env, ...cloudflare.environment, CLOUDFLARE_ACCOUNT_ID: 'account', CI: 'true' },
    });
  const copy = mkdtempSync(path.join(testFolder(), 'copy-'));
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  const secrets = path.join(testFolder(), 'production.secrets');
  writeFileSync(
    secrets,
    `KEYS=k1:${randomBytes(32).toString('base64')}\nCLIENT_SECRET=${'0123456789abcdef'.repeat(4)}\n`,
  );
  await expect(deploy(folder), 'without its secrets').rejects.toThrow('--secrets-file');
  expect((await deploy(folder, '--secrets-file', secrets)).stdout).toContain(
    'https://shop.example.workers.dev',
  );
  await deploy(folder);
  await deploy(copy);
  const { state } = cloudflare;
  expect(state.namespaces.map(({ title }) => title)).toEqual(['shop-states', 'shop-sessions']);
  expect(state.scripts.get('shop')?.classes).toEqual(['PlidFlow', 'PlidUser']);
  const bound = state.current('shop')?.metadata.bindings.map(({ name }) => name);
  expect(bound).toEqual(expect.arrayContaining(['FLOW', 'USER', 'STATES', 'SESSIONS', 'STATE_LIMIT']));
  // The key of this machine stays here.
  const [, localKey = ''] =
    /^KEYS="?([^"\n]+)/m.exec(readFileSync(path.join(folder, '.dev.vars'), 'utf8')) ?? [];
  expect(localKey).not.toBe('');
  expect(JSON.stringify(state.current('shop')?.metadata)).not.toContain(localKey);
});
