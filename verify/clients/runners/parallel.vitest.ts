import { type SandboxTest, type SandboxWorker, sandboxFixtures } from 'plid/sandbox/vitest';
import { test as base, vi } from 'vitest';
import { checkReset, checkSeparateSandboxes } from './two-workers.ts';

vi.setConfig({ testTimeout: 60_000 });

const test = base.extend<SandboxTest & SandboxWorker>(sandboxFixtures({ seed: 'seed.json' }));

test('a carrier outage of one worker has no effect on the other', ({ sandbox }) =>
  checkSeparateSandboxes(sandbox));

test('the next test starts with the seed', ({ sandbox }) => checkReset(sandbox));
