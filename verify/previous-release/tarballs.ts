import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { changedSources, sourcesOfCommit } from '../../test/service/support/source-trees.ts';
import { root } from '../../test/support/world/bundles.ts';

/** A package that `npm run pack` has made. */
export interface Tarball {
  file: string;
  version: string;
}

/** The files of this source tree that `npm run pack` reads. */
const packedSources = [
  ...['workers', 'packages', 'sandbox', 'tools', 'wrangler.toml', 'LICENSE'],
  ...['docs/openapi.yaml', 'docs/carrier.openapi.yaml', 'docs/client'],
];

/** This release, packed in a copy, because other tests may read packages/plid/dist meanwhile. */
export const packThisRelease = (): Promise<Tarball> =>
  pack(changedSources('this-release', [], packedSources));

/**
 * Packs the previous release. Release 0.2 has no `plid/gateway`: its Durable Object classes then replace this release's classes
 * in this release's module, and the package gets the version 0.2.
 */
export function packPreviousRelease(commit: string): Promise<Tarball> {
  const previous = sourcesOfCommit('previous-release', commit);
  if (existsSync(path.join(previous, 'packages/plid/gateway'))) return pack(previous);
  const [version, ownVersion] = [versionOf(previous), versionOf(path.join(root, 'packages/plid'))];
  const objects = '../../../../previous-release/workers/gateway/objects';
  const classes = 'workers/gateway/single-worker/configured-objects.ts';
  const changes = [
    { file: classes, from: "'../objects/flow.ts'", to: `'${objects}/flow.ts'` },
    { file: classes, from: "'../objects/user.ts'", to: `'${objects}/user.ts'` },
    { file: 'workers/core/worker/release.ts', from: `'${ownVersion}'`, to: `'${version}'` },
    { file: 'packages/plid/package.json', from: `"version": "${ownVersion}"`, to: `"version": "${version}"` },
  ];
  return pack(changedSources('previous-objects', changes, packedSources));
}

/** `npm run pack` in a source tree. */
async function pack(tree: string): Promise<Tarball> {
  await promisify(execFile)('npm', ['run', 'pack', '--silent'], { cwd: tree });
  const version = versionOf(path.join(tree, 'packages/plid'));
  return { version, file: path.join(tree, `plid-${version}.tgz`) };
}

/** The version of the package in a folder. */
const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;
