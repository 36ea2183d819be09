import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Publication } from '../../packages/plid/command/publication.ts';
import { buildCommonJs } from './commonjs-build.ts';
import { compilePackage } from './compile-package.ts';
import { buildGatewayModule } from './gateway-module.ts';
import { publishedManifest } from './published-manifest.ts';
import { buildSandboxWorld } from './sandbox-world.ts';
import { templateFilesOf, templates } from './template-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const source = path.join(root, 'packages/plid');

/**
 * Builds the published package.
 * @param folder for the result; its content is replaced. @param publication for the manifest that npm's registry
 * gets.
 */
export async function buildPackage(folder: string, publication?: Publication): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  compilePackage(folder);
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
