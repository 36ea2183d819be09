import MiniSearch, { type AsPlainObject, type SearchResult } from 'minisearch';
import { type Alternative, type Concept, conceptsOf } from './concepts.ts';
import { type IndexedSection, indexOptions, type StoredIndex } from './fields.ts';
import { type Match, rank } from './rank.ts';
import { createSynonyms } from './synonyms.ts';
import { isKorean, isWeak, wordsOf } from './terms.ts';

/** A section that a search found, as the theme's box shows it. */
export interface Found {
  id: string;
  title: string;
  titles: string[];
  /** The words to highlight. */
  match: Record<string, string[]>;
}

export type Search = (query: string) => Found[];

const boost = { heading: 4, parents: 2, text: 1, extra: 0.3 };
/** Maximum difference of a misspelled word, as a part of its length. */
const fuzzy = 0.2;

/** How much a word counts that says little. */
const weakWeight = 0.3;

/** Reads an index. @returns a search that returns the sections that fit a query, the best first. */
export function createSearch(json: string): Search {
  const stored: StoredIndex = JSON.parse(json);
  const index = MiniSearch.loadJS<IndexedSection>(stored.index as AsPlainObject, indexOptions);
  const vocabulary = {
    isKnown: (term: string) => index.search(term).length > 0,
    synonymsOf: createSynonyms(stored.synonyms),
  };

  /** Returns the sections with a term, or else with words that start with it, or else with similar words. */
  function find(term: string, isOwn: boolean): Map<string, Match> {
    const exact = index.search(term, { boost, prefix: isOwn && isKorean(term) });
    const started = exact.length > 0 ? exact : index.search(term, { boost, prefix: true });
    const isFound = started.length > 0 || isKorean(term) || !isOwn;
    return new Map(
      (isFound ? started : index.search(term, { boost, fuzzy })).map((each) => [each.id, matchOf(each)]),
    );
  }

  return (query) => {
    const parts = conceptsOf(query, vocabulary).map((concept) => ({
      weight: concept[0].terms.every(isWeak) ? weakWeight : 1,
      matches: matchConcept(concept, find),
    }));
    const match = Object.fromEntries([query, ...wordsOf(query)].map((word) => [word, []]));
    return rank(parts).map((each) => ({ ...each, match }));
  };
}

function matchOf({ id, score, match, title, titles }: SearchResult): Match {
  const inHeading = Object.keys(match).filter((term) => match[term]?.includes('heading'));
  const inParents = Object.values(match).some((fields) => fields.includes('parents'));
  const ofParents = inParents ? 0.5 : 0;
  return { id, score, title, titles, inHeading, headingShare: inHeading.length > 0 ? 1 : ofParents };
}

type Find = (term: string, isOwn: boolean) => Map<string, Match>;

/** Returns the best match of each section with one of the alternatives. */
function matchConcept([own, ...others]: Concept, find: Find): Map<string, Match> {
  const best = matchAll(own, find, true);
  for (const other of others)
    for (const [id, match] of matchAll(other, find, false))
      if (match.score > (best.get(id)?.score ?? 0)) best.set(id, match);
  return best;
}

/** Returns the sections with an alternative's words. Some of the words are enough if the reader wrote them. */
function matchAll({ terms, weight }: Alternative, find: Find, isOwn: boolean): Map<string, Match> {
  const matches = terms.map((term) => find(term, isOwn));
  const sums = new Map<string, Match>();
  for (const id of new Set(matches.flatMap((each) => [...each.keys()]))) {
    const present = matches.flatMap((each) => each.get(id) ?? []);
    const [first] = present;
    if (first === undefined || (!isOwn && present.length < terms.length)) continue;
    const share = present.length / terms.length;
    const sum = (of: (match: Match) => number) => present.reduce((total, match) => total + of(match), 0);
    sums.set(id, {
      ...first,
      score: weight * share ** 2 * sum(({ score }) => score),
      inHeading: present.flatMap(({ inHeading }) => inHeading),
      headingShare: (weight * share ** 2 * sum(({ headingShare }) => headingShare)) / terms.length,
    });
  }
  return sums;
}
