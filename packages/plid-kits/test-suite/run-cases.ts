import type { Case, Target } from './case.ts';
import { Mismatch, UndoneStep } from './mismatch.ts';

type Outcome = 'passed' | 'failed' | 'skipped';

/** The result of one case. */
export interface Result {
  section: string;
  statement: string;
  outcome: Outcome;
  /** The expected behavior. Set only for a failed case. */
  expected?: string;
  came?: string;
  /** The skip reason. Set only for a skipped case. */
  reason?: string;
  /** Names of additional fields in responses. Additional fields are allowed. */
  further?: string[];
}

export interface Report {
  url: string;
  passed: number;
  failed: number;
  skipped: number;
  results: Result[];
}

/**
 * Tests a program, case by case, in order. @param sections the sections to run. If undefined, all sections run.
 */
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
      failure instanceof Mismatch ? failure : new Mismatch('a readable response', String(failure));
    const masked = { expected: target.masks.mask(expected), came: target.masks.mask(came) };
    return { section, statement, outcome: 'failed', ...masked };
  }
}
