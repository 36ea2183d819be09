import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../runner/bundles.ts';
import { type CaseResult, type Comparison, isMet } from './statistics.ts';
import { describeRun, figure, type Report } from './table.ts';

const file = path.join(root, 'docs/verification/tables/performance.md');
const [start, end] = ['<!-- figures -->', '<!-- end of figures -->'];

/** @throws {Error} if a run cannot be published: its figures are those of one commit, and of every case. */
export function checkFigures(commit: string, hasEveryCase: boolean): void {
  if (commit.endsWith('-dirty')) throw new Error('Commit first: published figures belong to a commit.');
  if (!hasEveryCase) throw new Error('Measure every case: --write-docs replaces the whole table.');
}

/** Replaces the table of docs/verification/tables/performance.md with the figures of a run. */
export function writeFigures(report: Report): void {
  const document = readFileSync(file, 'utf8');
  const [before, rest] = document.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/verification/tables/performance.md lacks ${start}`);
  writeFileSync(file, [before, start, '\n\n', formatFigures(report), '\n\n', end, after].join(''));
}

function formatFigures({ results, ...run }: Report): string {
  const columns = ['Case', 'CPU ms', 'single ÷ product', '× limit', '× before', '× other libraries'];
  const rows = results.map((result) => `| ${cellsOf(result).join(' | ')} |`);
  const about = `${run.date.slice(0, 10)}: ${describeRun(run).replaceAll('\n', ' ')}`;
  return [`| ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length)}`, ...rows, '', about].join('\n');
}

function cellsOf({ case: name, cpu, comparisons }: CaseResult): string[] {
  const besides = (system: string) => comparisons.filter((comparison) => comparison.system === system);
  const peers = comparisons.filter(({ system }) => !['single', 'limit', 'before', 'bare'].includes(system));
  return [
    name,
    cpu.product?.median.toFixed(2) ?? '',
    besides('single').map(describe).join(''),
    besides('limit').map(describe).join(''),
    besides('before').map(describe).join(''),
    peers.map((peer) => `\`${peer.system}\` ${describe(peer)}`).join('<br>'),
  ];
}

function describe(comparison: Comparison): string {
  const { target, ratio } = comparison;
  const measured = figure(ratio, 2);
  if (target === undefined) return measured;
  const missed = Math.max(1, Math.round((ratio.median / target - 1) * 100));
  return `${measured}, target ${target}: ${isMet(comparison) ? 'met' : `**missed by ${missed} %**`}`;
}
