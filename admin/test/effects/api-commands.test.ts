import { describe, expect, test } from 'vitest';
import { playWithEachFault } from '../../../test/effects/support/play-command.ts';
import { changing } from './support/changing-commands.ts';

describe("an operator's command whose n-th call fails, and that is run again, leaves the same data as without a failure:", () => {
  test.each(Object.entries(changing))('%s', { timeout: 60_000 }, async (_, command) => {
    expect((await playWithEachFault(command)).length).toBeGreaterThan(1);
  });
});
