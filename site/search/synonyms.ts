import groups from './synonyms.json' with { type: 'json' };
import { termsOf } from './terms.ts';

/** The phrases of synonyms.json as terms. */
const phrases = groups.map((group) => group.map(termsOf).filter(({ length }) => length > 0));

/** Words of a Korean phrase may be written as one: the phrases are compared without spaces. */
const keyOf = (terms: string[]): string => terms.join('');

const groupsOf = new Map<string, string[][][]>();
for (const group of phrases)
  for (const phrase of group) groupsOf.set(keyOf(phrase), [...(groupsOf.get(keyOf(phrase)) ?? []), group]);

/** Maximum number of words of a phrase. */
export const phraseLength = Math.max(...phrases.flat().map(({ length }) => length));

/** Returns the phrases with the same meaning, or undefined if synonyms.json doesn't contain the phrase. */
export function synonymsOf(terms: string[]): string[][] | undefined {
  const found = groupsOf.get(keyOf(terms))?.flat();
  const others = found?.map((phrase): [string, string[]] => [phrase.join(' '), phrase]);
  return (
    others && [...new Map(others)].flatMap(([text, phrase]) => (text === terms.join(' ') ? [] : [phrase]))
  );
}

/** The words of the phrases. */
export const synonymTerms: ReadonlySet<string> = new Set(phrases.flat(2));
