import { expect, test } from 'vitest';
import { allSeries } from '../bench/growth/all-series.ts';
import type { SeriesResult } from '../bench/growth/series.ts';
import { drawGrowth, formatGrowth } from '../bench/report/growth.ts';

const point = (size: number, ratio: number) => ({
  size,
  cpu: 0.5 * ratio,
  ratio: [ratio, ratio * 0.9, ratio * 1.1] as [number, number, number],
});
const flat: SeriesResult = {
  name: 'token',
  of: 'applications each',
  target: 1.1,
  points: [point(1, 1), point(10, 1.02), point(100, 1.04)],
};
const steep: SeriesResult = { ...flat, name: 'callback', points: [point(1, 1), point(100, 2.2)] };

test('the table tells whether the last point is within its target, and by how much it is not', () => {
  const [, , first, second] = formatGrowth([flat, steep]).split('\n');
  expect(first).toContain('1 / 1.02 (0.92–1.12) / 1.04 (0.94–1.14)');
  expect(first).toContain('| 1.1: met |');
  expect(second).toContain('| 1.1: **missed by 100 %** |');
});

test('the picture has a curve for each series, and every place in it is a number', () => {
  const picture = drawGrowth([flat, steep]);
  expect(picture.match(/<polyline/g)).toHaveLength(2);
  expect(picture).toContain('token by applications each 1.04');
  expect(picture).not.toContain('NaN');
  const places = [...picture.matchAll(/<circle class="point" cx="([\d.]+)" cy="([\d.]+)"/g)];
  expect(places).toHaveLength(5);
  for (const [, x, y] of places) {
    expect(Number(x)).toBeLessThan(760);
    expect(Number(y)).toBeLessThan(210);
  }
});

test('every series begins at one, and what one person has must cost no more at 100 than 1.1 times that', async () => {
  const series = await allSeries([1, 1_000]);
  expect(series.length).toBeGreaterThan(7);
  for (const { points } of series) expect(points[0]?.size).toBe(1);
  const ofOne = series.filter(({ of }) => of.endsWith('each'));
  expect(ofOne.map(({ name, target, points }) => [name, target, points.at(-1)?.size])).toEqual([
    ['token', 1.1, 100],
    ['automatic-login', 1.1, 100],
    ['callback', 1.1, 100],
  ]);
});
