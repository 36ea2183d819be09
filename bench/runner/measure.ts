import { checkAnswers } from './answers.ts';
import { type OthersWatch, watchOthers } from './machine.ts';
import type { Folders, Running } from './process.ts';
import type { Case, System } from './system.ts';
import { takeTurn, withSystems } from './turn.ts';

export interface Options {
  rounds: number;
  /** The length of each measurement. */
  seconds: number;
  connections: number;
}

/** One measurement: one system of a case, in one round. */
export interface Measurement {
  case: string;
  system: string;
  round: number;
  requests: number;
  /** CPU time of the system's process per request, in milliseconds. */
  cpu: number;
  /** Requests per second. */
  rate: number;
}

/** A system that is up, and how it is measured. */
interface Measured {
  system: System;
  measure(seconds: number): Promise<Omit<Measurement, 'case' | 'round'> | undefined>;
}

const bare: System = {
  name: 'bare',
  workers: [{ name: 'bare', source: 'bench/stubs/bare.ts' }],
  target: 'bare',
  requests: async () => [{ path: '/' }],
};

/** Minimum number of requests in a measurement: with fewer, the machine had no time for it. */
const leastRequests = 50;

/** How many requests warm a system up, and the most seconds that this takes. */
const warmUp = { requests: 1_500, seconds: 4 };

/**
 * Measures a case: all its systems are up at once and take turns, so that each round compares runs of the same seconds.
 * @returns the measurements without those in which requests failed.
 */
export async function measureCase(
  stated: Case,
  options: Options,
  folders: Folders,
  others: OthersWatch = watchOthers(),
): Promise<Measurement[]> {
  const { systems: compared, helpers = [] } = stated;
  return withSystems([...compared, bare], helpers, folders, async (running) => {
    await checkAnswers(stated, new Map([...running].filter(([system]) => system !== bare)));
    const systems = [...running].map(([system, process]) =>
      measured(stated, system, process, options, folders, others),
    );
    for (const { measure } of systems) await warm(measure);
    const measurements: Measurement[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const turn = round % systems.length;
      for (const { measure } of [...systems.slice(turn), ...systems.slice(0, turn)]) {
        const result = (await measure(options.seconds)) ?? (await measure(options.seconds));
        if (result !== undefined) measurements.push({ case: stated.name, round, ...result });
      }
    }
    return measurements;
  });
}

async function warm(measure: Measured['measure']): Promise<void> {
  let requests = 0;
  for (const until = Date.now() + warmUp.seconds * 1000; requests < warmUp.requests && Date.now() < until; ) {
    requests += (await measure(1))?.requests ?? 0;
  }
}

function measured(
  stated: Case,
  system: System,
  process: Running,
  { connections }: Options,
  { built: folder }: Folders,
  others: OthersWatch,
): Measured {
  const once = stated.once && system !== bare;
  let rate = 900;
  return {
    system,
    async measure(seconds) {
      const count = Math.ceil(rate * seconds * 1.4) + 2 * connections;
      const turn = { system, process, count, connections, seconds, once, folder, others };
      const { requests, refused, failed, cpu, rate: perSecond, isDrained } = await takeTurn(turn);
      rate = Math.max(rate, perSecond);
      const wrong = stated.status >= 400 && system !== bare ? requests - refused : refused;
      if (isDrained || wrong > 0 || failed > 0 || requests < leastRequests) return undefined;
      return { system: system.name, requests, cpu, rate: perSecond };
    },
  };
}
