import fc from 'fast-check';
import { batchOf, everyRequest } from './batch.ts';
import type { Played } from './cases.ts';
import type { Found, Judged } from './judge.ts';
import { Stage } from './stage.ts';
import { Statistics } from './statistics.ts';

interface FuzzOptions {
  /** The seed of the first round; each later one takes the next number. */
  seed: number;
  /** No round begins after so long. */
  seconds?: number;
  rounds?: number;
  /** Batches of each round; the first one has every request of the corpus. */
  batches?: number;
}

/** A world remembers every line of its log: after so many batches another one replaces it. */
const batchesPerRound = 32;

/**
 * Sends drawn and changed requests to all routes, in rounds, each in a world of its own.
 * @throws with the seed, and the fewest requests that show a fault.
 */
export async function fuzz({
  seed,
  seconds = Number.POSITIVE_INFINITY,
  rounds = Number.POSITIVE_INFINITY,
  batches = batchesPerRound,
}: FuzzOptions): Promise<Statistics> {
  const statistics = new Statistics();
  const until = Date.now() + seconds * 1000;
  for (let round = 0; round < rounds && Date.now() < until; round += 1)
    await tryRound(seed + round, batches, statistics);
  return statistics;
}

async function tryRound(seed: number, batches: number, statistics: Statistics): Promise<void> {
  const stage = new Stage();
  try {
    const names = await stage.names();
    const property = fc.asyncProperty(batchOf(names), async (batch) => {
      const judged = await stage.play(batch);
      statistics.add(judged.played);
      if (judged.found.length > 0) throw new Error(describe(judged));
    });
    await fc.assert(property, { seed, numRuns: batches, examples: [[everyRequest(names, seed)]] });
  } finally {
    await stage.close();
  }
}

/** The most faults and requests that a message lists. */
const listed = 5;

const describe = ({ played, found }: Judged): string =>
  found
    .slice(0, listed)
    .map((fault) => describeFault(fault, played))
    .join('\n');

function describeFault({ oracle, template, says, cases }: Found, played: readonly Played[]): string {
  const steps = new Set(cases.flatMap((one) => one.steps));
  const lines = played.filter(({ step }) => steps.has(step)).map(describeRequest);
  const where = template === undefined ? '' : ` at ${template}`;
  return [`"${oracle}"${where}: ${says}`, ...lines.slice(0, listed)].join('\n  ');
}

/** A request, its changes, a command that sends it, and its answer. */
function describeRequest(played: Played): string {
  const { step, curl } = played;
  const changes = step.mutations.map((mutation) => mutation.says).join(', then ');
  const answered =
    'exchange' in played
      ? `${played.exchange.answer.status} ${played.exchange.answer.body.slice(0, 200)}`
      : played.failure;
  return `${step.request}${changes && `, where ${changes}`}\n    ${curl}\n    → ${answered}`;
}
