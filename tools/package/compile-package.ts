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

/** The folders of sources whose files stand side by side in the published package. */
const sources = ['packages/plid/', 'workers/core/'];

/** The place of a compiled file in the package: `workers/core/crypto/jwe.js` becomes `crypto/jwe.js`. */
const published = (file: string): string => sources.reduce((name, source) => name.replace(source, ''), file);

/**
 * Compiles the package's sources. One compiled file per source stays, so that stack traces and debuggers show the
 * source, and so that tools without support for `exports` find `plid/client` as a folder. @param folder for the result.
 */
export function compilePackage(folder: string): void {
  const compiled = mkdtempSync(path.join(tmpdir(), 'plid-package-'));
  try {
    for (const project of ['packages/plid', 'packages/plid/sandbox', 'packages/plid/gateway'])
      execFileSync(process.execPath, [compiler, '-p', project, '--outDir', compiled], {
        cwd: root,
        stdio: 'inherit',
      });
    for (const file of globSync('**/*.{js,ts,json}', { cwd: compiled })) {
      const target = path.join(folder, published(file));
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, withPublishedImports(file, readFileSync(path.join(compiled, file), 'utf8')));
    }
  } finally {
    rmSync(compiled, { recursive: true, force: true });
  }
}

/** The text of a compiled file with the imports of its place in the package. */
const withPublishedImports = (file: string, text: string): string =>
  text.replaceAll(
    /(\b(?:from|import)\s*\(?\s*['"])(\.[^'"]+)(?=['"])/g,
    (_, before: string, imported: string) => {
      const other = published(path.posix.join(path.posix.dirname(file), imported));
      const relative = path.posix.relative(path.posix.dirname(published(file)), other);
      return `${before}${relative.startsWith('.') ? relative : `./${relative}`}`;
    },
  );
