import { describe, expect, test } from 'vitest';
import { gapsOf } from '../verification/gaps.ts';
import { hasTest, testsNamedIn } from '../verification/named-tests.ts';
import { pageOf } from '../verification/pages.ts';
import { missingTests, parseTable } from '../verification/tables.ts';

const own = 'tools/test/verification.test.ts';
const table = (row: string) =>
  parseTable(
    'sample',
    `
title: Sample
intro: For reviewers.
columns: [Number, Requirement, How plid meets it, Tests]
sections:
  - heading: First
    rows:
      - id: '1.1'
        item: A requirement.
        ${row.replaceAll('\n', '\n        ')}
`,
  );
const met = `answer: It is met.\ntests:\n  ${own}: [links each test next to its file]`;

describe('a generated table', () => {
  test('links each test next to its file', () => {
    expect(pageOf(table(met)).text).toContain(
      `| 1.1 | A requirement. | It is met. | [\`tools/verification\`](../../../${own}) “links each test next to its file” |`,
    );
  });

  test('reports a named test that is missing from its file', () => {
    expect(missingTests(table(met))).toEqual([]);
    expect(missingTests(table(met.replace('links each', 'links every')))).toEqual([
      expect.stringContaining(`${own} has no test “links every`),
    ]);
  });

  test.each([
    ['without tests and without a reason', 'answer: It is met.', /A row needs tests/],
    ['with an answer of 26 words', `answer: ${'word '.repeat(26)}\notherwise: By hand`, /at most 25 words/],
    ['with an unknown status', `answer: Some.\nstatus: nearly\notherwise: By hand`, /rows\.0\.status/],
    ['with an unknown field', `${met}\ntest: 1`, /test/],
  ])('rejects a row %s', (_, row, message) => {
    expect(() => table(row)).toThrow(message);
  });

  test('is in the list of gaps only with rows that are not met', () => {
    const missed = table('answer: It has none.\nstatus: not met\notherwise: Not met');
    const row = '| 1.1 | A requirement. | **Not met.** It has none. |';
    expect(gapsOf([table(met)], table(met)).text).not.toMatch(/Sample|First/);
    expect(gapsOf([missed], table(met)).text).toMatch(/## Sample[^#]+$/);
    expect(gapsOf([table(met)], missed).text).toMatch(/## First[^#]+$/);
    expect(gapsOf([missed], missed).text.split(row)).toHaveLength(3);
  });
});

describe('a test named by a document', () => {
  const traces = (words: string) => testsNamedIn(`[traces](../test/every-worker/traces.test.ts)${words}`);
  test.each([
    [' “contain no code, state”', true],
    [' “contain no code, feather”', false],
    [', “import”', false],
  ])('as %j is found: %s', (words, isThere) => {
    expect(traces(words).map(hasTest)).toEqual([isThere]);
  });

  test('in a missing file is reported', () => {
    expect(testsNamedIn('[x](../test/feathers.test.ts) “contain no code”').map(hasTest)).toEqual([false]);
  });
});
