import { expect, test } from 'vitest';
import { cases, headings } from '../../../packages/plid-kits/carrier-kit/run.ts';
import { faultsOf, type Received } from '../support/answer-faults.ts';
import { runCarrierCase } from '../support/carrier-runs.ts';

/** Fields that are the same in most calls are written once. */
function shortened(text: string): string {
  const [same = ''] = /"application":"plid-kits carrier".*?"attributes":3\}/.exec(text) ?? [];
  const after = text.indexOf(same) + same.length;
  return text.slice(0, after) + text.slice(after).replaceAll(same, '…');
}

test('every case passes at a right carrier, with the written calls and answers on the phone', async () => {
  expect([...new Set(cases.map(({ section }) => section))]).toEqual(Object.keys(headings));
  const parts: string[] = [];
  for (const one of cases) {
    const { steps, result } = await runCarrierCase(one);
    expect(result, one.statement).toEqual({
      section: one.section,
      statement: one.statement,
      outcome: 'passed',
    });
    const needs = [one.needs ?? []].flat().join(', ') || 'nothing';
    parts.push(
      `${one.section}: ${one.statement}\n${[`needs ${needs}`, ...steps].map((line) => `  ${line}\n`).join('')}`,
    );
  }
  await expect(shortened(parts.join('\n'))).toMatchFileSnapshot('case-calls.txt');
});

test('every fault of an answer is found by the written number of cases', async () => {
  const kinds = new Map<string, { answer: Received; own: (typeof cases)[number][] }>();
  for (const one of cases)
    for (const answer of (await runCarrierCase(one)).received) {
      const kind = kinds.get(answer.of) ?? { answer, own: [] };
      if (!kind.own.includes(one)) kinds.set(answer.of, { ...kind, own: [...kind.own, one] });
    }
  const lines: string[] = [];
  for (const [of, { answer, own }] of kinds)
    for (const { name, change } of faultsOf(answer)) {
      const wrong = (came: Received) => (came.of === of ? change(came) : came);
      const results = [];
      for (const one of own) results.push((await runCarrierCase(one, wrong)).result);
      const failed = results.filter(({ outcome }) => outcome === 'failed');
      const expected = [...new Set(failed.map((result) => result.expected))].join(' | ');
      lines.push(
        `${of}, ${name}: ${failed.length} of ${own.length} cases${expected && `, expected ${expected}`}`,
      );
    }
  expect(lines.length).toBeGreaterThan(200);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('answer-faults.txt');
}, 60_000);
