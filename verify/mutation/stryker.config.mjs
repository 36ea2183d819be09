import { isSample } from './sample-time.ts';

/**
 * Mutates the modules that run without workerd. They read or write text from outside, or guard a secret, and need no object, KV
 * or other worker for it. The rest belongs to workers.config.mjs: handlers, objects and everything that calls them; and pages
 * and texts, which browser tests look at.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'workers/core/{carrier,crypto,http,protocol,worker}/*.ts',
    '!workers/core/protocol/{attribute-texts,refusals}.ts',
    '!workers/core/carrier/port.ts',
    'workers/core/storage/call-with-timeout.ts',
    'workers/service/operator/applications/{entity-tag,field-schemas,callback-address,registration,transfer-application}.ts',
    'workers/service/objects/{accounts,phones}.ts',
    'workers/service/registry/{application-names,applications}.ts',
    'workers/service/tokens/{access-tokens,codes,grant-identity}.ts',
    'workers/service/settings/{event-keys,operator-settings,service-sealed-types}.ts',
    'workers/service/protocol/security-event.ts',
    'workers/gateway/flow/!(begin-sign-in|claimed-flow|other-browser-error|flow-outcome|state-nonces).ts',
    'workers/gateway/features/events/read-security-event-token.ts',
    'workers/gateway/settings/{app-settings,gateway-sealed-types,service-settings,session-settings,setting-types}.ts',
    'workers/gateway/application/*.ts',
    'workers/gateway/features/guard/{guard-settings,public-paths}.ts',
    'packages/plid/{client,fields,identity,web}/*.ts',
  ],
  testRunner: 'in-process',
  plugins: ['./verify/mutation/in-process-runner.ts'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A mutant that never ends is found by the number of its runs; time alone says little on a busy machine.
  timeoutMS: 120_000,
  maxTestRunnerReuse: 300,
  // The files that are not copied to the folder of the mutants.
  ignorePatterns: [
    '**',
    '!workers/**',
    '!packages/plid/**',
    '!tools/**',
    '!sandbox/**',
    '!admin/**',
    '!test/**',
    '!verify/**',
    '!docs/verification/risk-decision.md',
    '!package.json',
    '!tsconfig.json',
    '**/node_modules',
  ],
  // Stryker has nothing to change there, and does not support TypeScript 7.
  tsconfigFile: 'none',
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { logTests: false },
  warnings: { slow: false },
  // The lines of a sample are chance: it fails only where the tests fail without any mutant.
  thresholds: { high: 95, low: 90, break: isSample ? null : 90 },
};
