import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PointResult, SeriesResult } from '../growth/series.ts';
import { root } from '../runner/bundles.ts';
import { replaceSection } from './document.ts';

const chart = path.join(root, 'docs/pictures/growth.svg');
const count = (size: number) => size.toLocaleString('en');

function ratioOf({ ratio: [median, min, max] }: PointResult, index: number): string {
  return index === 0 ? '1' : `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}

function verdict({ target, points }: SeriesResult): string {
  if (target === undefined) return '';
  const last = Number(points.at(-1)?.ratio[0].toFixed(2));
  return last <= target
    ? `${target}: met`
    : `${target}: **missed by ${Math.round((last / target - 1) * 100)} %**`;
}

/** A table of all series: the sizes, the cost of one request, and that cost as a multiple of the first point. */
export function formatGrowth(results: readonly SeriesResult[]): string {
  const head = ['request', 'what grows', 'sizes', 'CPU ms', '× the first', 'the last at most'];
  const rows = results.map((result) => [
    result.name,
    result.of,
    result.points.map(({ size }) => count(size)).join(' / '),
    result.points.map(({ cpu }) => cpu.toFixed(2)).join(' / '),
    result.points.map(ratioOf).join(' / '),
    verdict(result),
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Puts table and chart into docs/performance.md. @param run a description of the run. */
export function writeGrowth(results: readonly SeriesResult[], run: string): void {
  writeFileSync(chart, drawGrowth(results));
  replaceSection('growth', `${formatGrowth(results)}\n\n${run}`);
}

const width = 760;
const panel = { width: 360, height: 190, left: 50, bottom: 46, top: 36, right: 20 };

const style = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 13px; font-weight: 600 }
  .quiet { fill: #59636e }
  .back { fill: #ffffff }
  .curve { fill: none; stroke: #1a7f64; stroke-width: 2 }
  .point { fill: #1a7f64 }
  .range { stroke: #1a7f64; stroke-width: 1 }
  .line { stroke: #59636e; stroke-width: 1; opacity: .4 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .quiet { fill: #9198a1 }
    .back { fill: #0d1117 }
    .curve, .range { stroke: #2f9e7f }
    .point { fill: #2f9e7f }
  }`;

/** A picture (SVG): a curve for each series, its sizes on a logarithmic axis, the cost as a multiple of the first point's. */
export function drawGrowth(results: readonly SeriesResult[]): string {
  const rows = Math.ceil(results.length / 2);
  const height = 20 + rows * panel.height;
  const said = results.map(
    ({ name, of, points }) => `${name} by ${of} ${points.at(-1)?.ratio[0].toFixed(2)}`,
  );
  const panels = results.map((result, index) =>
    drawPanel(result, 20 + (index % 2) * panel.width, 10 + Math.floor(index / 2) * panel.height),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title summary">
<title id="title">CPU time of a request as a multiple of what it costs at the first size</title>
<desc id="summary">${said.join(', ')}</desc>
<style>${style}
</style>
<rect class="back" width="${width}" height="${height}" rx="8"/>
${panels.join('\n')}
</svg>
`;
}

function drawPanel({ name, of, points }: SeriesResult, left: number, top: number): string {
  const highest = Math.max(2, ...points.map(({ ratio: [, , max] }) => max));
  const largest = Math.log10(points.at(-1)?.size ?? 10);
  const x = (size: number) =>
    left + panel.left + (Math.log10(size) / largest) * (panel.width - panel.left - panel.right);
  const y = (ratio: number) =>
    top + panel.height - panel.bottom - (ratio / highest) * (panel.height - panel.top - panel.bottom);
  const line = points.map(({ size, ratio: [median] }) => `${x(size).toFixed(1)},${y(median).toFixed(1)}`);
  const marks = points.map(
    ({ size, ratio: [median, min, max] }) =>
      `<line class="range" x1="${x(size).toFixed(1)}" x2="${x(size).toFixed(1)}" y1="${y(min).toFixed(1)}" y2="${y(max).toFixed(1)}"/>` +
      `<circle class="point" cx="${x(size).toFixed(1)}" cy="${y(median).toFixed(1)}" r="3"/>` +
      `<text class="quiet" x="${x(size).toFixed(1)}" y="${y(0) + 16}" text-anchor="middle">${count(size)}</text>`,
  );
  const grid = [0, 1, Math.floor(highest)].map(
    (ratio) =>
      `<line class="line" x1="${x(1)}" x2="${x(10 ** largest).toFixed(1)}" y1="${y(ratio).toFixed(1)}" y2="${y(ratio).toFixed(1)}"/>` +
      `<text class="quiet" x="${x(1) - 10}" y="${y(ratio) + 4}" text-anchor="end">${ratio} ×</text>`,
  );
  return [
    `<text class="title" x="${left + panel.left}" y="${top + 22}">${name}, by ${of}</text>`,
    ...grid,
    `<polyline class="curve" points="${line.join(' ')}"/>`,
    ...marks,
  ].join('\n');
}
