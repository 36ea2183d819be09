import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const sources = globSync('{workers,packages,tools,sandbox,admin,bench,test,verify}/**/*.{ts,tsx,js,mjs}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
});

const advice =
  'Begin the sentence with a noun or a verb: "Where phones are." is "The address of the phones."';

/** The beginning of a comment, or of a sentence in it, with a word that makes a clause in place of a noun. */
const clause =
  /(?:\/\/|\/\*\*|^ *\*|@(?:param \w+|returns|throws)) (?:.*[.:;] )?(?:Who|Whoever|Whose|What|Where) /;

const documents = globSync(['*.md', 'docs/*.md', 'docs/examples/**/README.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', 'CHANGELOG.md', '*.ko.md'],
});

test('a sentence of a document begins with its subject', () => {
  const found = documents.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (clauses(line).length > 0 ? [`${file}:${index + 1} ${clauses(line)}`] : [])),
  );
  expect(found, advice).toEqual([]);
});

/** Sentences that begin with such a word: questions and headings may. */
const clauses = (line: string): string[] =>
  /^(?:#| {4}|\*\*)/.test(line)
    ? []
    : [...line.matchAll(/(?:^|[.:] |\| )((?:Who|Whoever|Whose|What|Where)\b[^.?|:*]*.?)/g)]
        .map(([, sentence = '']) => sentence)
        .filter((sentence) => !sentence.endsWith('?'));

test('a sentence of a comment begins with its subject', () => {
  const found = sources.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        clause.test(line) && !line.endsWith('?') ? [`${file}:${index + 1} ${line.trim()}`] : [],
      ),
  );
  expect(
    found,
    'Begin the sentence with a noun or a verb: "Where phones are." is "The address of the phones."',
  ).toEqual([]);
});
