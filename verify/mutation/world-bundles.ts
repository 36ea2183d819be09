import { globSync, renameSync } from 'node:fs';
import path from 'node:path';
import { thorough } from '../../test/tiers.ts';
import { esbuild } from '../../tools/configuration/esbuild.ts';
import { aliasesIn, needsVitest } from './bundle-tests.ts';
import { inPlace } from './in-place.ts';

/** The tests that drive the workers of each route in their runtime. */
const tests = ['test/{service,gateway,attacks}/**/*.test.ts'];
/** Time-outs, and worlds that no other file uses. */
const leftOut = thorough.filter((pattern) => /^test\/(?:service|gateway|attacks)\//.test(pattern));

/** A file of tests, bundled so that it shares the modules of test/support with the others. */
export interface WorldTest {
  test: string;
  file: string;
}

/**
 * Bundles files of tests together: a module that two of them import is loaded once, with the worlds that it keeps
 * (test/support/world/use-world.ts).
 * @param folder of Stryker's copy of the sources. @param only some files of tests; all by default.
 */
export async function bundleWorldTests(folder: string, only = tests): Promise<WorldTest[]> {
  const alias = aliasesIn(folder);
  const outdir = path.join(folder, `.worlds-${process.pid}`);
  const found = globSync(only, { cwd: folder, exclude: leftOut })
    .filter((test) => !needsVitest(path.join(folder, test)))
    .sort();
  await esbuild.build({
    absWorkingDir: folder,
    outdir,
    outbase: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    entryPoints: [...found, harness, setup],
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
    target: 'esnext',
    platform: 'node',
    packages: 'external',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    alias,
    external: [alias.vitest],
    plugins: [inPlace],
  });
  return found.map((test) => ({ test, file: bundled(folder, test) }));
}

const harness = 'test/support/world/harness.ts';
const setup = 'test/support/world/global-setup.ts';
const bundled = (folder: string, source: string): string =>
  path.join(folder, `.worlds-${process.pid}`, source.replace(/\.ts$/, '.mjs'));

/** The bundles of the harness, and of the setup for all tests. */
export const supportIn = (folder: string) => ({
  harness: bundled(folder, harness),
  setup: bundled(folder, setup),
});

/** The host of the requests that choose a worker's mutant. */
export const mutantsHost = 'mutants.invalid';

/** A header of the answer. */
export const mutantsHeader = 'Mutants';

/** Lets a request choose the active mutant of each worker. @param bundles of all workers. */
export async function letWorkersBeMutants(bundles: string): Promise<void> {
  for (const file of globSync('**/*.js', { cwd: bundles }).map((name) => path.join(bundles, name))) {
    const real = file.replace(/\.js$/, '.real.mjs');
    renameSync(file, real);
    await esbuild.build({
      stdin: { contents: wrapper(path.basename(real)), resolveDir: path.dirname(file) },
      outfile: file,
      bundle: true,
      format: 'esm',
      target: 'esnext',
      external: ['cloudflare:*'],
      logLevel: 'error',
    });
  }
}

/** The mutants that a worker has met since the last request, and how often; and those that it met while it was loaded, before any test. */
export interface Met {
  since: Record<string, number>;
  loaded: Record<string, number>;
}

/** Stryker's code in a worker reads `__stryker__`, which all modules and objects of its isolate share. */
const wrapper = (real: string) => `
export * from './${real}';
import * as all from './${real}';
const worker = all.default ?? {};
const shared = (globalThis.__stryker__ ??= {});
const metSince = () => {
  const { static: met = {} } = shared.mutantCoverage ?? {};
  const counted = { ...met };
  for (const mutant of Object.keys(met)) delete met[mutant];
  return counted;
};
const loaded = metSince();
async function tell(request) {
  const { activeMutant, hitLimit } = await request.json();
  Object.assign(shared, { activeMutant, hitLimit, hitCount: hitLimit === undefined ? undefined : 0 });
  return Response.json({ since: metSince(), loaded }, { headers: { '${mutantsHeader}': 'told' } });
}
const isTold = ({ url }) => url.startsWith('http://${mutantsHost}/');
export default typeof worker === 'function'
  ? class extends worker {
      fetch(request) { return isTold(request) ? tell(request) : super.fetch(request); }
    }
  : {
      ...worker,
      fetch: (request, env, context) => (isTold(request) ? tell(request) : worker.fetch(request, env, context)),
    };
`;
