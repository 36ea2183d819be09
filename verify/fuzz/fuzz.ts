import fc from 'fast-check';
import { type Batch, batchOf, everyRequest } from './batch.ts';
import type { Played } from './cases.ts';
import type { Found, Judged } from './judge.ts';
import { Statistics } from './statistics.ts';
import { Stage } from './world-pool.ts';

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

async function tryRound(seed: number, count: number, statistics: Statistics): Promise<void> {
  const stage = new Stage();
  try {
    const names = await stage.names();
    const drawn = fc.sample(batchOf(names), { seed, numRuns: count });
    for (const batch of [everyRequest(names, seed), ...drawn.slice(1)]) {
      const { suspects, ...judged } = await stage.play(batch);
      statistics.add(judged.played);
      if (judged.found.length > 0) await shrink(stage, seed, suspects, judged);
    }
  } finally {
    await stage.close();
  }
}

/** How long fast-check shrinks a batch, in milliseconds. */
const patience = 60_000;

/** @throws with the fewest requests that show a fault in a new world, or those that showed it once. */
async function shrink(stage: Stage, seed: number, suspects: Batch, judged: Judged): Promise<never> {
  const until = Date.now() + patience;
  const property = fc.asyncProperty(batchOf(await stage.names()), async (batch) => {
    if (Date.now() > until) return;
    const again = await stage.play(batch);
    if (again.found.length > 0) throw new Error(describe(again));
  });
  await fc.assert(property, { seed, numRuns: 1, examples: [[suspects]] });
  throw new Error(`Seen once, and not when it was sent again, seed ${seed}:\n${describe(judged)}`);
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
