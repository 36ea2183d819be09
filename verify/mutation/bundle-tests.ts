import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { esbuild } from '../../tools/configuration/esbuild.ts';
import { inPlace } from './in-place.ts';

/** The tests that run in Node, without the workers' runtime. */
const tests = [
  'test/{core,properties}/**/*.test.ts',
  'test/package/{client,fields,identity,web}/!(client).test.ts',
  'test/service/operator/applications/registration.test.ts',
  'test/service/sign-in/{age,phone-app-links,risk}.test.ts',
  'test/service/carriers/carriers-settings.test.ts',
  'test/service/objects/device-generation.test.ts',
  'test/service/{registry/applications,tokens/grants}.test.ts',
  'test/gateway/flow/flows.test.ts',
  'test/gateway/application/*.test.ts',
  'test/gateway/features/{events/service-events,openid/relying-parties}.test.ts',
  'test/gateway/objects/identity-change.test.ts',
];

/** What bundled tests get in place of a module: the recorder of tests, and objects that run in Node. */
export const aliasesIn = (folder: string) => ({
  vitest: path.join(import.meta.dirname, 'collected-tests.ts'),
  'cloudflare:workers': path.join(folder, 'test/support/fakes/objects.ts'),
});

/** Only Vitest's own runner has Vitest's clock. */
export const needsVitest = (file: string): boolean => readFileSync(file, 'utf8').includes('vi.useFakeTimers');

/** A file of tests, bundled with the sources that it tests. */
export interface Bundle {
  /** Relative to the folder that it was bundled from, as `inputs` are. */
  test: string;
  file: string;
  /** The files in it. */
  inputs: ReadonlySet<string>;
}

/**
 * Bundles each test file separately, with the project's modules that it imports. A second import then has no state of the last run,
 * such as a value that a mutant has put into a cache.
 * @param folder of Stryker's copy of the sources, with mutants in them.
 */
export async function bundleTests(folder: string): Promise<Bundle[]> {
  const alias = aliasesIn(folder);
  const outdir = path.join(folder, `.bundles-${process.pid}`);
  const outExtension = { '.js': '.ts.mjs' };
  const { metafile } = await esbuild.build({
    absWorkingDir: folder,
    outdir,
    outbase: folder,
    entryPoints: globSync(tests, { cwd: folder })
      .filter((test) => !needsVitest(path.join(folder, test)))
      .sort(),
    bundle: true,
    metafile: true,
    format: 'esm',
    target: 'esnext',
    platform: 'node',
    logLevel: 'error',
    outExtension,
    packages: 'external',
    alias,
    external: [alias.vitest, '*/world.ts'],
    plugins: [inPlace],
  });
  return Object.entries(metafile.outputs).flatMap(([file, { entryPoint, inputs }]) =>
    entryPoint === undefined
      ? []
      : [{ test: entryPoint, file: path.join(folder, file), inputs: new Set(Object.keys(inputs)) }],
  );
}
