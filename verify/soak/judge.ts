/** Memory of the running processes at one moment. */
export interface Sample {
  /** Time since the first sign-in, in seconds. */
  seconds: number;
  /** Completed sign-ins so far. */
  signIns: number;
  /** Resident memory of each process, in bytes, by its name. */
  memory: Readonly<Record<string, number>>;
}

export interface Limits {
  /** Time after which growth is judged, in seconds: before, code is compiled and caches are filled. */
  warmUp: number;
  /** Maximum growth per sign-in of all processes together, in bytes. */
  growth: number;
}

/** The growth of one process after the warm-up. */
export interface Growth {
  name: string;
  first: number;
  last: number;
  /** In bytes per sign-in. */
  perSignIn: number;
}

/** The name of the sum of all processes. */
export const total = 'all processes';

/** Fewer samples or sign-ins after the warm-up say nothing about growth. */
const minSamples = 5;
const minSignIns = 20;

/**
 * Measures the growth of each process and of their sum after the warm-up, as the slope of a line through the samples: a
 * single sample depends on when the runtime last collected garbage.
 * @throws {Error} if there are too few samples, if a process was replaced meanwhile, or if the sum grows by more than the limit
 * per sign-in.
 */
export function judgeGrowth(samples: readonly Sample[], { warmUp, growth }: Limits): Growth[] {
  const judged = samples.filter(({ seconds }) => seconds >= warmUp).map(withTotal);
  const [first, last] = [judged[0], judged.at(-1)];
  if (first === undefined || last === undefined || judged.length < minSamples)
    throw new Error(`Only ${judged.length} samples after ${warmUp} s: run longer`);
  if (last.signIns - first.signIns < minSignIns)
    throw new Error(`Only ${last.signIns - first.signIns} sign-ins after ${warmUp} s: run longer`);
  const names = Object.keys(first.memory);
  for (const { seconds, memory } of judged)
    if (Object.keys(memory).join() !== names.join())
      throw new Error(`The processes changed by ${seconds} s: ${Object.keys(memory).join(', ')}`);
  const found = names.map((name) => ({
    name,
    first: first.memory[name] ?? 0,
    last: last.memory[name] ?? 0,
    perSignIn: slopeOf(judged.map(({ signIns, memory }) => [signIns, memory[name] ?? 0])),
  }));
  const sum = found.find(({ name }) => name === total);
  if (sum !== undefined && sum.perSignIn > growth) throw new GrowthError(found, growth);
  return found;
}

/** Memory grows by more than the limit. The message lists each process. */
export class GrowthError extends Error {
  constructor(found: readonly Growth[], limit: number) {
    super(`Memory grows by more than ${kibibytes(limit)} per sign-in:\n${found.map(lineOf).join('\n')}`);
  }
}

/** One process as a line of the report. */
export const lineOf = ({ name, first, last, perSignIn }: Growth): string =>
  `  ${name.padEnd(24)}${mebibytes(first)} to ${mebibytes(last)}, ${kibibytes(perSignIn)} per sign-in`;

const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
export const kibibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 10)} KiB`;

function withTotal(sample: Sample): Sample {
  const sum = Object.values(sample.memory).reduce((all, bytes) => all + bytes, 0);
  return { ...sample, memory: { ...sample.memory, [total]: sum } };
}

/** Slope of the least-squares line. @param points at least two, with different x. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((all, value) => all + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const covariance = points.reduce((all, [x, y]) => all + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((all, [x]) => all + (x - meanX) ** 2, 0);
}
