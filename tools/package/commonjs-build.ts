import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { esbuild } from '../configuration/esbuild.ts';

/** Files that are never imported: the command runs as an ES module, and the sandbox worker isn't a Node module. */
const alone = ['command/**', 'plid/command/**', 'carrier-kit/**', 'sandbox/worker.js', 'gateway/**'];

/** The required part of esbuild's plugin API. */
interface Build {
  onResolve(
    of: { filter: RegExp },
    resolve: (asked: { kind: string; path: string }) => object | undefined,
  ): void;
}

/** Keeps imports between CommonJS files, so that error classes are the same for all that a program requires. */
const twinsImportTwins = {
  name: 'twins-import-twins',
  setup(build: Build) {
    build.onResolve({ filter: /^\./ }, ({ kind, path: imported }) =>
      kind === 'entry-point' ? undefined : { path: imported.replace(/\.js$/, '.cjs'), external: true },
    );
  },
};

/**
 * Writes a CommonJS copy of each module and its types, for tools that can't load ES modules: Jest, and TypeScript
 * with CommonJS output.
 * @param folder of the compiled files.
 */
export async function buildCommonJs(folder: string): Promise<void> {
  const modules = globSync('**/*.js', { cwd: folder, exclude: alone });
  await esbuild.build({
    absWorkingDir: folder,
    entryPoints: modules,
    outdir: '.',
    outbase: '.',
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    packages: 'external',
    define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
    plugins: [twinsImportTwins],
    logLevel: 'warning',
  });
  for (const types of modules.map((file) => path.join(folder, file.replace(/\.js$/, '.d.ts')))) {
    const text = readFileSync(types, 'utf8').replaceAll(/(from '\.[^']*)\.[jt]s'/g, "$1.cjs'");
    writeFileSync(types.replace(/\.d\.ts$/, '.d.cts'), text);
  }
}
