import { expect, test } from 'vitest';
import { wideTables } from '../checks/tables.ts';

const table = (columns: number) => `| A |${' B |'.repeat(columns - 1)}\n|${' --- |'.repeat(columns)}\n`;

test('a table of five columns is reported with its line', () => {
  expect(wideTables(`# Page\n\n${table(5)}`)).toEqual([{ line: 4, columns: 5 }]);
});

test('a wide table in a quote is reported', () => {
  expect(wideTables('> | A | B | C | D | E |\n> |---|---|---|---|---|')).toEqual([{ line: 2, columns: 5 }]);
});

test.each([
  ['a table of four columns', table(4)],
  ['a table in a code block', `\`\`\`text\n${table(6)}\`\`\`\n`],
  ['marks in a cell', `| A | B |\n|---|---|\n| 1 \\| 2 \\| 3 \\| 4 | 5 |\n`],
])('%s is accepted', (_, text) => {
  expect(wideTables(text)).toEqual([]);
});
