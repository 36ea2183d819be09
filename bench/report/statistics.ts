import type { Measurement } from '../runner/measure.ts';
import type { Case } from '../runner/system.ts';

export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** The product beside one other system. Its other form, `single`, is divided by the product; the product, by any other system. */
export interface Comparison {
  system: string;
  /** CPU time of one, divided by that of the other in the same round. */
  ratio: Spread;
  /** The least CPU time of one, divided by the least of the other: other load on the machine only adds. */
  least: number;
  /** The most that the ratio's median may be; undefined without a target. */
  target: number | undefined;
  rounds: number;
}

export interface CaseResult {
  case: string;
  half: Case['half'];
  /** CPU milliseconds per request, by system. */
  cpu: Record<string, Spread>;
  /** Requests per second, by system: the median. */
  rate: Record<string, number>;
  comparisons: Comparison[];
}

/** Of an even number, the mean of the middle two. */
function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

const spread = (numbers: readonly number[]): Spread => ({
  median: median(numbers),
  min: Math.min(...numbers),
  max: Math.max(...numbers),
});

export function summarize({ name, half, targets }: Case, measurements: readonly Measurement[]): CaseResult {
  const systems = [...new Set(measurements.map(({ system }) => system))];
  const of = (system: string) => measurements.filter((measurement) => measurement.system === system);
  const product = of('product');
  const compared = ['limit', ...systems.filter((system) => system !== 'product' && system !== 'limit')];
  return {
    case: name,
    half,
    cpu: Object.fromEntries(systems.map((system) => [system, spread(of(system).map(({ cpu }) => cpu))])),
    rate: Object.fromEntries(systems.map((system) => [system, median(of(system).map(({ rate }) => rate))])),
    comparisons: compared.flatMap((system) => {
      const pair = system === 'single' ? ([of(system), product] as const) : ([product, of(system)] as const);
      return compare(system, pair, targets[system]);
    }),
  };
}

function compare(
  system: string,
  [one, other]: readonly [readonly Measurement[], readonly Measurement[]],
  target: number | undefined,
): Comparison[] {
  const ratios = one.flatMap(({ round, cpu }) => {
    const beside = other.find((measurement) => measurement.round === round);
    return beside === undefined ? [] : [cpu / beside.cpu];
  });
  if (ratios.length === 0) return [];
  const least = Math.min(...one.map(({ cpu }) => cpu)) / Math.min(...other.map(({ cpu }) => cpu));
  return [{ system, ratio: spread(ratios), least, target, rounds: ratios.length }];
}

/** Whether a target is met; undefined without one. */
export const isMet = ({ ratio, target }: Comparison): boolean | undefined =>
  target === undefined ? undefined : Number(ratio.median.toFixed(2)) <= target;
