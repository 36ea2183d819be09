import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildCommonJs } from './commonjs-build.ts';
import { buildSandboxWorld } from './sandbox-world.ts';

const root = path.resolve(import.meta.dirname, '../..');
const source = path.join(root, 'packages/plid');
const compiler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

/**
 * Builds the package as it is published: what was compiled stands where its source does, one file each, so that a stack trace and a
 * debugger show the source as it was written, and so that whoever knows no `exports` finds `plid/client` as the folder that it is.
 * @param folder of the results; what was there goes.
 */
export async function buildPackage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const project of ['packages/plid', 'packages/plid/sandbox'])
    execFileSync(process.execPath, [compiler, '-p', project, '--outDir', folder], {
      cwd: root,
      stdio: 'inherit',
    });
  await buildCommonJs(folder);
  // npm does so where it installs the package; a clone runs what was built here.
  chmodSync(path.join(folder, 'command/index.js'), 0o755);
  await buildSandboxWorld(path.join(folder, 'sandbox'));
  // Only the sources are private: they must not be published in the place of the built package.
  const { private: _, ...manifest } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const document of globSync('README*.md', { cwd: source }))
    cpSync(path.join(source, document), path.join(folder, document));
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
}
