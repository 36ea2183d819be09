import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../test/support/world/bundles.ts';
import { chromiumPath } from '../../../test/support/world/chromium.ts';
import { copyTwice, expectServersStopped, expectStopped, report, runnerProject } from './runner-project.ts';

const packages = path.join(root, 'verify/clients/node_modules');

/** A project's own configuration; only the path of Chromium differs. */
const configuration = async () => `
export default {
  testDir: '.', workers: 2, reporter: [['json', { outputFile: 'report.json' }]], retries: 0,
  use: { browserName: 'chromium', launchOptions: { executablePath: ${JSON.stringify(await chromiumPath())}, args: ['--no-sandbox', '--disable-gpu'] } },
};`;

async function run(prepare: (application: string) => void, expected: number): Promise<string> {
  const application = await runnerProject(packages, ['@playwright', 'playwright', 'playwright-core']);
  writeFileSync(path.join(application, 'playwright.config.mjs'), await configuration());
  prepare(application);
  const runner = path.join(packages, '@playwright/test/cli.js');
  const { stats, errors, suites } = await report(application, runner, ['test']);
  expect({ ...stats, errors }, JSON.stringify(suites)).toMatchObject({
    expected,
    unexpected: 0,
    flaky: 0,
    errors: [],
  });
  return application;
}

test("the fixtures of plid/sandbox/playwright work in Playwright's runner: docs/examples/ci/login.spec.ts passes", async () => {
  await run((application) => {
    copyFileSync(path.join(root, 'docs/examples/ci/login.spec.ts'), path.join(application, 'login.spec.ts'));
  }, 3);
}, 150_000);

test('docs/examples/ci/application.spec.ts signs a user in at an application of its own', async () => {
  await run((application) => {
    for (const file of ['application.spec.ts', 'server.mjs'])
      copyFileSync(path.join(root, 'docs/examples/ci', file), path.join(application, file));
  }, 2);
}, 150_000);

test('two parallel workers of Playwright have an application each, which ends with its children', async () => {
  const application = await run((folder) => copyTwice('application.playwright.ts', 'spec.ts', folder), 4);
  await expectStopped(application);
  await expectServersStopped(application);
}, 150_000);

test('two parallel workers of Playwright have a sandbox each', async () => {
  await expectStopped(
    await run((application) => copyTwice('parallel.playwright.ts', 'spec.ts', application), 4),
  );
}, 150_000);
