import { logLines } from '../support/assertions/log-lines.ts';
import type { Outage } from './outages.ts';
import { type Answer, outcomeOf, type Question } from './probes.ts';
import type { OutagesWorld } from './support/outages-world.ts';
import type { Cell } from './table.ts';

export interface Observed {
  /** The result at each moment of the outage. */
  during: string[];
  /** How often it called the dependency; counted only if it should not. */
  asked?: number;
  afterwards: string;
}

/** The moments of the questions, in seconds after the beginning of the outage: while memory may replace the dependency, and after. */
const [soon, late, tooLate] = [31, 3_500, 3_650];
/** How long before the later moments the lasting preparations are made, in seconds. */
const ahead = 100;
/** The longest wait for an answer, in milliseconds: a silent dependency is silent for longer. */
const patience = 20_000;
/** How long work may continue after an answer has left, in milliseconds. */
const afterwork = 300;

const outcomes: Record<Cell, readonly string[]> = {
  works: ['works'],
  'not asked': ['works'],
  'works for an hour': ['works', 'works', '503'],
  'stale for an hour': ['works', 'stale', '503'],
  '503': ['503'],
  '502': ['502'],
  '500': ['500'],
};

/** Whether a cell is to be tried in an outage. */
export const isTried = (cell: Cell, { again }: Outage): boolean => !(again && cell === 'not asked');

export const expected = (cell: Cell, { again }: Outage): Observed => ({
  during: again ? outcomes[cell].slice(0, 1) : [...outcomes[cell]],
  ...(cell === 'not asked' && { asked: 0 }),
  afterwards: 'works',
});

type Questions = Record<string, Question>;
type Prepared = [string, () => Promise<Answer>][];

/** Prepares the questions in turn, since several sign in with the same phone. */
async function prepare(world: OutagesWorld, questions: [string, Question][]): Promise<Prepared> {
  const prepared: Prepared = [];
  for (const [name, question] of questions) prepared.push([name, await question.prepare(world)]);
  return prepared;
}

/** Asks every question once. @returns the result of each. */
export async function askAll(world: OutagesWorld, questions: Questions): Promise<Record<string, string>> {
  const prepared = await prepare(world, Object.entries(questions));
  const asked = prepared.map(async ([name, ask]) => [name, outcomeOf(await ask())] as const);
  return Object.fromEntries(await Promise.all(asked));
}

/** Waits until the calls stop: work after an answer must not count for the next question. */
async function settled(world: OutagesWorld, outage: Outage): Promise<number> {
  let before: number;
  let now = await outage.asked(world);
  do {
    before = now;
    await new Promise((resolve) => setTimeout(resolve, afterwork));
    now = await outage.asked(world);
  } while (now !== before);
  return now;
}

/**
 * Whether KV, which works in these outages, responded after the half second for which a session waits for it, as on a
 * busy machine. @param from number of the first line that counts.
 */
async function isKvLate(world: OutagesWorld, from: number): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, afterwork));
  return logLines(world)
    .slice(from)
    .some(({ operation }) => operation === 'reading a session from KV');
}

/** Asks the questions of the table while a dependency is down, and once more as soon as it is up. */
export async function tryOutage(
  world: OutagesWorld,
  outage: Outage,
  all: Questions,
  cells: Record<string, Cell>,
): Promise<Record<string, Observed>> {
  const { again } = outage;
  const questions = Object.entries(all).filter(([name]) => name in cells);
  const observed = new Map(questions.map(([name]) => [name, { during: [], afterwards: '' } as Observed]));
  const record = async ([name, ask]: Prepared[number]) => {
    const seen = observed.get(name)?.during.length ?? 0;
    const started = Date.now();
    const logged = logLines(world).length;
    let outcome = outcomeOf(await ask());
    const isUnexpected = cells[name]?.endsWith('for an hour') && outcomes[cells[name]][seen] !== outcome;
    if (isUnexpected && all[name]?.good === 'hours' && (await isKvLate(world, logged)))
      outcome = outcomeOf(await ask());
    const late = Date.now() - started > patience ? ', too late' : '';
    observed.get(name)?.during.push(`${outcome}${late}`);
  };

  const ready = await prepare(world, questions);
  await new Promise((resolve) => setTimeout(resolve, afterwork));
  await outage.begin(world);
  const began = await world.clock.now();
  const until = async (moment: number) => world.clock.advance(began + moment - (await world.clock.now()));

  await until(soon);
  for (const asking of ready.filter(([name]) => cells[name] === 'not asked')) {
    const before = await settled(world, outage);
    await record(asking);
    Object.assign(observed.get(asking[0]) ?? {}, { asked: (await outage.asked(world)) - before });
  }
  await Promise.all(ready.filter(([name]) => cells[name] !== 'not asked').map(record));

  const passing = again ? [] : questions.filter(([name]) => cells[name]?.endsWith('for an hour'));
  const keeps = new Map(ready);
  for (const moment of passing.length > 0 ? [late, tooLate] : []) {
    await until(moment - ahead);
    const early = await prepare(
      world,
      passing.filter(([, { good }]) => good === undefined),
    );
    await until(moment);
    const now = await prepare(
      world,
      passing.filter(([, { good }]) => good === 'a minute'),
    );
    const kept = passing.filter(([, { good }]) => good === 'hours').map(([name]) => name);
    await Promise.all([...early, ...now, ...[...keeps].filter(([name]) => kept.includes(name))].map(record));
  }

  await outage.end(world);
  const afterwards = await askAll(world, Object.fromEntries(questions));
  return Object.fromEntries(
    [...observed].map(([name, seen]) => [name, { ...seen, afterwards: afterwards[name] ?? '' }]),
  );
}
