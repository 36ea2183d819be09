import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../runner/bundles.ts';
import type { CountedCosts } from './costs.ts';
import { costTable } from './table.ts';

const counted = path.join(import.meta.dirname, 'login-costs.json');

/**
 * Counts calls, rows, and hops of every action with the tests in test/scale, and prints the cost table.
 * @param writeDocs whether new counts replace those of login-costs.json and docs/verification/tables/costs.md; otherwise they fail.
 */
export function countCosts(writeDocs = false): void {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  // One worker, because three of the files write docs/verification/tables/costs.md.
  const words = [
    'run',
    '--project',
    'thorough',
    '--maxWorkers',
    '1',
    'test/scale',
    ...(writeDocs ? ['-u'] : []),
  ];
  const { status } = spawnSync(process.execPath, [vitest, ...words], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  console.log(`\n${costTable(JSON.parse(readFileSync(counted, 'utf8')) as CountedCosts)}`);
}
