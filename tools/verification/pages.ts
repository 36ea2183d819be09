import { table as tableOf } from '../reference/page.ts';
import type { Row, Table } from './tables.ts';

/** A generated file, by its path from the root. */
export interface Page {
  file: string;
  text: string;
}

const statuses = { partly: '**Partly.** ', 'not met': '**Not met.** ', 'does not apply': 'Does not apply: ' };

/** The page of a table. */
export const pageOf = (table: Table): Page => ({
  file: `docs/verification/tables/${table.name}.md`,
  text: [
    `<!-- Generated from tools/verification/tables/${table.name}.yaml: node tools/verification/write.ts -->`,
    `# ${table.title}`,
    table.intro.trim(),
    ...table.sections.flatMap(({ heading, intro, rows }) => [
      `## ${heading}`,
      ...(intro === undefined ? [] : [intro.trim()]),
      tableOf(table.columns, rows.map(cellsOf)),
    ]),
  ]
    .join('\n\n')
    .concat('\n'),
});

const cellsOf = (row: Row): string[] => [
  ...(row.id === undefined ? [] : [row.id]),
  row.item,
  answerOf(row),
  evidenceOf(row),
];

export const answerOf = ({ status, answer }: Row): string =>
  `${status === undefined ? '' : statuses[status]}${answer}`;

/** One line per test file: a link to it, and the names of its tests. */
const evidenceOf = ({ tests, otherwise }: Row): string =>
  [
    ...Object.entries(tests).map(
      ([file, names]) =>
        `[\`${labelOf(file)}\`](../../../${file}) ${names.map((name) => `“${name}”`).join(', ')}`,
    ),
    ...(otherwise === undefined ? [] : [otherwise]),
  ].join('<br>');

/** `attacks/token` of `test/attacks/token.test.ts`. */
const labelOf = (file: string): string =>
  file
    .replace('.test.ts', '')
    .replace(/^(?:test|verify)\//, '')
    .replace('/test/', '/');
