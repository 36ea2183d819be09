import path from 'node:path';
import { defineConfig } from 'vitest/config';
import ByWorld from './test/support/world/sequencer.ts';

// Every process of the tests, and every command that a test runs, loads the same large libraries: Node keeps them compiled.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/compiled');

/**
 * The tests that take long. They run programs of their own (commands, deployments, `npm start`, sandboxes, Chromium), compare many
 * lives with a model, measure, kill and restart, wait for a time-out, or start worlds that no other file uses. The rest are everyday
 * tests: pure ones, and those whose worlds many files share. CI runs both.
 */
const thorough = [
  'test/browser/!(login).test.ts',
  'test/{carrier-kit,commands,conformance,deploy,model,mutants,outages,releases,scale,soak}/**/*.test.ts',
  'test/keys/!(entries).test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/{start*,wrangler-dev,isolation,find-chromium,bench,object-costs,object-failures,object-alarms,events,request-id}.test.ts',
  'test/contributing/recipe-types.test.ts',
  'test/documents/{pasted-lines,watching}.test.ts',
  'test/terminal/{reporter,start}.test.ts',
  'test/sandbox/{calls,chromium,ci-examples,own-application,plid-sandbox*,relay,world-limits}.test.ts',
  'test/service/{application-copies,carrier,carrier-clock,carrier-numbers,carriers,durability,event-keys,expiry,first-edition,identity-at-rest,local-applications,new-isolate,openid-keys,phone-key,single-use}.test.ts',
  'test/gateway/{any-service,broken-off,failures,sandbox-faults,settings,stored,with-service}.test.ts',
  'test/attacks/{everywhere-*,fatigue,gateway,limits-as-weapons,pushed-requests,relay,relay-elsewhere}.test.ts',
];

/** The tests that need other people's packages: `npm run test:clients` installs them. CI runs it as well. */
const clients = ['test/clients/**/*.test.ts', 'test/examples/**/*.test.ts'];
const packages = '**/node_modules/**';

/** `npm test -- test/deploy` runs the files that it names, also those that take long. */
const isNamed = process.argv.slice(2).some((word) => word.startsWith('test/'));

export default defineConfig({
  // As esbuild makes workers of it.
  oxc: { jsx: { development: false } },
  // The package by its own name is its sources: nothing has to be built first.
  resolve: {
    alias: [
      {
        find: /^plid\/(carrier|client|fields|identity|web)$/,
        replacement: path.join(import.meta.dirname, 'packages/plid/$1/index.ts'),
      },
      // Classes of objects run in Node as well, over SQLite in memory.
      {
        find: 'cloudflare:workers',
        replacement: path.join(import.meta.dirname, 'test/model/schedules/objects.ts'),
      },
      {
        find: /^plid\/(providers\/[\w-]+)$/,
        replacement: path.join(import.meta.dirname, 'packages/plid/$1.ts'),
      },
    ],
  },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Log lines come behind the answer, on a busy machine by more than the second that vitest would wait.
    expect: { poll: { timeout: 15_000 } },
    pool: 'forks',
    // Requests of workers to an application go through this process, which would answer 431 where workerd itself does not.
    execArgv: ['--max-http-header-size=262144'],
    // Files of one process share its worlds (test/support/world/use-world.ts), and the cost of loading wrangler.
    isolate: false,
    maxWorkers: 3,
    sequence: { sequencer: ByWorld },
    globalSetup: ['./test/support/world/need-chromium.ts', './test/support/world/global-setup.ts'],
    reporters: './test/support/world/summary-reporter.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'everyday',
          include: ['test/**/*.test.ts'],
          exclude: [...(isNamed ? [] : thorough), ...clients, packages],
        },
      },
      { extends: true, test: { name: 'thorough', include: thorough } },
      {
        extends: true,
        test: {
          name: 'clients',
          include: clients,
          exclude: [packages],
          // The servers of frameworks compile each page when it is first opened.
          testTimeout: 90_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
