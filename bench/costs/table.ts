import { billOf } from './bill.ts';
import { type Costs, type CountedCosts, halves, unitsOf } from './costs.ts';

const head = ['Action', 'Half', 'Requests', 'Object calls + alarms', 'Rows read', 'Rows written + later'];
const moreHead = ['KV reads', 'KV writes', 'Log lines', 'Bytes stored', 'A million'];
const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

const nothing: Costs = { requests: {}, lines: {}, objects: {}, kv: {} };

/** A table of what each action costs each half, with the alarms of the following day, and of what a million of it costs in US dollars. */
export function costTable(counts: CountedCosts): string {
  const rows = Object.entries(counts).flatMap(([name, counted]) =>
    halves.flatMap((half) => {
      const now = unitsOf(counted.atOnce, half);
      const later = unitsOf(counted.withinADay ?? nothing, half);
      const isNothing = [...Object.values(now), ...Object.values(later)].every((count) => count === 0);
      if (isNothing) return [];
      const sum = (unit: keyof typeof now) => now[unit] + later[unit];
      const andLater = (unit: keyof typeof now) =>
        later[unit] === 0 ? now[unit] : `${now[unit]} + ${later[unit]}`;
      const cells = [sum('requests'), andLater('calls'), sum('rowsRead'), andLater('rowsWritten')];
      const more = [sum('kvReads'), sum('kvWrites'), sum('lines'), sum('bytes').toLocaleString('en')];
      const price = billOf(counts, name, half) * 1e6;
      return [line([name, half, ...cells, ...more, `$${price.toFixed(2)}`])];
    }),
  );
  const heads = [...head, ...moreHead];
  return [line(heads), line(heads.map(() => '---')), ...rows].join('\n');
}
