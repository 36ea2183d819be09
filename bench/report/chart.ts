import { type CaseResult, type Comparison, isMet } from './statistics.ts';

/** Sizes in the units of the picture. */
const width = 760;
const rowHeight = 30;
const top = 70;
const left = 170;
const right = 190;
/** The largest ratio that fits. */
const end = 3;

const x = (ratio: number): number => left + (Math.min(ratio, end) / end) * (width - left - right);

/** The picture has its own background and its own colours, so that pages of both colour schemes can show it. */
const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 16px; font-weight: 600 }
  .quiet { fill: #59636e }
  .back { fill: #ffffff }
  .met { fill: #1a7f64 }
  .missed { fill: #bc6c00 }
  .line { stroke: #59636e; stroke-width: 1 }
  .range { stroke: #1f2328; stroke-width: 1.5 }
  .target { stroke: #1f2328; stroke-width: 2; stroke-dasharray: 3 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .quiet { fill: #9198a1 }
    .back { fill: #0d1117 }
    .met { fill: #2f9e7f }
    .missed { fill: #d98a1f }
    .line { stroke: #9198a1 }
    .range, .target { stroke: #f0f6fc }
  }`;

/** A picture (SVG) of each case's CPU time as a multiple of its limit, with the range of the rounds and the target. */
export function drawChart(results: readonly CaseResult[]): string {
  const rows = results.flatMap((result) => {
    const limit = result.comparisons.find(({ system }) => system === 'limit');
    return limit === undefined ? [] : [{ name: result.case, limit }];
  });
  const height = top + rows.length * rowHeight + 40;
  const summary = rows.map(({ name, limit }) => `${name} ${limit.ratio.median.toFixed(2)}`).join(', ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title summary">
<title id="title">CPU time of each request, as a multiple of a hand-written worker's</title>
<desc id="summary">${summary}</desc>
<style>${style}
</style>
<rect class="back" width="${width}" height="${height}" rx="8"/>
<text class="title" x="20" y="30">CPU time of a request, × a hand-written worker and objects</text>
<text class="quiet" x="20" y="50">Bars: median of the rounds. Thin line: least to most. Dashed: the most it should be.</text>
${drawAxis(height)}
${rows.map(({ name, limit }, index) => drawRow(name, limit, top + index * rowHeight)).join('\n')}
</svg>
`;
}

function drawAxis(height: number): string {
  const bottom = height - 32;
  return [0, 1, 2, 3]
    .map(
      (ratio) =>
        `<line class="line" x1="${x(ratio)}" x2="${x(ratio)}" y1="${top - 6}" y2="${bottom}" opacity="${ratio === 1 ? 1 : 0.3}"/>` +
        `<text class="quiet" x="${x(ratio)}" y="${bottom + 18}" text-anchor="middle">${ratio === 1 ? '1 = limit' : ratio}</text>`,
    )
    .join('\n');
}

function drawRow(name: string, limit: Comparison, y: number): string {
  const { ratio, target } = limit;
  const middle = y + rowHeight / 2;
  const met = isMet(limit);
  const colour = met === false ? 'missed' : 'met';
  const said = target === undefined ? '' : ` (≤ ${target}) ${met ? 'met' : 'missed'}`;
  const dashes =
    target === undefined
      ? ''
      : `<line class="target" x1="${x(target)}" x2="${x(target)}" y1="${y + 2}" y2="${y + rowHeight - 2}"/>`;
  return (
    `<text x="${left - 12}" y="${middle + 5}" text-anchor="end">${name}</text>` +
    `<rect class="${colour}" x="${left}" y="${y + 6}" width="${x(ratio.median) - left}" height="${rowHeight - 12}" rx="2"/>` +
    `<line class="range" x1="${x(ratio.min)}" x2="${x(ratio.max)}" y1="${middle}" y2="${middle}"/>${dashes}` +
    `<text x="${width - right + 24}" y="${middle + 5}">${ratio.median.toFixed(2)}${said}</text>`
  );
}
