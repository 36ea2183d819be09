import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { randomNumbers } from '../../test/support/seed.ts';

/** Long enough for a function: a mutant that is only partly within a range is omitted. */
const linesOfRange = 25;

/**
 * Ranges of lines of all files, in a random order.
 * @param root the folder of the patterns. @param patterns of files, as in Stryker's `mutate`: those after `!` are excluded.
 * @returns such as `workers/core/crypto/jwe.ts:26-50`, for Stryker's `--mutate`.
 */
export function drawRanges(root: string, patterns: readonly string[], seed: number): string[] {
  const exclude = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const included = patterns.filter((pattern) => !pattern.startsWith('!'));
  const random = randomNumbers(seed);
  return globSync(included, { cwd: root, exclude })
    .sort()
    .flatMap((file) => rangesOf(root, file))
    .map((range) => ({ range, draw: random() }))
    .sort((one, other) => one.draw - other.draw)
    .map(({ range }) => range);
}

function rangesOf(root: string, file: string): string[] {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n').length;
  return Array.from({ length: Math.ceil(lines / linesOfRange) }, (_, index) => {
    const first = index * linesOfRange + 1;
    return `${file}:${first}-${Math.min(first + linesOfRange - 1, lines)}`;
  });
}
