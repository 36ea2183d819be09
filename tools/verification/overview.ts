import { table as tableOf } from '../reference/page.ts';
import { answerOf, type Page } from './pages.ts';
import type { Row, Table } from './tables.ts';

const [start, end] = ['<!-- tables -->', '<!-- end of tables -->'];

/** Replaces the list of tables in the first page of docs/verification. @throws {Error} without its markers. */
export function overviewWith(tables: readonly Table[], document: string): string {
  const [before, rest] = document.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/verification/README.md needs ${start} and ${end}.`);
  const list = tables.map((table) => [
    `[${table.title}](${table.name}.md)`,
    table.summary,
    `${rowsOf(table).length}`,
    `${countTests(table)}`,
  ]);
  return [
    before,
    [start, '', tableOf(['Page', 'Content', 'Rows', 'Tests'], list), '', end].join('\n'),
    after,
  ].join('');
}

/** The page of all requirements that aren't met and all attacks that aren't stopped, or only partly. */
export const gapsOf = (tables: readonly Table[]): Page => ({
  file: 'docs/verification/gaps.md',
  text: [
    '<!-- Generated from tools/verification/tables: node tools/verification/write.ts -->',
    '# Open requirements and attacks',
    'For reviewers: every requirement in this folder that plid misses or meets only in part, and every attack that it stops only in part.',
    ...tables
      .map((table) => ({ table, open: rowsOf(table).filter(isOpen) }))
      .filter(({ open }) => open.length > 0)
      .flatMap(({ table, open }) => [
        `## ${table.title}`,
        tableOf(
          ['Number', 'Requirement or attack', 'State'],
          open.map((row) => [row.id ?? '', row.item, answerOf(row)]),
        ),
      ]),
  ]
    .join('\n\n')
    .concat('\n'),
});

const rowsOf = ({ sections }: Table): Row[] => sections.flatMap(({ rows }) => rows);

const isOpen = ({ status }: Row): boolean => status === 'partly' || status === 'not met';

/** Number of different tests that a table names. */
const countTests = (table: Table): number =>
  new Set(
    rowsOf(table).flatMap(({ tests }) =>
      Object.entries(tests).flatMap(([file, names]) => names.map((name) => `${file} ${name}`)),
    ),
  ).size;
