import { setTimeout as pause } from 'node:timers/promises';
import { type Case, type Played, play } from './cases.ts';
import type { Corpus } from './corpus.ts';
import { type FuzzWorld, signInAsEver } from './fuzz-world.ts';
import { type Fault, faultsOf, faultsOfCosts, faultsOfLine } from './oracles.ts';

/** A fault, and the cases that have shown it; several if it is still unclear which one did. */
export interface Found extends Fault {
  /** `service POST /oauth2/token`, if one request shows it. */
  template?: string;
  cases: readonly Case[];
}

export interface Judged {
  played: readonly Played[];
  found: readonly Found[];
}

const atOnce = 12;
/** How late a line of the log may arrive, in milliseconds. */
export const lineDelay = 60;
const faultsCleared = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };

/** Plays cases, and finds the faults of their answers and of their log lines. */
export async function judge(world: FuzzWorld, corpus: Corpus, cases: readonly Case[]): Promise<Judged> {
  const [all, found]: [Played[], Found[]] = [[], []];
  const byRequest = new Map<string, { template: string; cases: readonly Case[] }>();
  const left = [...cases];
  const playLeft = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      for (const played of await play(world, corpus, one)) {
        const { template } = played;
        all.push(played);
        const where = { template, cases: [one] };
        found.push(...faultsOfPlayed(played, corpus).map((fault) => ({ ...fault, ...where })));
        if ('exchange' in played)
          byRequest.set(played.exchange.answer.headers.get('X-Request-Id') ?? '', where);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, playLeft));
  await pause(lineDelay);
  for (const line of world.newLines()) {
    for (const { request, ...fault } of faultsOfLine(line, corpus.words)) {
      found.push({ ...fault, ...(byRequest.get(request ?? '') ?? { cases }) });
    }
  }
  return { played: all, found };
}

function faultsOfPlayed(played: Played, { words }: Corpus): Fault[] {
  if ('failure' in played) return [{ oracle: 'answer', says: played.failure }];
  const faults = faultsOf(played.exchange, words);
  const ofRuntime = new Set(['insides', 'leak', 'slow']);
  return played.isOfRuntime ? faults.filter(({ oracle }) => ofRuntime.has(oracle)) : faults;
}

/** The same for cases that may set faults of the sandbox: one by one. */
export async function judgeOneByOne(
  world: FuzzWorld,
  corpus: Corpus,
  cases: readonly Case[],
): Promise<Judged> {
  const judged: Judged[] = [];
  for (const one of cases) {
    judged.push(await judge(world, corpus, [one]));
    await world.fetch(`${world.sandbox}/sandbox/faults/clear`, faultsCleared);
  }
  return together(judged);
}

/** The same for unauthenticated requests, which must not store anything either. */
export async function judgeStrangers(
  world: FuzzWorld,
  corpus: Corpus,
  cases: readonly Case[],
): Promise<Judged> {
  const judged: Judged[] = [];
  try {
    const costs = await world.costOf(async () => void judged.push(await judge(world, corpus, cases)));
    const kept = faultsOfCosts(costs).map((fault) => ({ ...fault, cases }));
    return together([...judged, { played: [], found: kept }]);
  } catch (failure) {
    // The log, which is counted as well, holds a line that is not of a worker.
    return together([...judged, { played: [], found: [{ oracle: 'log', says: String(failure), cases }] }]);
  }
}

/** Whether a login still works after these cases. */
export async function judgeNext(world: FuzzWorld, cases: readonly Case[]): Promise<Found[]> {
  try {
    await signInAsEver(world);
    return [];
  } catch (failure) {
    return [{ oracle: 'next', says: `a login after them: ${failure}`, cases }];
  }
}

export const together = (judged: readonly Judged[]): Judged => ({
  played: judged.flatMap(({ played }) => played),
  found: judged.flatMap(({ found }) => found),
});
