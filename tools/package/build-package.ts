import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Publication } from '../../packages/plid/command/publication.ts';
import { buildCommonJs } from './commonjs-build.ts';
import { compilePackage, type PackageSources } from './compile-package.ts';
import { buildGatewayModule } from './gateway-module.ts';
import { builtManifest, publishedManifest } from './published-manifest.ts';
import { buildSandboxWorld } from './sandbox-world.ts';
import { buildSeedSchema } from './seed-schema.ts';
import { templatesInBothLanguages } from './template-files.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Builds the package `plid`. @param folder for the result. @param publication for the manifest that npm's registry gets. */
export async function buildPackage(folder: string, publication?: Publication): Promise<void> {
  await compile(folder, {
    projects: ['packages/plid', 'packages/plid/sandbox', 'packages/plid/gateway'],
    places: { 'packages/plid/': '', 'workers/core/': '' },
  });
  writeFileSync(path.join(folder, 'command/init/templates.json'), JSON.stringify(templatesInBothLanguages()));
  await buildGatewayModule(path.join(folder, 'gateway'));
  await buildSandboxWorld(path.join(folder, 'sandbox'));
  await buildSeedSchema(folder);
  finish(folder, 'packages/plid', publication);
}

/** Builds the package `plid-kits`, which contains what it uses of `plid`. The parameters are those of {@link buildPackage}. */
export async function buildKits(folder: string, publication?: Publication): Promise<void> {
  await compile(folder, {
    projects: ['packages/plid-kits'],
    places: { 'packages/plid-kits/': '', 'packages/plid/': 'plid/', 'workers/core/': '' },
  });
  finish(folder, 'packages/plid-kits', publication);
}

async function compile(folder: string, sources: PackageSources): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  compilePackage(folder, sources);
  await buildCommonJs(folder);
  // npm does this when it installs the package; a clone runs the built file.
  chmodSync(path.join(folder, 'command/index.js'), 0o755);
}

/** Writes the manifest, and copies the documents. @param source folder of the package. */
function finish(folder: string, source: string, publication: Publication | undefined): void {
  // Only the sources are private, to prevent publishing them instead of the built package.
  const { private: _, ...sources } = JSON.parse(
    readFileSync(path.join(root, source, 'package.json'), 'utf8'),
  );
  const manifest = builtManifest(sources);
  const built = publication === undefined ? manifest : publishedManifest(manifest, publication, source);
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(built, undefined, 2)}\n`);
  for (const document of globSync('README*.md', { cwd: path.join(root, source) }))
    cpSync(path.join(root, source, document), path.join(folder, document));
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
}
