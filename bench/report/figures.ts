import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../runner/bundles.ts';
import { drawChart } from './chart.ts';
import { replaceSection } from './document.ts';
import { type CaseResult, type Comparison, isMet } from './statistics.ts';
import { describeRun, figure, type Report } from './table.ts';

/** The figures in docs/performance.md: those of one commit, of one run or several. */

type Data = Report['data'];

/** A case as it was last measured, and the run that did. */
interface Figure extends CaseResult {
  data: Data;
  run: Omit<Report, 'results'>;
}

const chart = path.join(root, 'docs/pictures/performance.svg');
const file = path.join(root, 'docs/pictures/performance.json');

/**
 * Writes the figures of a run into the documents: the table of docs/performance.md, its chart, and the file that both are made of. Figures of another
 * commit go: a table of two says nothing.
 * @param cases every case, in the order of the table. @throws {Error} where the commit is not that of the files.
 */
export function writeFigures({ results, ...run }: Report, cases: readonly string[]): void {
  if (run.commit.endsWith('-dirty')) throw new Error('Commit first: figures are of a commit.');
  const measured = results.map((result): Figure => ({ ...result, data: run.data, run }));
  const isReplaced = (old: Figure) => measured.some((one) => one.case === old.case && one.data === old.data);
  const kept = readFigures().filter((old) => old.run.commit === run.commit && !isReplaced(old));
  const figures = [...kept, ...measured]
    .filter((one) => cases.includes(one.case))
    .toSorted((left, right) => cases.indexOf(left.case) - cases.indexOf(right.case));
  writeFileSync(file, `${JSON.stringify(figures, null, 1)}\n`);
  writeFileSync(chart, drawChart(figures.filter(({ data }) => data === 'memory')));
  replaceSection('figures', formatFigures(figures));
}

const readFigures = (): Figure[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Figure[]) : [];

function formatFigures(figures: readonly Figure[]): string {
  const inMemory = figures.filter(({ data }) => data === 'memory');
  const onDisk = new Map(figures.filter(({ data }) => data === 'disk').map((one) => [one.case, one]));
  const columns = ['case', 'CPU ms', '× limit', 'target', '× others'];
  if (onDisk.size > 0) columns.push('× limit, data on disk');
  const heading = `| ${columns.join(' | ')} |\n${'|---'.repeat(columns.length)}|`;
  const rows = inMemory.map((one) => {
    const limit = one.comparisons.find(({ system }) => system === 'limit');
    const others = one.comparisons.filter(({ system }) => system !== 'limit' && system !== 'bare');
    const disk = onDisk.get(one.case)?.comparisons.find(({ system }) => system === 'limit');
    const cells = [
      one.case,
      one.cpu.product?.median.toFixed(2) ?? '',
      limit === undefined ? '' : figure(limit.ratio, 2),
      limit === undefined ? '' : describeTarget(limit),
      others.map(describeOther).join('<br>'),
      disk === undefined ? '' : figure(disk.ratio, 2),
    ];
    return `| ${cells.slice(0, columns.length).join(' | ')} |`;
  });
  return [heading, ...rows].join('\n').concat('\n\n', describeRuns(figures));
}

function describeTarget(comparison: Comparison): string {
  const { target, ratio } = comparison;
  if (target === undefined) return '';
  const missed = Math.max(1, Math.round((ratio.median / target - 1) * 100));
  return isMet(comparison) ? `${target}: met` : `${target}: **missed by ${missed} %**`;
}

function describeOther(comparison: Comparison): string {
  const target = describeTarget(comparison);
  return `${comparison.system} ${figure(comparison.ratio, 2)}${target === '' ? '' : ` (${target})`}`;
}

/** A description of each run that some of the figures come from. */
function describeRuns(figures: readonly Figure[]): string {
  const runs = new Map(figures.map(({ run, data }) => [`${run.date} ${data}`, run]));
  const namesOf = (run: Figure['run']) =>
    figures.filter((one) => one.run.date === run.date && one.data === run.data).map((one) => one.case);
  return [...runs.values()]
    .map((run) => {
      const text = describeRun(run).replaceAll('\n', ' ');
      return `- ${run.date.slice(0, 10)}, ${namesOf(run).join(', ')}: ${text}`;
    })
    .join('\n');
}
