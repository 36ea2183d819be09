/**
 * Tests a service against the specification from the outside, based only on the specification and not on plid's
 * implementation.
 */
import { describeReport } from '../test-suite/report.ts';
import { describeModules } from './certification-modules.ts';
import { reportTexts } from './report-texts.ts';
import type { Report } from './run.ts';

export type { Result } from '../test-suite/run-cases.ts';
export type { Credentials } from './application.ts';
export type { ModuleResult } from './certification-modules.ts';
export { type Report, runConformance, sectionsOfCases } from './run.ts';
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

/** Returns a human-readable report with each case below its section, and with the OpenID Foundation's modules. */
export const describeConformance = (report: Report): string =>
  [describeReport(report, reportTexts), describeModules(report.modules)].filter(Boolean).join('\n\n');
