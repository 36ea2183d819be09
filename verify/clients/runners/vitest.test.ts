import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../test/support/world/bundles.ts';
import { copyTwice, expectServersStopped, expectStopped, report, runnerProject } from './runner-project.ts';

const packages = path.join(root, 'node_modules');

async function run(file: string, options: object): Promise<string> {
  const application = await runnerProject(packages, ['vitest']);
  copyTwice(file, 'test.ts', application);
  const configuration = {
    test: { ...options, maxWorkers: 2, reporters: 'json', outputFile: 'report.json' },
  };
  const written = path.join(application, 'vitest.config.mjs');
  writeFileSync(written, `export default ${JSON.stringify(configuration)};`);
  const result = await report(application, path.join(packages, 'vitest/vitest.mjs'), ['run']);
  expect(result, JSON.stringify(result.testResults)).toMatchObject({
    numPassedTests: 4,
    numFailedTests: 0,
    success: true,
  });
  return application;
}

test.each([
  { pool: 'forks', isolate: true },
  { pool: 'threads', isolate: false },
])(
  'two parallel workers of Vitest have a sandbox each (pool $pool, isolate $isolate)',
  async (options) => expectStopped(await run('parallel.vitest.ts', options)),
  150_000,
);

test('two parallel workers of Vitest have an application each, which ends with its children', async () => {
  const application = await run('application.vitest.ts', { pool: 'forks', isolate: true });
  await expectStopped(application);
  await expectServersStopped(application);
}, 150_000);
