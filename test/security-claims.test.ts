import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './support/world/test-workers.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** How many sentences of each section ask for something. */
const rfc9700: Record<string, number> = {
  '2.1': 5,
  '2.1.1': 7,
  '2.1.2': 1,
  '2.2.1': 1,
  '2.2.2': 1,
  '2.3': 2,
  '2.4': 1,
  '2.5': 2,
  '2.6': 6,
  ...countedTo('4', 17),
};

const rfc10017: Record<string, number> = {
  '5': 2,
  '6.1.3.1': 1,
  '6.1.3.2': 7,
  '6.1.3.3': 1,
  '6.1.3.3.2': 1,
  '6.1.3.4': 1,
  '6.1.3.5': 1,
  '6.1.3.6': 1,
  '6.2.2.3': 1,
  ...countedTo('6.2.3', 3),
  ...countedTo('6.3.2', 3),
  '6.3.3.1': 1,
  '6.3.3.2': 1,
  '6.3.3.2.1': 1,
  '6.3.3.3': 1,
  '6.3.3.4': 1,
  ...countedTo('7', 4),
  '8': 1,
  ...countedTo('9', 4),
};

/** Once each from `section.1` to `section.last`. */
function countedTo(section: string, last: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: last }, (_, index) => [`${section}.${index + 1}`, 1]));
}

const asvs = (...chapters: [section: string, last: number][]) =>
  Object.assign({}, ...chapters.map(([section, last]) => countedTo(section, last)));

/** What each table has to have: its heading, and how often each number stands in it. */
const standards: [heading: string, numbers: Record<string, number>][] = [
  ['RFC 9700, security of OAuth 2.0', rfc9700],
  ['RFC 10017, browser-based applications', rfc10017],
  ['ASVS 5.0, V3.4 and V3.5: what browsers are told', asvs(['3.4', 8], ['3.5', 8])],
  ['ASVS 5.0, V7: sessions', asvs(['7.1', 3], ['7.2', 4], ['7.3', 2], ['7.4', 5], ['7.5', 3], ['7.6', 2])],
  ['ASVS 5.0, V9: self-contained tokens', asvs(['9.1', 3], ['9.2', 4])],
  [
    'ASVS 5.0, V10: OAuth and OIDC',
    asvs(['10.1', 2], ['10.2', 3], ['10.3', 5], ['10.4', 16], ['10.5', 5], ['10.6', 2], ['10.7', 3]),
  ],
];

/** The rows under a heading of docs/security.md, cell by cell. */
function rowsUnder(heading: string): string[][] {
  const [, text = ''] = read('docs/security.md').split(`\n## ${heading}\n`);
  const [section = ''] = text.split('\n## ');
  return [...section.matchAll(/^\| (\d.*) \|$/gm)].map(([, row = '']) => row.split(' | '));
}

/** The tests that a cell names; undefined where it is not made of tests alone. */
function testsIn(cell: string) {
  const files = /\[[\w/-]+\]\(\.\.\/(test\/[^)]+)\) ((?:“[^”]+”(?:, (?=“))?)+)/g;
  if (cell.replace(files, '').replaceAll(', ', '') !== '') return undefined;
  return [...cell.matchAll(files)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  );
}

/** Whether a file has a test, or a group of tests, whose name begins so. */
function hasTest(file: string, name: string): boolean {
  if (!existsSync(path.join(root, file))) return false;
  const spelled = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'");
  return new RegExp(`\\(\\s*(['"\`])${spelled}`).test(read(file));
}

/** What is wrong with what a row says of how it is shown. */
function faultOf([number, , how = '', shown = '', ...more]: string[]): string | undefined {
  if (more.length > 0 || how === '') return `${number}: needs four cells`;
  if (/^does not apply: \S/.test(shown)) return undefined;
  if (/^no test: \S/.test(shown)) return undefined;
  const tests = testsIn(shown) ?? [];
  if (tests.length === 0) return `${number}: names neither a test nor why there is none`;
  const missing = tests.filter(({ file, name }) => !hasTest(file, name));
  return missing.length === 0 ? undefined : `${number}: ${JSON.stringify(missing)}`;
}

describe.each(standards)('docs/security.md, %s', (heading, numbers) => {
  const rows = rowsUnder(heading);

  test('leaves out no requirement', () => {
    const found: Record<string, number> = {};
    for (const [number = ''] of rows) found[number] = (found[number] ?? 0) + 1;
    expect(found).toEqual(numbers);
  });

  test('says of each what shows it, by tests that are there, or why nothing does', () => {
    expect(rows.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
  });

  test('says that it is not met where there is no test for that reason', () => {
    const untested = rows.filter(([, , , shown]) => shown === 'no test: not met');
    expect(untested.filter(([, , how = '']) => !how.includes('**Not met**'))).toEqual([]);
  });
});

test('docs/threats.md names for every attack the tests that try it', () => {
  const rows = [...read('docs/threats.md').matchAll(/^\| (?!attack \|)(\S.*) \|$/gm)].map(([, row = '']) => {
    const [attack = '', answer = '', shown = ''] = row.split(' | ');
    return [attack, '', answer, shown];
  });
  expect(rows.length).toBeGreaterThan(70);
  expect(rows.map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
  expect(rows.filter(([, , , shown]) => testsIn(shown ?? '') === undefined)).toEqual([]);
});

describe('a claim that would be found', () => {
  const row = (shown: string) => faultOf(['2.1', 'what', 'how', shown]);
  test.each([
    ['a test that is not there', '[traces](../test/traces.test.ts) “no span and no feather”'],
    ['a file that is not there', '[feathers](../test/feathers.test.ts) “no span”'],
    ['words that a file has, but no test’s name', '[traces](../test/traces.test.ts) “import”'],
    ['nothing', ''],
    ['a file alone', '[traces](../test/traces.test.ts)'],
    ['a reason without words', 'no test: '],
  ])('%s', (_, shown) => expect(row(shown)).toBeDefined());

  test('one that is good is not', () => {
    expect(row('[traces](../test/traces.test.ts) “no span and no line of the log”')).toBeUndefined();
  });
});
