import { execFile } from 'node:child_process';
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../test/support/world/bundles.ts';
import { chromiumPath } from '../../test/support/world/chromium.ts';
import { addMiniflare, installPackage } from '../../test/support/world/installed-package.ts';

const packages = path.join(root, 'verify/clients/node_modules');

/** A project's own configuration; only the path of Chromium differs. */
const configuration = async () => `
export default {
  testDir: '.', workers: 1, reporter: 'json', retries: 0,
  use: { browserName: 'chromium', launchOptions: { executablePath: ${JSON.stringify(await chromiumPath())}, args: ['--no-sandbox', '--disable-gpu'] } },
};`;

test("the fixtures of plid/sandbox/playwright work in Playwright's runner: docs/examples/ci/login.spec.ts passes", async () => {
  const application = await installPackage();
  addMiniflare(application);
  for (const name of ['@playwright', 'playwright', 'playwright-core'])
    symlinkSync(path.join(packages, name), path.join(application, 'node_modules', name), 'junction');
  copyFileSync(path.join(root, 'docs/examples/ci/login.spec.ts'), path.join(application, 'login.spec.ts'));
  writeFileSync(path.join(application, 'playwright.config.mjs'), await configuration());
  const runner = path.join(packages, '@playwright/test/cli.js');
  const { stdout } = await promisify(execFile)(process.execPath, [runner, 'test'], {
    cwd: application,
    timeout: 120_000,
  }).catch((failure) => failure);
  const { stats, errors } = JSON.parse(stdout);
  expect({ ...stats, errors }, stdout).toMatchObject({ expected: 3, unexpected: 0, flaky: 0, errors: [] });
}, 150_000);
