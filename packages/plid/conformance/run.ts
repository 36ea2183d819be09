import type { Case } from './case.ts';
import { addressCases } from './cases/addresses.ts';
import { authorizeCases } from './cases/authorize.ts';
import { automaticLoginCases } from './cases/automatic-login.ts';
import { disconnectCases } from './cases/disconnect.ts';
import { tokenCases } from './cases/token.ts';
import { userCases } from './cases/user.ts';
import { Mismatch } from './mismatch.ts';
import { Target, type TargetOptions } from './target.ts';

/** Every case, in the order in which they run: what ends a connection comes last. */
const cases: readonly Case[] = [
  ...addressCases,
  ...authorizeCases,
  ...tokenCases,
  ...userCases,
  ...automaticLoginCases,
  ...disconnectCases,
];

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
  /** Names of fields that the answer has and the specification does not: it forbids none of them here. */
  further?: string[];
}

export interface Report {
  url: string;
  passed: number;
  failed: number;
  skipped: number;
  results: Result[];
}

/** The sections that have cases, in the order of the specification. */
export const sectionsOfCases: readonly string[] = [...new Set(cases.map(({ section }) => section))].sort();

/**
 * Tries a service, case by case, one request at a time.
 * @param sections runs only the cases of these, such as `['4.2', '5']`: of {@link sectionsOfCases}.
 */
export async function runConformance(options: TargetOptions, sections?: readonly string[]): Promise<Report> {
  const target = new Target(options);
  const chosen = cases.filter(({ section }) => sections === undefined || sections.includes(section));
  const results: Result[] = [];
  for (const one of chosen) results.push(await runCase(one, target));
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  return { url: target.url, ...counts, results };
}

async function runCase({ section, statement, needs, run }: Case, target: Target): Promise<Result> {
  const reason = target.lacks(needs);
  if (reason !== undefined) return { section, statement, outcome: 'skipped', reason };
  try {
    await run(target);
    const further = target.takeNotes();
    return { section, statement, outcome: 'passed', ...(further.length > 0 && { further }) };
  } catch (failure) {
    target.takeNotes();
    const { expected, came } =
      failure instanceof Mismatch ? failure : new Mismatch('an answer that can be read', String(failure));
    const told = { expected: target.masks.mask(expected), came: target.masks.mask(came) };
    return { section, statement, outcome: 'failed', ...told };
  }
}
