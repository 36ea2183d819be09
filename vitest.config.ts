import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Each file closes its own world; what they share is the cost of loading wrangler.
    isolate: false,
    maxWorkers: 2,
    globalSetup: './test/support/setup.ts',
    reporters: ['default', './test/support/summary-reporter.ts'],
  },
});
