import { type Report, runCases } from '../kit/run-cases.ts';
import type { Case } from './case.ts';
import { addressCases } from './cases/addresses.ts';
import { authorizeCases } from './cases/authorize.ts';
import { automaticLoginCases } from './cases/automatic-login.ts';
import { basicOpCases } from './cases/basic-op.ts';
import { basicOpRequestCases } from './cases/basic-op-requests.ts';
import { configOpCases } from './cases/config-op.ts';
import { disconnectCases } from './cases/disconnect.ts';
import { pushedRequestCases } from './cases/pushed-requests.ts';
import { tokenCases } from './cases/token.ts';
import { userCases } from './cases/user.ts';
import { Target, type TargetOptions } from './target.ts';

/** Every case, in the order in which they run: what ends a connection comes last. */
export const cases: readonly Case[] = [
  ...addressCases,
  ...authorizeCases,
  ...pushedRequestCases,
  ...tokenCases,
  ...userCases,
  ...automaticLoginCases,
  ...configOpCases,
  ...basicOpRequestCases,
  ...basicOpCases,
  ...disconnectCases,
];

/** The sections that have cases, in the order of the specification. */
export const sectionsOfCases: readonly string[] = [...new Set(cases.map(({ section }) => section))].sort();

/**
 * Tries a service, case by case, one request at a time.
 * @param sections runs only the cases of these, such as `['4.2', '5']`: of {@link sectionsOfCases}.
 */
export const runConformance = (options: TargetOptions, sections?: readonly string[]): Promise<Report> =>
  runCases(new Target(options), cases, sections);
