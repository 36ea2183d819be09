import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Deployments } from '../cloudflare/index.ts';
import { changingCloudflare, deployReleases, type Fault, play } from './support/cloudflare-commands.ts';

// A deployment takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

let base: Deployments;
beforeAll(async () => {
  base = await deployReleases();
});
afterAll(() => base.close());

const everyFault = (writes: number): Fault[] =>
  Array.from({ length: writes }, (_, index) => index + 1).flatMap((which) => [
    { which, fate: 'lost' },
    { which, fate: 'unanswered' },
  ]);

describe('a command whose n-th change at Cloudflare fails, and that is run again, leaves the same state as without a failure:', () => {
  test.each(Object.entries(changingCloudflare))('%s', async (_, command) => {
    const { left, writes } = await play(base, command);
    expect(writes).toBeGreaterThan(4);
    for (const fault of command.faults ?? everyFault(writes)) {
      const failed = await play(base, command, fault);
      const name = `change ${fault.which} of ${writes} is ${fault.fate}`;
      expect(failed.left, name).toEqual(left);
      // The last change is the end of the lock.
      expect(failed.hasFailed, name).toBe(fault.which < writes);
      // A command that never learned that it has the lock can't recognize it.
      expect(failed.isLocked, name).toBe(fault.which === 1 && fault.fate === 'unanswered');
    }
  });
});
