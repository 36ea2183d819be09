import { constants, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dependsOn, type ExistingManifest } from './manifest.ts';
import type { PackageSource } from './package-source.ts';

/** What a template has done in a project. */
export interface Outcome {
  written: string[];
  /** Existing files with new entries. */
  completed: string[];
  /** Existing files that were not changed. */
  kept: string[];
  /** The copy of the package's archive in the project. */
  archive: string | undefined;
}

/** Writes a file unless it exists. Only its owner can read a file with secrets. @returns whether it was written. */
export function writeNew(file: string, content: string): boolean {
  const mode = /^\.(?:dev\.vars|env)$/.test(path.basename(file)) ? 0o600 : 0o644;
  return isNew(file, () => writeFileSync(file, content, { flag: 'wx', mode }));
}

/** Copies the package's archive into the project, unless the project has the package or the copy. */
export function copyArchive(
  cwd: string,
  { copied }: PackageSource,
  manifest: ExistingManifest | undefined,
  outcome: Outcome,
): void {
  if (copied === undefined || dependsOn(manifest, 'plid')) return;
  const copy = path.join(cwd, copied.to);
  const isCopied = isNew(copy, () => copyFileSync(copied.from, copy, constants.COPYFILE_EXCL));
  (isCopied ? outcome.written : outcome.kept).push(copied.to);
  outcome.archive = copied.to;
}

function isNew(file: string, write: () => void): boolean {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    write();
    return true;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
    return false;
  }
}

/** Lets Git ignore the files with secrets, and not archives of the package. @param secrets names such as `.dev.vars`. */
export function completeIgnoreFile(cwd: string, secrets: readonly string[], outcome: Outcome): void {
  const file = path.join(cwd, '.gitignore');
  const text = readFileSync(file, 'utf8');
  const lines = text.split(/\r?\n/);
  const isIgnored = (name: string) =>
    lines.some((line) => line.replace(/^\/?\*?|\*$/g, '') === name.replace(/^\*/, ''));
  const needed = [
    ...secrets.filter((name) => !isIgnored(name)),
    ...(outcome.archive !== undefined && lines.includes('*.tgz') ? ['!/vendor/*.tgz'] : []),
  ].filter((line) => !lines.includes(line));
  if (needed.length === 0) return;
  writeFileSync(file, `${text.replace(/\n?$/, '\n')}${needed.map((line) => `${line}\n`).join('')}`);
  outcome.completed.push('.gitignore');
}

/** The first lines of a template's output: what was written, completed, and kept. */
export function summary({ written, completed, kept, archive }: Outcome): string[] {
  const unchanged = kept.filter((file) => !completed.includes(file));
  return [
    ...(written.length > 0 ? [`Written: ${written.join(', ')}`] : []),
    ...(completed.length > 0 ? [`Completed: ${completed.join(', ')}`] : []),
    ...(unchanged.length > 0 ? [`Not changed, because they exist: ${unchanged.join(', ')}`] : []),
    ...(archive === undefined ? [] : [`Commit ${archive}: package.json installs the package from it.`]),
  ];
}
