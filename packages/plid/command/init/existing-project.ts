import { constants, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SandboxError } from '../../sandbox/sandbox-error.ts';
import type { Manifest } from './worker/template.ts';

/** The files that wrangler looks for, in its order. */
const configurations = ['wrangler.json', 'wrangler.jsonc', 'wrangler.toml'];

/** The configuration of an existing Worker. wrangler would ignore a second one in another format. */
export interface Configuration {
  file: string;
  /** Whether it has static assets. */
  hasAssets: boolean;
}

export function findConfiguration(cwd: string): Configuration | undefined {
  const file = configurations.find((name) => existsSync(path.join(cwd, name)));
  if (file === undefined) return undefined;
  return { file, hasAssets: /\bassets\b/.test(readFileSync(path.join(cwd, file), 'utf8')) };
}

/** The existing package.json. */
export interface ExistingManifest {
  content: Record<string, unknown>;
  /** What it indents a level with. */
  indent: string;
}

/** @returns undefined if there is no package.json. @throws {SandboxError} if it isn't JSON. */
export function readManifest(cwd: string): ExistingManifest | undefined {
  const file = path.join(cwd, 'package.json');
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  try {
    const [, indent = '  '] = /^([ \t]+)"/m.exec(text) ?? [];
    return { content: JSON.parse(text) as Record<string, unknown>, indent };
  } catch (failure) {
    throw new SandboxError(`package.json isn't JSON (${(failure as Error).message}). Nothing was written.`);
  }
}

/** Adds the missing entries to package.json. Existing entries stay, in their order. */
export function completeManifest(
  cwd: string,
  { content, indent }: ExistingManifest,
  ...needed: readonly Manifest[]
): void {
  const merged: Record<string, unknown> = { ...content };
  for (const [key, entries] of needed.flatMap(Object.entries)) {
    const existing = merged[key] as object | undefined;
    merged[key] = { ...existing, ...entries, ...existing };
  }
  writeFileSync(path.join(cwd, 'package.json'), `${JSON.stringify(merged, undefined, indent)}\n`);
}

/** Writes a file unless it exists. @returns whether it was written. */
export function writeNew(file: string, content: string): boolean {
  const mode = file.endsWith('.dev.vars') ? 0o600 : 0o644;
  return isNew(file, () => writeFileSync(file, content, { flag: 'wx', mode }));
}

/** Copies a file unless the copy exists. @returns whether it was copied. */
export const copyNew = (from: string, to: string): boolean =>
  isNew(to, () => copyFileSync(from, to, constants.COPYFILE_EXCL));

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

/** Lets Git ignore `.dev.vars`, and not archives of the package. @returns whether the file was changed. */
export function completeIgnoreFile(cwd: string, hasArchive: boolean): boolean {
  const file = path.join(cwd, '.gitignore');
  const text = readFileSync(file, 'utf8');
  const lines = text.split(/\r?\n/);
  const needed = [
    ...(lines.some((line) => /^\/?\.dev\.vars\*?$/.test(line)) ? [] : ['.dev.vars']),
    ...(hasArchive && lines.includes('*.tgz') ? ['!/vendor/*.tgz'] : []),
  ].filter((line) => !lines.includes(line));
  if (needed.length > 0)
    writeFileSync(file, `${text.replace(/\n?$/, '\n')}${needed.map((line) => `${line}\n`).join('')}`);
  return needed.length > 0;
}
