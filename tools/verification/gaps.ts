import { table as tableOf } from '../reference/page.ts';
import { answerOf, type Page } from './pages.ts';
import type { Row, Table } from './tables.ts';

/**
 * The page of all requirements that aren't met and all attacks that aren't stopped, or only partly. @param others the
 * standards of which only these requirements are stated, as sections of one table.
 */
export const gapsOf = (tables: readonly Table[], others: Table): Page => ({
  file: 'docs/verification/tables/gaps.md',
  text: [
    '<!-- Generated from tools/verification/tables: node tools/verification/write.ts -->',
    '# Open requirements and attacks',
    'For reviewers: every requirement that plid misses or meets only in part, and every attack that it stops only in part.',
    ...[
      ...tables.map(({ title, sections }) => ({
        heading: title,
        rows: sections.flatMap(({ rows }) => rows),
      })),
      ...others.sections,
    ]
      .map(({ heading, rows }) => ({ heading, open: rows.filter(isOpen) }))
      .filter(({ open }) => open.length > 0)
      .flatMap(({ heading, open }) => [
        `## ${heading}`,
        tableOf(
          ['Number', 'Requirement or attack', 'State'],
          open.map((row) => [row.id ?? '', row.item, answerOf(row)]),
        ),
      ]),
  ]
    .join('\n\n')
    .concat('\n'),
});

const isOpen = ({ status }: Row): boolean => status === 'partly' || status === 'not met';
