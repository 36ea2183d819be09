import fc from 'fast-check';
import { choiceRange } from './choices.ts';

/** A good request of the corpus, by its name, and the numbers that decide how it changes. */
export interface DrawnCase {
  request: string;
  choices: number[];
}

/** The requests of one run: of browsers with valid values, of strangers, and sign-ins whose carriers answer at random. */
export interface Batch {
  cases: DrawnCase[];
  strangers: DrawnCase[];
  /** The seeds of the carriers' answers. */
  rudeSignIns: number[];
}

/** More choices than most cases have. */
const maxChoices = 40;
const choices = fc.array(fc.nat(choiceRange - 1), { maxLength: maxChoices, size: 'max' });

// The storage of the sandbox is not counted: the sandbox is never deployed.
const isCounted = (request: string) => !request.startsWith('sandbox ');

/** @param names of the requests in the corpus. */
export function batchOf(names: readonly string[]): fc.Arbitrary<Batch> {
  const caseOf = (requests: readonly string[]) =>
    fc.record({ request: fc.constantFrom(...requests), choices });
  return fc.record({
    cases: fc.array(caseOf(names), { maxLength: 64, size: 'max' }),
    strangers: fc.array(caseOf(names.filter(isCounted)), { maxLength: 32, size: 'max' }),
    rudeSignIns: fc.array(fc.nat(2 ** 31 - 1), { maxLength: 6, size: 'max' }),
  });
}

/** Every request of the corpus once, changed, and once by a stranger. */
export function everyRequest(names: readonly string[], seed: number): Batch {
  const drawn = fc.sample(choices, { numRuns: names.length, seed });
  const cases = names.map((request, index) => ({ request, choices: drawn[index] ?? [] }));
  return { cases, strangers: cases.filter(({ request }) => isCounted(request)), rudeSignIns: [seed] };
}
