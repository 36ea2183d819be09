import type { StartUp } from '../runner/start-up.ts';
import { replaceSection } from './document.ts';

const verdict = (value: number, target: number | undefined, digits: number): string =>
  target === undefined ? '' : `${target}: ${Number(value.toFixed(digits)) <= target ? 'met' : '**missed**'}`;

const rowOf = ({ worker, least, median, timeTarget }: StartUp): string[] => [
  worker,
  least.toFixed(1),
  median.toFixed(1),
  verdict(least, timeTarget, 1),
];

const columns = ['worker', 'start: CPU ms above a bare worker, least', 'median', 'target'];

/** A table in Markdown, which a terminal shows as well. */
export const formatStartUps = (startUps: readonly StartUp[]): string =>
  [columns, columns.map(() => '---'), ...startUps.map(rowOf)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** Puts the table into docs/performance.md. @param run a description of the run. */
export const writeStartUps = (startUps: readonly StartUp[], run: string): void =>
  replaceSection('start', `${formatStartUps(startUps)}\n\n${run}`);
