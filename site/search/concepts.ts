import { isSame, phraseLength, type SynonymsOf } from './synonyms.ts';
import { isKorean, partsOf, stemOf, wordsOf } from './terms.ts';

/** Words that a section should contain all of, and how much they count. */
export interface Alternative {
  terms: string[];
  weight: number;
}

/** What a part of a query means: the words themselves first, then words with the same meaning. */
export type Concept = [Alternative, ...Alternative[]];

const synonymWeight = 0.75;
/** Shorter words are seldom made of two. */
export const compoundLength = 4;

interface Vocabulary {
  /** Whether a section contains a term. */
  isKnown(term: string): boolean;
  synonymsOf: SynonymsOf;
}

/** Returns what a query asks for. */
export function conceptsOf(query: string, vocabulary: Vocabulary): Concept[] {
  const terms = wordsOf(query).flatMap((word) => termsOfWord(word, vocabulary));
  const concepts: Concept[] = [];
  for (let start = 0; start < terms.length; ) {
    const [own, synonyms] = longestPhrase(terms.slice(start, start + phraseLength), vocabulary);
    const others = synonyms.map((phrase) => ({
      terms: phrase,
      weight: isSame(phrase, own) ? 1 : synonymWeight,
    }));
    concepts.push([{ terms: own, weight: 1 }, ...others]);
    start += own.length;
  }
  return concepts;
}

/** Returns the term of a word. A Korean compound that no section contains is searched by its parts. */
function termsOfWord(word: string, { isKnown, synonymsOf }: Vocabulary): string[] {
  const term = stemOf(word);
  if (isKnown(term) || !isKorean(word) || synonymsOf([term]) !== undefined) return [term];
  const parts = word.length < compoundLength ? [] : partsOf(word, isKnown);
  return parts.length > 0 ? parts : [knownEnd(word, isKnown) ?? term];
}

/** Returns the longest start or end of a compound that is a word of its own. */
function knownEnd(word: string, isKnown: (term: string) => boolean): string | undefined {
  for (let length = word.length - 1; length >= 2; length--)
    for (const part of [word.slice(0, length), word.slice(-length)])
      if (isKnown(stemOf(part))) return stemOf(part);
  return undefined;
}

/** Returns the longest phrase at the start that has synonyms, or the first word. */
function longestPhrase(
  terms: string[],
  { synonymsOf }: Vocabulary,
): [phrase: string[], synonyms: string[][]] {
  for (let length = terms.length; length > 0; length--) {
    const phrase = terms.slice(0, length);
    const synonyms = synonymsOf(phrase);
    if (synonyms !== undefined) return [phrase, synonyms];
  }
  return [terms.slice(0, 1), []];
}
