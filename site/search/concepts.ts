import { phraseLength, synonymsOf } from './synonyms.ts';
import { isKorean, partsOf, stemOf, wordsOf } from './terms.ts';

/** Words that a section should contain all of, and how much they count. */
export interface Alternative {
  terms: string[];
  weight: number;
}

/** What a part of a query means: the words themselves first, then words with the same meaning. */
export type Concept = [Alternative, ...Alternative[]];

const synonymWeight = 0.75;
const compoundLength = 4;

/** Returns what a query asks for. @param isKnown whether a page contains a term. */
export function conceptsOf(query: string, isKnown: (term: string) => boolean): Concept[] {
  const terms = wordsOf(query).flatMap((word) => {
    const term = stemOf(word);
    const isCompound = isKorean(word) && word.length >= compoundLength && synonymsOf([term]) === undefined;
    const parts = isCompound ? partsOf(word, isKnown) : [];
    return isKnown(term) || parts.length === 0 ? [term] : parts;
  });
  const concepts: Concept[] = [];
  for (let start = 0; start < terms.length; ) {
    const [own, synonyms] = longestPhrase(terms.slice(start, start + phraseLength));
    concepts.push([
      { terms: own, weight: 1 },
      ...synonyms.map((phrase) => ({ terms: phrase, weight: isSame(phrase, own) ? 1 : synonymWeight })),
    ]);
    start += own.length;
  }
  return concepts;
}

/** Whether two phrases differ only in spaces. */
const isSame = (one: string[], other: string[]): boolean => one.join('') === other.join('');

/** Returns the longest phrase at the start that has synonyms, or the first word. */
function longestPhrase(terms: string[]): [phrase: string[], synonyms: string[][]] {
  for (let length = terms.length; length > 0; length--) {
    const phrase = terms.slice(0, length);
    const synonyms = synonymsOf(phrase);
    if (synonyms !== undefined) return [phrase, synonyms];
  }
  return [terms.slice(0, 1), []];
}
