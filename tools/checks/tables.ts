import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const maxColumns = 4;

/** Tables of measurements, which only reviewers read, and folders of other programs. */
const excluded = ['docs/verification/tables/**', '**/{node_modules,dist}/**'];

/** The lines of a document's tables that have more than four columns, with their count. A quote may contain a table. */
export function wideTables(text: string): { line: number; columns: number }[] {
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    if (isCode || !/^[\s>]*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line)) return [];
    const columns = line.split('|').length - 2;
    return columns > maxColumns ? [{ line: index + 1, columns }] : [];
  });
}

/** A table with many columns is cut off on a phone, and its cells are too narrow to read. */
export const faultsOfTables = (): string[] =>
  globSync('{*.md,{docs,packages,workers,admin,sandbox,site,test,tools,verify,bench}/**/*.md}', {
    cwd: root,
    exclude: excluded,
  })
    .toSorted()
    .flatMap((file) =>
      wideTables(readFileSync(path.join(root, file), 'utf8')).map(
        ({ line, columns }) =>
          `${file}:${line}: ${columns} columns. Use at most ${maxColumns}, or a list with one entry per row.`,
      ),
    );
