import type { Report, Result } from './run.ts';

const headings: Record<string, string> = {
  '1': 'Addresses',
  '2.1': 'User record',
  '2.2': 'Encrypted fields',
  '2.3': 'Token answer',
  '2.4': 'Envelope',
  '4.1': 'Authorization request',
  '4.2': 'Token',
  '4.3': 'User',
  '4.4': 'Disconnect',
  '5': 'Authentication',
  '7': 'Errors',
};
const marks = { passed: '✓', failed: '✗', skipped: '–' };

/** A report for people: each section with its cases, and a line that sums it up. */
export function describeReport({ url, passed, failed, skipped, results }: Report): string {
  const sections = Object.keys(headings).filter((section) =>
    results.some((result) => result.section === section),
  );
  const parts = sections.map((section) => describeSection(section, results));
  return [
    `${url}, tried against the specification\n`,
    ...parts,
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ].join('\n');
}

function describeSection(section: string, all: readonly Result[]): string {
  const results = all.filter((result) => result.section === section);
  const counts = Object.keys(marks).flatMap((outcome) => {
    const count = results.filter((result) => result.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome}`];
  });
  return [`§${section} ${headings[section]}: ${counts.join(', ')}`, ...results.map(describeResult), ''].join(
    '\n',
  );
}

function describeResult({ outcome, statement, expected, came, reason, further }: Result): string {
  const line = `  ${marks[outcome]} ${statement}`;
  if (outcome === 'failed') return `${line}\n      expected  ${expected}\n      came      ${came}`;
  const more = further === undefined ? reason : `also has ${further.join(', ')}, which is not forbidden`;
  return more === undefined ? line : `${line}\n      ${more}`;
}
