import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const compiler = path.join(
  path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin/tsc',
);

/** A package to compile. */
export interface PackageSources {
  /** Folders with a `tsconfig.json`. */
  projects: readonly string[];
  /** Folder in the package by folder of sources. Empty: the package's own folder. */
  places: Readonly<Record<string, string>>;
}

/**
 * Compiles a package's sources. One compiled file per source stays, so that stack traces and debuggers show the source,
 * and so that tools without support for `exports` find `plid/client` as a folder. @param folder for the result.
 */
export function compilePackage(folder: string, { projects, places }: PackageSources): void {
  const compiled = mkdtempSync(path.join(tmpdir(), 'plid-package-'));
  /** The place of a compiled file: `workers/core/crypto/jwe.js` becomes `crypto/jwe.js`. */
  const published = (file: string): string =>
    Object.entries(places).reduce((name, [source, place]) => name.replace(source, place), file);
  try {
    for (const project of projects)
      execFileSync(process.execPath, [compiler, '-p', project, '--outDir', compiled], {
        cwd: root,
        stdio: 'inherit',
      });
    for (const file of globSync('**/*.{js,ts,json}', { cwd: compiled })) {
      const target = path.join(folder, published(file));
      mkdirSync(path.dirname(target), { recursive: true });
      const text = readFileSync(path.join(compiled, file), 'utf8');
      writeFileSync(target, withPublishedImports(file, text, published));
    }
  } finally {
    rmSync(compiled, { recursive: true, force: true });
  }
}

/** The text of a compiled file with the imports of its place in the package. */
const withPublishedImports = (file: string, text: string, published: (file: string) => string): string =>
  text.replaceAll(
    /(\b(?:from|import)\s*\(?\s*['"])(\.[^'"]+)(?=['"])/g,
    (_, before: string, imported: string) => {
      const other = published(path.posix.join(path.posix.dirname(file), imported));
      const relative = path.posix.relative(path.posix.dirname(published(file)), other);
      return `${before}${relative.startsWith('.') ? relative : `./${relative}`}`;
    },
  );
