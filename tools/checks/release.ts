import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { publication } from '../../packages/plid/command/publication.ts';
import { faultsOfPublication } from '../package/published-manifest.ts';
import { printFailure } from '../terminal/failure.ts';
import { faultsOfKorean } from './korean-documents.ts';

/** The files that name the release. */
export interface ReleaseFiles {
  /** Version in packages/plid/package.json. */
  version: string;
  /** Version in packages/plid-kits/package.json. */
  kits: string;
  changelog: string;
  /** Faults of the package's owner and address. */
  publication: readonly string[];
  /** Differences of the Korean documents from the English ones. */
  korean: readonly string[];
}

/**
 * Lists what is missing before a tag can be published (docs/contribute/releasing.md), one sentence each.
 * @param tag `v0.1.0`
 */
export function faultsOfRelease(tag: string, files: ReleaseFiles): string[] {
  const { version, kits, changelog, publication, korean } = files;
  const [, heading] = /^## (.+)$/m.exec(changelog) ?? [];
  const [, title, day] = /^(\S+) \((.+)\)$/.exec(heading ?? '') ?? [];
  return [
    ...(tag === `v${version}` ? [] : [`The tag is ${tag}, but packages/plid/package.json says ${version}.`]),
    ...(kits === version
      ? []
      : [`packages/plid-kits/package.json says ${kits}, but packages/plid/package.json says ${version}.`]),
    ...(title === version && /^\d{4}-\d\d-\d\d$/.test(day ?? '')
      ? []
      : [`CHANGELOG.md begins with "${heading}". It needs "${version} (its day)", such as (2026-12-01).`]),
    ...publication,
    ...korean,
  ];
}

function readFiles(): ReleaseFiles {
  const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
  const versionOf = (name: string) =>
    (JSON.parse(read(`packages/${name}/package.json`)) as { version: string }).version;
  return {
    version: versionOf('plid'),
    kits: versionOf('plid-kits'),
    changelog: read('CHANGELOG.md'),
    publication: faultsOfPublication(publication),
    korean: faultsOfKorean(),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = faultsOfRelease(process.argv[2] ?? '', readFiles());
  for (const fault of faults) printFailure(fault);
  if (faults.length > 0) process.exitCode = 1;
}
