import MiniSearch, { type SearchResult } from 'minisearch';
import { type Alternative, type Concept, conceptsOf } from './concepts.ts';
import { type IndexedSection, indexOptions } from './fields.ts';
import { type Match, rank } from './rank.ts';
import { isKorean, wordsOf } from './terms.ts';

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

/** Reads an index. @returns a search that returns the sections that fit a query, the best first. */
export function createSearch(json: string): Search {
  const index = MiniSearch.loadJSON<IndexedSection>(json, indexOptions);
  const isKnown = (term: string): boolean => index.search(term).length > 0;

  /** Returns the sections with a term, or with words that start with it, or else with similar words. */
  function find(term: string): Map<string, Match> {
    const results = index.search(term, { boost, prefix: true });
    const found = results.length > 0 || isKorean(term) ? results : index.search(term, { boost, fuzzy });
    return new Map(found.map((result) => [result.id, matchOf(result)]));
  }

  return (query) => {
    const results = conceptsOf(query, isKnown).map((concept) => matchConcept(concept, find));
    const match = Object.fromEntries([query, ...wordsOf(query)].map((word) => [word, []]));
    return rank(results).map((each) => ({ ...each, match }));
  };
}

function matchOf({ id, score, match, title, titles }: SearchResult): Match {
  const inHeading = Object.keys(match).filter((term) => match[term]?.includes('heading'));
  return { id, score, title, titles, inHeading, headingShare: inHeading.length > 0 ? 1 : 0 };
}

type Find = (term: string) => Map<string, Match>;

/** Returns the best match of each section with one of the alternatives. */
function matchConcept([own, ...others]: Concept, find: Find): Map<string, Match> {
  const best = matchAll(own, find, false);
  for (const other of others)
    for (const [id, match] of matchAll(other, find, true))
      if (match.score > (best.get(id)?.score ?? 0)) best.set(id, match);
  return best;
}

/** Returns the sections with an alternative's words. Some of the words are enough if the reader wrote them. */
function matchAll({ terms, weight }: Alternative, find: Find, needsAll: boolean): Map<string, Match> {
  const matches = terms.map(find);
  const sums = new Map<string, Match>();
  for (const id of new Set(matches.flatMap((each) => [...each.keys()]))) {
    const present = matches.flatMap((each) => each.get(id) ?? []);
    const [first] = present;
    if (first === undefined || (needsAll && present.length < terms.length)) continue;
    const share = present.length / terms.length;
    const sum = (of: (match: Match) => number) => present.reduce((total, match) => total + of(match), 0);
    sums.set(id, {
      ...first,
      score: weight * share ** 2 * sum(({ score }) => score),
      inHeading: present.flatMap(({ inHeading }) => inHeading),
      headingShare: sum(({ headingShare }) => headingShare) / terms.length,
    });
  }
  return sums;
}
