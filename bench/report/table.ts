import { crowdedShare, type Machine } from '../runner/machine.ts';
import type { Options } from '../runner/measure.ts';
import { type CaseResult, type Comparison, isMet, type Spread } from './statistics.ts';

/** The results of one run. */
export interface Report {
  commit: string;
  /** The commit that every case is compared with. */
  before?: string | undefined;
  date: string;
  machine: Machine;
  /** The part of the machine's CPU time that other programs took during the measurements, from 0 to 1. */
  others: number;
  data: 'memory' | 'disk';
  options: Options;
  results: CaseResult[];
}

/** A median with the least and the most. */
export const figure = ({ median, min, max }: Spread, digits: number): string =>
  `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;

/** The verdict on a target: `met`, or the percentage by which it is missed. */
function verdict(comparison: Comparison): string {
  const { ratio, target } = comparison;
  if (target === undefined) return '';
  if (isMet(comparison)) return `≤ ${target} met`;
  return `≤ ${target} missed by ${Math.max(1, Math.round((ratio.median / target - 1) * 100))} %`;
}

const columns = ['case', 'CPU ms', 'beside', '× in the same round', 'least / least', 'target'];

/** The rows of one case: one for each system that the product is compared with. */
const rowsOf = ({ case: name, cpu, comparisons }: CaseResult): string[][] =>
  comparisons.map((comparison, index) => [
    index === 0 ? name : '',
    index === 0 && cpu.product ? figure(cpu.product, 3) : '',
    comparison.system === 'single' ? 'single ÷ product' : comparison.system,
    figure(comparison.ratio, 2),
    comparison.least.toFixed(2),
    verdict(comparison),
  ]);

export function formatTable(results: readonly CaseResult[], withHeading = true): string {
  const widths = [18, 22, 24, 22, 14, 24];
  const lines = [...(withHeading ? [columns] : []), ...results.flatMap(rowsOf)];
  return lines
    .map((cells) =>
      cells
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

/** A description of a run: machine, commit, options, and whether the machine was quiet. */
export function describeRun({
  commit,
  before,
  machine,
  others,
  data,
  options,
}: Omit<Report, 'results'>): string {
  const { rounds, seconds, connections } = options;
  const percent = Math.round(others * 100);
  const crowd =
    others > crowdedShare
      ? `Other programs took ${percent} % of the machine: milliseconds are too high, and differences under 15 % are noise.`
      : `Other programs took ${percent} % of the machine.`;
  return [
    `Commit ${commit}${before === undefined ? '' : `, before: commit ${before}`}; ${rounds} rounds of ${seconds} s, ${connections} connections, data in ${data === 'memory' ? 'memory (tmpfs)' : 'files on disk'}.`,
    `${machine.processors} × ${machine.processor}, Linux ${machine.kernel}, load ${machine.load.toFixed(1)}. ${crowd}`,
  ].join('\n');
}
