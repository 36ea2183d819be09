import base from './stryker.config.mjs';

/**
 * Mutates the modules that need the runtime, an object, KV or another worker. `npm run verify -- mutation` by itself mutates the rest.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  ...base,
  mutate: [
    'workers/{service,gateway}/**/*.ts',
    ...base.mutate
      .filter((pattern) => /^workers\/(?:service|gateway)\//.test(pattern))
      .map((pattern) => `!${pattern}`),
    // Texts, and what is read while a worker is loaded: tests of words and of settings hold them.
    '!workers/{service,gateway}/**/*-{words,texts,refusals,settings,bindings,tables}.ts',
    '!workers/{service,gateway}/**/words/**',
  ],
  testRunner: 'worlds',
  plugins: ['./verify/mutation/world-runner.ts'],
  // A worker has already loaded its modules when a mutant is chosen.
  ignoreStatic: true,
  concurrency: 1,
  timeoutMS: 30_000,
  maxTestRunnerReuse: 0,
  ignorePatterns: ['**/node_modules', '.wrangler', 'dist', 'docs/examples/*/dist'],
  dryRunTimeoutMinutes: 20,
  thresholds: { high: 95, low: 90, break: null },
};
