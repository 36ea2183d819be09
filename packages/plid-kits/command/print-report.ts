import type { Io } from '../../plid/command/io.ts';
import { describeReport, reasonOfFailedRun, type Words } from '../test-suite/report.ts';
import type { Report } from '../test-suite/run-cases.ts';

/** Prints a report and the reason of a failure. @returns whether all cases passed. */
export function printReport(
  report: Report,
  { console }: Io,
  { json, strict = false }: { json?: boolean | undefined; strict?: boolean | undefined },
  {
    describe = (given) => describeReport(given, words),
    ...words
  }: Words & { describe?: (report: Report) => string },
): boolean {
  console.log(json ? JSON.stringify(report, undefined, 2) : describe(report));
  const fault = reasonOfFailedRun(report, strict, words);
  if (fault !== undefined) console.error(fault);
  return fault === undefined;
}
