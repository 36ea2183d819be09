import { defineConfig } from 'vitest/config';

/**
 * What takes long: every page in every state in Chromium, starting in vain, killing and restarting, noise, crowds, KV that
 * lags, outages, the release before beside this one. CI runs it as well.
 */
const thorough = [
  'test/browser/!(login).test.ts',
  'test/sandbox/chromium.test.ts',
  'test/start-trouble.test.ts',
  'test/isolation.test.ts',
  'test/releases/skew.test.ts',
  'test/service/durability.test.ts',
  'test/service/identity-at-rest.test.ts',
  'test/service/single-use.test.ts',
  'test/service/application-copies.test.ts',
  'test/attacks/everywhere-noise.test.ts',
  'test/outages/outages.test.ts',
  'test/deploy/whole.test.ts',
  'test/keys/!(entries).test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Each file closes its own world; what they share is the cost of loading wrangler.
    isolate: false,
    maxWorkers: 3,
    globalSetup: './test/support/world/global-setup.ts',
    reporters: ['default', './test/support/world/summary-reporter.ts'],
    projects: [
      { extends: true, test: { name: 'everyday', include: ['test/**/*.test.ts'], exclude: thorough } },
      { extends: true, test: { name: 'thorough', include: thorough } },
    ],
  },
});
