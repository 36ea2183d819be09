import { median } from '../report/statistics.ts';
import type { OthersWatch } from '../runner/machine.ts';
import type { Options } from '../runner/measure.ts';
import type { Folders, Running } from '../runner/process.ts';
import type { Helper, System } from '../runner/system.ts';
import { takeTurn, withSystems } from '../runner/turn.ts';

/** A measurement while one thing grows. */
export interface Series {
  name: string;
  /** The thing that grows: `accounts`. */
  of: string;
  /** The most that the last point may cost, as a multiple of the first. */
  target?: number;
  once?: boolean;
  helpers?: readonly Helper[];
  points: readonly Point[];
}

export interface Point {
  size: number;
  /** Points with the same system share its process. */
  system: System;
  connections?: number;
}

export interface PointResult {
  size: number;
  /** CPU milliseconds per request: the median of the rounds. */
  cpu: number;
  /** The same as a multiple of the first point's in the same round: the median, the least and the most. */
  ratio: [median: number, min: number, max: number];
}

export interface SeriesResult extends Pick<Series, 'name' | 'of' | 'target'> {
  points: PointResult[];
}

/** All points are up at once and take turns, so that each round compares runs of the same seconds. */
export async function measureSeries(
  series: Series,
  options: Options,
  folders: Folders,
  others: OthersWatch,
): Promise<SeriesResult> {
  const { helpers = [], points } = series;
  const systems = new Set(points.map(({ system }) => system));
  return withSystems(systems, helpers, folders, async (running) => {
    const measure = points.map((point) =>
      measurementOf(series, point, running.get(point.system) as Running, options, folders, others),
    );
    return {
      name: series.name,
      of: series.of,
      ...(series.target && { target: series.target }),
      points: summarize(points, await inTurns(measure, options.rounds)),
    };
  });
}

type Measure = () => Promise<number>;

/** @returns for each point its CPU time in each round, after a round of warming up. */
async function inTurns(measures: readonly Measure[], rounds: number): Promise<number[][]> {
  const found: number[][] = measures.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, measure] of measures.entries()) {
      const cpu = await measure();
      if (round > 0) found[index]?.push(cpu);
    }
  }
  return found;
}

/** A turn with fewer requests is meaningless: the machine had no time for it. */
const leastRequests = 50;

function measurementOf(
  { once, name }: Series,
  { system, connections }: Point,
  process: Running,
  options: Options,
  { built: folder }: Folders,
  others: OthersWatch,
): Measure {
  let rate = 600;
  return async function measure(attempt = 1): Promise<number> {
    const { seconds } = options;
    const count = Math.ceil(rate * seconds * 1.5) + 2 * options.connections;
    const turn = { system, process, count, seconds, once, folder, others };
    const result = await takeTurn({ ...turn, connections: connections ?? options.connections });
    rate = Math.max(rate, result.rate);
    if (result.failed > 0 || (result.refused > 0 && !result.isDrained))
      throw new Error(`${name}: ${result.refused} of ${result.requests} were refused`);
    if (result.requests < leastRequests && attempt < 3) return measure(attempt + 1);
    return result.cpu;
  };
}

function summarize(points: readonly Point[], cpu: readonly number[][]): PointResult[] {
  const [first = []] = cpu;
  return points.map(({ size }, index) => {
    const own = cpu[index] ?? [];
    const ratios = own.map((each, round) => each / (first[round] ?? Number.NaN));
    return {
      size,
      cpu: median(own),
      ratio: [median(ratios), Math.min(...ratios), Math.max(...ratios)],
    };
  });
}
