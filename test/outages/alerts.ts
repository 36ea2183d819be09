import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { LogLine } from '../support/assertions/log-lines.ts';
import { root } from '../support/world/test-workers.ts';

const section =
  readFileSync(path.join(root, 'docs/operate/monitoring.md'), 'utf8')
    .split('\n## Alerts\n')[1]
    ?.split('\n## ')[0] ?? '';

/** A filter of the guide: `reason` is `a`, `b`, or `c`, or `events.a` exists; several, with a comma or "or" between them. */
function readFilter(text: string): (line: LogLine) => boolean {
  const conditions = [...text.matchAll(/`(\w+)` is ((?:`\w+`(?:(?:, or|,| or) (?!`\w+` is))?)+)/g)].map(
    ([, name = '', values = '']) => ({
      name,
      values: [...values.matchAll(/`(\w+)`/g)].map(([, value]) => value),
    }),
  );
  const present = [...text.matchAll(/`([\w.]+)`(?= exists)/g)].map(([, name = '']) => name);
  return (line) =>
    conditions.some(({ name, values }) => values.includes(String(line[name]))) ||
    present.some((name) => line[name] !== undefined);
}

/**
 * The alerts about a dependency that others share: those whose threshold is a number of lines in five minutes, and whose lines
 * no person and no operator causes.
 */
const rows = [...section.matchAll(/^\| (.+?) \| (\d+) in 5 minutes \|/gm)].filter(
  ([, filter = '']) => !/`reason` is `(?:settings|internal)`/.test(filter),
);
export const outageAlerts = rows.map(([, filter = '']) => readFilter(filter));

/** The number of lines that sets them off. */
export const threshold = Math.min(...rows.map(([, , count]) => Number(count)));
