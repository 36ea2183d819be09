import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readCounts } from './scale/costs.ts';
import { resultsOf } from './scale/report.ts';

/**
 * Simulates a day of a whole country over the counted costs of a login (docs/scale.md). `--write` puts the results into that
 * document.
 */
const { write = false } = parseArgs({ options: { write: { type: 'boolean' } } }).values;
const results = resultsOf(readCounts());

if (write) {
  const file = path.join(import.meta.dirname, '../docs/scale.md');
  let text = readFileSync(file, 'utf8');
  for (const [name, result] of Object.entries(results)) {
    const block = new RegExp(`(<!-- ${name} -->\\n\\n).*?(\\n\\n<!-- end -->)`, 's');
    text = text.replace(block, (_, begin: string, end: string) => begin + result + end);
  }
  writeFileSync(file, text);
} else console.log(Object.values(results).join('\n\n'));
