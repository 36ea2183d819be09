import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Publication } from '../../packages/plid/command/publication.ts';
import { buildCommonJs } from './commonjs-build.ts';
import { buildGatewayModule } from './gateway-module.ts';
import { publishedManifest } from './published-manifest.ts';
import { buildSandboxWorld } from './sandbox-world.ts';
import { templateFilesOf, templates } from './template-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const source = path.join(root, 'packages/plid');
const compiler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

/**
 * Builds the published package. Compiled files stay one per source, so that stack traces and debuggers show the
 * source, and so that tools without support for `exports` find `plid/client` as a folder.
 * @param folder for the result; its content is replaced. @param publication for the manifest that npm's registry
 * gets.
 */
export async function buildPackage(folder: string, publication?: Publication): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const project of ['packages/plid', 'packages/plid/sandbox', 'packages/plid/gateway'])
    execFileSync(process.execPath, [compiler, '-p', project, '--outDir', folder], {
      cwd: root,
      stdio: 'inherit',
    });
  await buildCommonJs(folder);
  // npm does this when it installs the package; a clone runs the built file.
  chmodSync(path.join(folder, 'command/index.js'), 0o755);
  const files = Object.fromEntries(templates.map((name) => [name, templateFilesOf(name)]));
  writeFileSync(path.join(folder, 'command/init/templates.json'), JSON.stringify(files));
  await buildGatewayModule(path.join(folder, 'gateway'));
  await buildSandboxWorld(path.join(folder, 'sandbox'));
  // Only the sources are private, to prevent publishing them instead of the built package.
  const { private: _, ...manifest } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'));
  const built = publication === undefined ? manifest : publishedManifest(manifest, publication);
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(built, undefined, 2)}\n`);
  for (const document of globSync('README*.md', { cwd: source }))
    cpSync(path.join(source, document), path.join(folder, document));
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
}
