import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../test/support/world/bundles.ts';
import { copyTwice, expectStopped, report, runnerProject } from './runner-project.ts';

const packages = path.join(root, 'node_modules');

test.each([
  { pool: 'forks', isolate: true },
  { pool: 'threads', isolate: false },
])(
  'two parallel workers of Vitest have a sandbox each (pool $pool, isolate $isolate)',
  async (options) => {
    const application = await runnerProject(packages, ['vitest']);
    copyTwice('parallel.vitest.ts', 'test.ts', application);
    const configuration = {
      test: { ...options, maxWorkers: 2, reporters: 'json', outputFile: 'report.json' },
    };
    const file = path.join(application, 'vitest.config.mjs');
    writeFileSync(file, `export default ${JSON.stringify(configuration)};`);
    const result = await report(application, path.join(packages, 'vitest/vitest.mjs'), ['run']);
    expect(result, JSON.stringify(result.testResults)).toMatchObject({
      numPassedTests: 4,
      numFailedTests: 0,
      success: true,
    });
    await expectStopped(application);
  },
  150_000,
);
