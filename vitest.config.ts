import path from 'node:path';
import { defineConfig } from 'vitest/config';
import ByWorld from './test/support/world/sequencer.ts';
import { browser, clients, engines, thorough } from './test/tiers.ts';

// Every process of the tests, and every command that a test runs, loads the same large libraries: Node keeps them compiled.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/compiled');

const packages = '**/node_modules/**';

/** The rings whose tests are a project: `npm test -w admin`. */
const rings = ['tools', 'site', 'sandbox', 'admin'];

/** `npm test -- test/browser tools/test` runs the files that it names, in any ring, also those that take long. */
const named = ['test', 'verify', 'bench', ...rings].filter((folder) =>
  process.argv.slice(2).some((word) => word.startsWith(`${folder}/`)),
);

const linters = './tools/test/install-linters.ts';

/** In CI, a test gets a second try. The summary names each test that needed it: it is a bug of the test. */
const retry = Number(process.env.PLID_RETRY ?? 0);

export default defineConfig({
  // As esbuild makes workers of it.
  oxc: { jsx: { development: false } },
  // The package by its own name is its sources: nothing has to be built first.
  resolve: {
    alias: [
      {
        find: /^plid\/(carrier|client|events|express|fields|identity|web)$/,
        replacement: path.join(import.meta.dirname, 'packages/plid/$1/index.ts'),
      },
      // Classes of objects run in Node as well, over SQLite in memory.
      {
        find: 'cloudflare:workers',
        replacement: path.join(import.meta.dirname, 'test/support/fakes/objects.ts'),
      },
    ],
  },
  test: {
    // A busy machine takes several times as long as a quiet one. A test that hangs fails all the same.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // Log lines come behind the answer, on a busy machine by more than the second that vitest would wait.
    expect: { poll: { timeout: 15_000 }, requireAssertions: true },
    pool: 'forks',
    // Requests of workers to an application go through this process, which would answer 431 where workerd itself does not.
    execArgv: ['--max-http-header-size=262144'],
    // Files of one process share its worlds (test/support/world/use-world.ts), and the cost of loading wrangler.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: ByWorld },
    globalSetup: ['./test/support/world/need-chromium.ts', './test/support/world/global-setup.ts'],
    reporters: './test/support/world/summary-reporter.ts',
    projects: [
      {
        extends: true,
        test: {
          name: 'everyday',
          include: ['test', 'verify', ...named].map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...(named.length > 0 ? [] : [...thorough, ...browser]), ...clients, ...engines, packages],
          retry,
          globalSetup: named.includes('tools') ? [linters] : [],
        },
      },
      { extends: true, test: { name: 'thorough', include: thorough, retry } },
      { extends: true, test: { name: 'browser', include: browser, retry } },
      { extends: true, test: { name: 'engines', include: engines, retry } },
      ...rings.map((name) => ({
        extends: true as const,
        test: {
          name,
          include: [`${name}/test/**/*.test.ts`],
          retry,
          globalSetup: name === 'tools' ? [linters] : [],
        },
      })),
      {
        extends: true,
        test: {
          name: 'clients',
          include: clients,
          exclude: [packages],
          retry,
          // The servers of frameworks compile each page when it is first opened.
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
