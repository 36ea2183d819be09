import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { styleText } from 'node:util';
import { findWording } from './plain-words/find-wording.ts';
import { type Prose, proseOfContract, proseOfDocument, proseOfSource } from './plain-words/prose.ts';

// Part of `npm run lint`: words and sentences that readers stop at, in comments, help, errors, pages, documents, and contracts.
// In tests, also in the names of tests and groups. There a finding only causes a warning.
const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const filesOf = (patterns: string | string[], ...exclude: string[]) =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', ...exclude] });
const sources = filesOf('{workers,packages,tools,sandbox,admin}/**/*.{ts,tsx}', '**/test/**');
/** The check's own test quotes the words that it finds. */
const tests = filesOf(
  ['{test,verify,bench}/**/*.{ts,tsx}', '{workers,packages,tools,sandbox,admin,site}/test/**/*.{ts,tsx}'],
  'tools/test/plain-words.test.ts',
);
const documents = filesOf(
  ['*.md', '{docs,workers,packages,tools,sandbox,admin,verify,bench,test}/**/*.md'],
  'CHANGELOG.md',
);
const contracts = filesOf('docs/*openapi.yaml');

function proseOf(file: string, text: string): Prose[] {
  if (file.endsWith('.md')) return proseOfDocument(text);
  return file.endsWith('.yaml') ? proseOfContract(text) : proseOfSource(file, text);
}

/** Documents that aren't checked yet. Take a document out of this list once it has no findings; never add one. */
const unchecked = read('tools/checks/plain-words/unchecked-documents.txt').split('\n').filter(Boolean);

const counts = { red: 0, yellow: 0 };
function report(color: keyof typeof counts, file: string, line: number, message: string): void {
  counts[color] += 1;
  console.error(`${styleText(color, `${file}:${line}`, { stream: process.stderr })} ${message}`);
}

for (const file of [...sources, ...documents, ...contracts, ...tests].toSorted()) {
  const text = read(file);
  const findings = await findWording(proseOf(file, text), text.split('\n'));
  const color = tests.includes(file) ? 'yellow' : 'red';
  if (!unchecked.includes(file)) for (const { line, message } of findings) report(color, file, line, message);
  else if (findings.length === 0)
    report('red', file, 1, 'has no findings: take it out of unchecked-documents.txt');
}
for (const file of unchecked)
  if (!documents.includes(file))
    report('red', file, 1, 'does not exist: take it out of unchecked-documents.txt');

const advice = 'Use the word after =>, or allow it with a reason: words-allow(word): reason';
if (counts.yellow > 0) console.error(`${counts.yellow} warnings in tests. ${advice}`);
if (counts.red > 0) {
  console.error(`${counts.red} findings. ${advice}`);
  process.exitCode = 1;
}
