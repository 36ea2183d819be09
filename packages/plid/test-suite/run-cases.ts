import type { Case, Target } from './case.ts';
import { Mismatch, UndoneStep } from './mismatch.ts';

type Outcome = 'passed' | 'failed' | 'skipped';

/** The result of one case. */
export interface Result {
  section: string;
  statement: string;
  outcome: Outcome;
  /** Of a failed case. */
  expected?: string;
  came?: string;
  /** Of a skipped case. */
  reason?: string;
  /** Names of fields that the answers have and nothing states: they are not forbidden. */
  further?: string[];
}

export interface Report {
  url: string;
  passed: number;
  failed: number;
  skipped: number;
  results: Result[];
}

/** Tries a program, case by case, in their order. @param sections runs only the cases of these. */
export async function runCases<Tried extends Target<Need>, Need>(
  target: Tried,
  cases: readonly Case<Tried, Need>[],
  sections: readonly string[] | undefined,
): Promise<Report> {
  const chosen = cases.filter(({ section }) => sections === undefined || sections.includes(section));
  const results: Result[] = [];
  for (const one of chosen) results.push(await runCase(one, target));
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  return { url: target.url, ...counts, results };
}

async function runCase<Tried extends Target<Need>, Need>(
  { section, statement, needs = [], run }: Case<Tried, Need>,
  target: Tried,
): Promise<Result> {
  const lacking = await Promise.all(([needs].flat() as Need[]).map((need) => target.lacks(need)));
  const reason = lacking.find((why) => why !== undefined);
  if (reason !== undefined) return { section, statement, outcome: 'skipped', reason };
  try {
    await run(target);
    const further = await target.endCase();
    return { section, statement, outcome: 'passed', ...(further.length > 0 && { further }) };
  } catch (failure) {
    await target.endCase();
    if (failure instanceof UndoneStep)
      return { section, statement, outcome: 'skipped', reason: failure.message };
    const { expected, came } =
      failure instanceof Mismatch ? failure : new Mismatch('an answer that can be read', String(failure));
    const told = { expected: target.masks.mask(expected), came: target.masks.mask(came) };
    return { section, statement, outcome: 'failed', ...told };
  }
}
