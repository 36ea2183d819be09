import { type Report as ReportOfKit, runCases } from '../test-suite/run-cases.ts';
import type { Case } from './case.ts';
import { endpointUrlCases } from './cases/addresses.ts';
import { authorizeCases } from './cases/authorize.ts';
import { automaticLoginCases } from './cases/automatic-login.ts';
import { basicOpCases } from './cases/basic-op.ts';
import { basicOpRequestCases } from './cases/basic-op-requests.ts';
import { configOpCases } from './cases/config-op.ts';
import { disconnectCases } from './cases/disconnect.ts';
import { formPostCases } from './cases/form-post-op.ts';
import { logoutCases } from './cases/logout-op.ts';
import { pushedRequestCases } from './cases/pushed-requests.ts';
import { sessionCases } from './cases/session-op.ts';
import { tokenCases } from './cases/token.ts';
import { userCases } from './cases/user.ts';
import { certificationModulesOf, type ModuleResult } from './certification-modules.ts';
import { Target, type TargetOptions } from './target.ts';

const openIdCases: readonly Case[] = [
  ...configOpCases,
  ...basicOpRequestCases,
  ...basicOpCases,
  ...formPostCases,
  ...logoutCases,
];

/** All cases for a service, in the order in which they run. Cases that end a connection come last. */
export const cases: readonly Case[] = [
  ...endpointUrlCases,
  ...authorizeCases,
  ...pushedRequestCases,
  ...tokenCases,
  ...userCases,
  ...automaticLoginCases,
  ...openIdCases,
  ...disconnectCases,
];

/** All cases for a gateway, which has sessions but none of the specification's endpoints. */
const gatewayCases: readonly Case[] = [...openIdCases, ...sessionCases];

/** The sections that have cases, in the order of the specification. */
export const sectionsOfCases: readonly string[] = [...new Set(cases.map(({ section }) => section))].sort();

/**
 * The report of a run. If the run included OpenID Connect cases, the report also lists the OpenID Foundation's
 * modules.
 */
export interface Report extends ReportOfKit {
  modules: ModuleResult[];
}

/**
 * Tests a service with one case and one request at a time. If the relying party has a gateway's issuer, tests the
 * gateway instead. @param sections the sections to run, such as `['4.2', '5']` (see {@link sectionsOfCases}).
 * Default: all sections.
 */
export async function runConformance(options: TargetOptions, sections?: readonly string[]): Promise<Report> {
  const half = options.relyingParty?.issuer === undefined ? 'service' : 'gateway';
  const own = half === 'service' ? cases : gatewayCases;
  const report = await runCases(new Target(options), own, sections);
  return { ...report, modules: certificationModulesOf(report.results, half) };
}
