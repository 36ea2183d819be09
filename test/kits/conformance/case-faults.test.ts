import { describe, expect, test } from 'vitest';
import { faultsOf, type Received, wrongAddresses } from '../support/answer-faults.ts';
import { type Changes, everyCase, type Run, runCase } from '../support/case-runs.ts';

interface Change extends Changes {
  /** The answer or callback, and what is wrong in it. */
  of: string;
  fault: string;
}

/** The places of a fault: all answers of a kind, and only the last one. */
function scopesOf<Item>(items: readonly Item[], isOne: (item: Item) => boolean): [string, number[]][] {
  const places = items.flatMap((item, index) => (isOne(item) ? [index] : []));
  return places.length > 1
    ? [
        ['', places],
        ['last ', places.slice(-1)],
      ]
    : [['', places]];
}

/** Documents that each OpenID Connect case reads in the same way. Two cases have their faults. */
const documents = /openid-configuration|jwks/;
const readsDocuments = /^oidcc-(?:discovery-endpoint-verification|server):|discovery/;

function wrongAnswers({ received }: Run, statement: string): Change[] {
  const kinds = [...new Set(received.map(({ of }) => of))];
  const own = kinds.filter((of) => !documents.test(of) || readsDocuments.test(statement));
  return own.flatMap((kind) =>
    scopesOf(received, ({ of }) => of === kind).flatMap(([scope, places]) =>
      faultsOf(received[places.at(-1) ?? 0] as Received).map(({ name, change }) => ({
        of: `${scope}${kind}`,
        fault: name,
        answer: (answer, index) => (places.includes(index) && answer.of === kind ? change(answer) : answer),
      })),
    ),
  );
}

const wrongCallbacks = ({ callbacks }: Run): Change[] =>
  scopesOf(callbacks, () => true).flatMap(([scope, places]) =>
    wrongAddresses(callbacks[places.at(-1) ?? 0] ?? 'http://localhost/').map(([fault], number) => ({
      of: `${scope}callback`,
      fault,
      callback: (address, index) =>
        places.includes(index) ? (wrongAddresses(address)[number]?.[1] ?? address) : address,
    })),
  );

/** The faults that a case finds, by what it expects instead. */
async function foundBy(one: (typeof everyCase)[number]): Promise<string> {
  const run = await runCase(one);
  const found: Record<string, Record<string, string[]>> = {};
  for (const change of [...wrongAnswers(run, one.statement), ...wrongCallbacks(run)]) {
    const { result } = await runCase(one, change);
    if (result.expected === undefined) continue;
    found[result.expected] ??= {};
    const places = found[result.expected] ?? {};
    places[change.of] = [...(places[change.of] ?? []), change.fault];
  }
  const lines = Object.entries(found).flatMap(([expected, places]) => [
    `  expected ${expected}`,
    ...Object.entries(places).map(([of, faults]) => `    ${of}: ${faults.join(', ')}`),
  ]);
  return [`${one.section} ${one.statement}`, ...lines, ''].join('\n');
}

/** Every case, by section, with the faults of single answers that it finds, and with what its report says. */
describe('every fault of an answer is found by the written cases', () => {
  const sections = [...new Set(everyCase.map(({ section }) => section))];

  test.each(sections)(
    'of section %s',
    async (section) => {
      const parts: string[] = [];
      for (const one of everyCase.filter((each) => each.section === section)) parts.push(await foundBy(one));
      expect(parts.length).toBeGreaterThan(0);
      await expect(parts.join('\n')).toMatchFileSnapshot(
        `faults/${section.replaceAll(' ', '-').toLowerCase()}.txt`,
      );
    },
    60_000,
  );
});
