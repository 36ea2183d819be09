import type { Report, Result } from './run-cases.ts';

/** Texts of a kit's report. */
export interface Words {
  /** The document that the program is tested against. */
  against: string;
  /** The headings of the report, keyed by section and in the order of the report. */
  headings: Record<string, string>;
  /** Skip reasons that don't count as a failure with `--strict`. */
  exempt: readonly string[];
  /** CLI option that enables the skipped cases. */
  remedy: string;
}

const marks = { passed: '✓', failed: '✗', skipped: '–' };

/** Returns a human-readable report: each section with its cases, and a summary line. */
export function describeReport(
  { url, passed, failed, skipped, results }: Report,
  { against, headings }: Pick<Words, 'against' | 'headings'>,
): string {
  const parts = Object.entries(headings).flatMap(([section, heading]) => {
    const own = results.filter((result) => result.section === section);
    return own.length === 0 ? [] : [describeSection(heading, own)];
  });
  return [
    `${url}, tested against ${against}\n`,
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
  if (outcome === 'failed') return `${line}\n      expected  ${expected}\n      received  ${came}`;
  const more =
    further === undefined ? reason : `the response also contains ${further.join(', ')}, which is allowed`;
  return more === undefined ? line : `${line}\n      ${more}`;
}

/**
 * @param strict whether skipped cases and fields that the specification doesn't define count as failures.
 * @returns the reason for a failed run; undefined if the run succeeded.
 */
export function reasonOfFailedRun(
  { passed, failed, results }: Report,
  strict: boolean,
  { against, exempt, remedy }: Words,
): string | undefined {
  if (failed > 0) return `${failed} of ${results.length} cases failed.`;
  if (passed === 0) return `Nothing was tested: every case was skipped. ${remedy}`;
  if (!strict) return undefined;
  const skipped = results.filter(({ reason }) => reason !== undefined && !exempt.includes(reason)).length;
  if (skipped > 0)
    return `${skipped} of ${results.length} cases were skipped, which --strict does not allow.`;
  const further = results.some((result) => result.further !== undefined);
  return further
    ? `A response contains fields that ${against} doesn't define, which --strict doesn't allow.`
    : undefined;
}
