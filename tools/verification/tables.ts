import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { hasTest } from './named-tests.ts';

const folder = path.join(import.meta.dirname, 'tables');

/** The tables with a page of their own. Add yours to the folder and here. */
const names = ['threats', 'rfc-9700', 'rfc-10027'];

/** A sentence of at most 25 words, as a table cell. */
const cell = v.pipe(
  v.string(),
  v.check((text) => text.split(/\s+/).length <= 25, 'A cell has at most 25 words.'),
);

/** A claim and its evidence: tests by file, or the reason why no test shows it. */
const row = v.pipe(
  v.strictObject({
    /** Number in the standard. */
    id: v.optional(v.string()),
    item: cell,
    /** Left out if the requirement is met. */
    status: v.optional(v.picklist(['partly', 'not met', 'does not apply'])),
    answer: cell,
    tests: v.optional(v.record(v.string(), v.array(v.string())), {}),
    /** Evidence other than a test, or why there is none. */
    otherwise: v.optional(v.string()),
  }),
  v.check(
    ({ tests, otherwise, status }) =>
      Object.keys(tests).length > 0 || otherwise !== undefined || status === 'does not apply',
    'A row needs tests, or the reason why no test shows it (otherwise).',
  ),
);

const table = v.strictObject({
  title: v.string(),
  intro: v.string(),
  columns: v.array(v.string()),
  sections: v.array(
    v.strictObject({ heading: v.string(), intro: v.optional(v.string()), rows: v.array(row) }),
  ),
});

export type Row = v.InferOutput<typeof row>;
export type Table = v.InferOutput<typeof table> & { name: string };

/** Reads every table. @throws {Error} with the file and the place of a value that isn't valid. */
export const readTables = (): Table[] => names.map(readTable);

/** The standards of which only gaps are stated. @throws {Error} as `readTables`. */
export const readGaps = (): Table => readTable('gaps');

const readTable = (name: string): Table =>
  parseTable(name, readFileSync(path.join(folder, `${name}.yaml`), 'utf8'));

/** @param name of the file, without its ending. @throws {Error} as `readTables`. */
export function parseTable(name: string, text: string): Table {
  const { success, output, issues } = v.safeParse(table, parse(text));
  if (success) return { name, ...output };
  const places = issues.map((issue) => `${v.getDotPath(issue) ?? 'file'}: ${issue.message}`);
  throw new Error(`tools/verification/tables/${name}.yaml: ${places.join(' ')}`);
}

/** Tests that a table names and that don't exist, one sentence each. */
export const missingTests = ({ name, sections }: Table): string[] =>
  sections
    .flatMap(({ rows }) => rows)
    .flatMap(({ tests }) => Object.entries(tests))
    .flatMap(([file, names]) => names.map((test) => ({ file, name: test })))
    .filter((test) => !hasTest(test))
    .map(
      (test) =>
        `tools/verification/tables/${name}.yaml: ${test.file} has no test “${test.name}”. Name the test that shows it now.`,
    );
