import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { styleText } from 'node:util';
import { command, fileOf, languagesOf, render, TextFault } from './page.ts';
import { readPages } from './pages.ts';
import { root } from './sources.ts';

// Writes docs/reference and docs/ko/reference. With --check, part of `npm run lint`, it only compares.
const isCheck = process.argv.includes('--check');

function fail(fault: string): void {
  console.error(styleText('red', fault, { stream: process.stderr }));
  process.exitCode = 1;
}

/** The first line that differs, for a message. */
function firstDifference(written: string, wanted: string): string {
  const [before, after] = [written.split('\n'), wanted.split('\n')];
  const at = after.findIndex((line, index) => line !== before[index]);
  return `line ${at + 1}: ${(after[at] ?? 'nothing').slice(0, 160)}`;
}

try {
  for (const page of await readPages())
    for (const language of languagesOf(page)) {
      const file = path.join(root, fileOf(page, language));
      const wanted = render(page, language);
      const written = existsSync(file) ? readFileSync(file, 'utf8') : '';
      if (written === wanted) continue;
      if (isCheck)
        fail(
          `${fileOf(page, language)} is out of date (${firstDifference(written, wanted)}). Write it again with: ${command}`,
        );
      else {
        mkdirSync(path.dirname(file), { recursive: true });
        writeFileSync(file, wanted);
        console.log(`Wrote ${fileOf(page, language)}`);
      }
    }
} catch (failure) {
  if (!(failure instanceof TextFault)) throw failure;
  fail(failure.message);
}
