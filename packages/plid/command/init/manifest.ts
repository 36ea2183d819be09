import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SandboxError } from '../../sandbox/sandbox-error.ts';

/** Entries of package.json, by their keys. */
export type Manifest = Record<string, Record<string, unknown>>;

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

const dependencyKeys = ['dependencies', 'devDependencies'];

/** Whether the project depends on a package. */
export const dependsOn = (manifest: ExistingManifest | undefined, name: string): boolean =>
  dependencyKeys.some((key) => name in ((manifest?.content[key] as object | undefined) ?? {}));

/**
 * Returns package.json without the dependency on an archive of a package outside the project, because other machines
 * don't have this archive.
 */
export function withoutOutsideArchive(
  manifest: ExistingManifest | undefined,
  name: string,
): ExistingManifest | undefined {
  if (manifest === undefined) return undefined;
  const content = { ...manifest.content };
  for (const key of dependencyKeys) {
    const { [name]: source = '', ...others } = (content[key] ?? {}) as Record<string, string>;
    if (/^(?:file:)?(?:\.\.|\/|[a-z]:).*\.tgz$/i.test(source)) content[key] = others;
  }
  return { ...manifest, content };
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

/** The start of a new package.json. */
export const newManifest = (name: string): ExistingManifest => ({
  content: { name, private: true, type: 'module' },
  indent: '  ',
});
