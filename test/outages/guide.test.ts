import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/world/test-workers.ts';
import { gateway, service } from './table.ts';

const guide = readFileSync(path.join(root, 'docs/operate/outages.md'), 'utf8');

/** The table of a chapter: a column for each thing that is down. */
function tableOf(chapter: string): Record<string, Record<string, string>> {
  const text = guide.split(`\n## ${chapter}\n`)[1]?.split('\n## ')[0] ?? '';
  const [head = [], , ...rows] = [...text.matchAll(/^\| (.+) \|$|^\|(?:---\|)+$/gm)].map(([, row = '']) =>
    row.split(' | '),
  );
  const [, ...columns] = head;
  return Object.fromEntries(
    rows.map(([name = '', ...cells]) => [
      name,
      Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
    ]),
  );
}

test('docs/operate/outages.md matches the tested outages, cell by cell', () => {
  const advice =
    'Write the cells of docs/operate/outages.md as test/outages/table.ts has them, which is what is tried.';
  expect(tableOf('The service'), advice).toEqual(service);
  expect(tableOf('The gateway'), advice).toEqual(gateway);
});
