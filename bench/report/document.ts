import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../runner/bundles.ts';

const file = path.join(root, 'docs/performance.md');

/** Puts a text between `<!-- name -->` and `<!-- end of name -->` in docs/performance.md. */
export function replaceSection(name: string, text: string): void {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const document = readFileSync(file, 'utf8');
  const [before, rest] = document.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/performance.md has no place for: ${name}`);
  writeFileSync(file, [before, start, '\n\n', text, '\n\n', end, after].join(''));
}
