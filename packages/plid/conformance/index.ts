/** Tries a service against the specification, from outside. It knows only the specification, and nothing of how plid implements it. */
import { describeReport } from '../kit/report.ts';
import type { Report } from '../kit/run-cases.ts';
import { reportWords } from './report-words.ts';

export type { Report, Result } from '../kit/run-cases.ts';
export type { Credentials } from './application.ts';
export { runConformance, sectionsOfCases } from './run.ts';
export { sandboxTarget } from './sandbox-target.ts';
export {
  type SignIn,
  type SignInRequest,
  type SignInResult,
  signInAtSandbox,
  signInBy,
  signInByCommand,
} from './sign-in.ts';
export type { TargetOptions } from './target.ts';

/** A report as people read it: each case beneath the section that it belongs to. */
export const describeConformance = (report: Report): string => describeReport(report, reportWords);
