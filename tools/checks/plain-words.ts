import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { styleText } from 'node:util';
import { findWording } from './plain-words/find-wording.ts';
import { type Prose, proseOfContract, proseOfDocument, proseOfSource } from './plain-words/prose.ts';

// Part of `npm run lint`: words and sentences that readers stop at, in comments, help, errors, pages, documents, and contracts.
const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const exclude = ['**/node_modules/**', '**/dist/**', '**/test/**'];
const sources = globSync('{workers,packages,tools,sandbox,admin}/**/*.{ts,tsx}', { cwd: root, exclude });
const documents = globSync(
  ['*.md', '{docs,workers,packages,tools,sandbox,admin,verify,bench,test}/**/*.md'],
  {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', 'CHANGELOG.md'],
  },
);
const contracts = globSync('docs/*openapi.yaml', { cwd: root });

function proseOf(file: string, text: string): Prose[] {
  if (file.endsWith('.md')) return proseOfDocument(text);
  return file.endsWith('.yaml') ? proseOfContract(text) : proseOfSource(file, text);
}

/** Documents that aren't checked yet. Take a document out of this list once it has no findings; never add one. */
const unchecked = read('tools/checks/plain-words/unchecked-documents.txt').split('\n').filter(Boolean);

let count = 0;
function report(file: string, line: number, message: string): void {
  count += 1;
  console.error(`${styleText('red', `${file}:${line}`, { stream: process.stderr })} ${message}`);
}

for (const file of [...sources, ...documents, ...contracts].toSorted()) {
  const text = read(file);
  const findings = await findWording(proseOf(file, text), text.split('\n'));
  if (!unchecked.includes(file)) for (const { line, message } of findings) report(file, line, message);
  else if (findings.length === 0) report(file, 1, 'has no findings: take it out of unchecked-documents.txt');
}
for (const file of unchecked)
  if (!documents.includes(file)) report(file, 1, 'does not exist: take it out of unchecked-documents.txt');
if (count > 0) {
  console.error(
    `${count} findings. Use the word after =>, or allow it with a reason: words-allow(word): reason`,
  );
  process.exitCode = 1;
}
