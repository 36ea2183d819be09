import type { Report, Result } from './run-cases.ts';

const marks = { passed: '✓', failed: '✗', skipped: '–' };

/**
 * A report for people: each section with its cases, and a line that sums it up.
 * @param against what the program was tried against. @param headings by section, in the order of the report.
 */
export function describeReport(
  { url, passed, failed, skipped, results }: Report,
  against: string,
  headings: Record<string, string>,
): string {
  const parts = Object.entries(headings).flatMap(([section, heading]) => {
    const own = results.filter((result) => result.section === section);
    return own.length === 0 ? [] : [describeSection(heading, own)];
  });
  return [
    `${url}, tried against ${against}\n`,
    ...parts,
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join('\n');
}

function describeSection(heading: string, results: readonly Result[]): string {
  const counts = Object.keys(marks).flatMap((outcome) => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome}`];
  });
  return [`${heading}: ${counts.join(', ')}`, ...results.map(describeResult), ''].join('\n');
}

function describeResult({ outcome, statement, expected, came, reason, further }: Result): string {
  const line = `  ${marks[outcome]} ${statement}`;
  if (outcome === 'failed') return `${line}\n      expected  ${expected}\n      came      ${came}`;
  const more = further === undefined ? reason : `also has ${further.join(', ')}, which is not forbidden`;
  return more === undefined ? line : `${line}\n      ${more}`;
}

/**
 * @param strict takes a skipped case for a failure, unless its reason is one of `exempt`, and a field that nothing states too.
 * @param stated what states the fields. @param remedy what lets more cases run.
 * @returns the reason why a run has failed; undefined for a success.
 */
export function faultOf(
  { passed, failed, results }: Report,
  strict: boolean,
  { exempt, stated, remedy }: { exempt: readonly string[]; stated: string; remedy: string },
): string | undefined {
  if (failed > 0) return `${failed} of ${results.length} cases failed.`;
  if (passed === 0) return `Nothing was tried: every case was skipped. ${remedy}`;
  if (!strict) return undefined;
  const skipped = results.filter(({ reason }) => reason !== undefined && !exempt.includes(reason)).length;
  if (skipped > 0) return `${skipped} of ${results.length} cases were skipped, and --strict was given.`;
  const further = results.some((result) => result.further !== undefined);
  return further ? `An answer has fields that ${stated} does not have, and --strict was given.` : undefined;
}
