/** Returns the lines that a text has more or fewer than another, each run of them after the last line that both have. */
export function describeDifference(base: string, other: string): string {
  const [before, after] = [base.split('\n'), other.split('\n')] as const;
  const lengths = commonLengths(before, after);
  const lines: string[] = [];
  let context: string | undefined;
  let [i, j] = [0, 0];
  const add = (line: string) => {
    if (context !== undefined) lines.push(`  ${context}`);
    context = undefined;
    lines.push(line);
  };
  while (i < before.length || j < after.length) {
    if (i < before.length && before[i] === after[j]) {
      context = before[i];
      i += 1;
      j += 1;
    } else if (i < before.length && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? -1)) {
      add(`- ${before[i]}`);
      i += 1;
    } else {
      add(`+ ${after[j]}`);
      j += 1;
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The lengths of the longest common sequences of all ends of two lists. */
function commonLengths(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = before.concat('').map(() => Array<number>(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] ?? [];
      const next = lengths[i + 1] ?? [];
      row[j] = before[i] === after[j] ? 1 + (next[j + 1] ?? 0) : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  return lengths;
}
