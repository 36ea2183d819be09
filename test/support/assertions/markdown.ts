import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../world/test-workers.ts';

/** Every document at the top of the project and in docs, in both languages. */
export const documents = globSync('{*,docs/**/*,packages/*/*}.md', {
  cwd: root,
  exclude: ['**/node_modules/**'],
}).sort();

/** @param file such as `docs/gateway/README.md`. */
export const readDocument = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The rows of all tables whose first heading is `heading`, cell by cell. */
export function rowsOf(text: string, heading: string): string[][] {
  const tables = text.matchAll(new RegExp(`^\\| ${heading} \\|.*\\n\\|[-| ]+\\n((?:\\|.*\\n)+)`, 'gm'));
  return [...tables].flatMap(([, rows = '']) =>
    rows
      .trim()
      .split('\n')
      .map((row) =>
        row
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      ),
  );
}

/** The parts of a cell or text that are in `code`. */
export const codesOf = (cell = ''): string[] =>
  [...cell.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
