import { plainText } from './sections.ts';
import { termsOf } from './terms.ts';

/** A part of a query in a section. */
export interface Match {
  id: string;
  title: string;
  titles: string[];
  score: number;
  /** The heading's words that match. */
  inHeading: string[];
  /** How much of this part of the query the heading contains, from 0 to 1. */
  headingShare: number;
}

/** What a heading counts that is the query, in addition to its words. */
const headingWeight = 60;
/** How much a page's other sections count, compared with its best one. */
const othersWeight = 0.15;
/** How much a part of the query counts that is on the page, but not in the section. */
const elsewhereWeight = 0.3;

/**
 * Returns how much a section counts. The title of a page says what it is about. References and evidence contain most
 * words, but seldom answer a question.
 */
function weightOf({ id, titles }: Match): number {
  const isFirst = titles.length === 0;
  if (/^\/docs\/(?:ko\/)?verification\//.test(id)) return isFirst ? 0.3 : 0.1;
  if (/^\/docs\/(?:ko\/)?contribute\//.test(id)) return isFirst ? 0.8 : 0.3;
  if (/^\/docs\/(?:ko\/)?reference\//.test(id)) return isFirst ? 1.2 : 0.3;
  if (/^\/docs\/(?:ko\/)?protocol\//.test(id)) return isFirst ? 1.2 : 0.8;
  return isFirst ? 1.5 : 1;
}

const pageOf = (id: string): string => id.slice(0, id.indexOf('#'));
const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

/** A part of a query: how much it counts, and the sections with it. */
export interface Part {
  weight: number;
  matches: Map<string, Match>;
}

/**
 * Returns sections in order: the best of each page by how well the page fits, then the others. Those with every part
 * of the query come first.
 */
export function rank(parts: Part[]): Match[] {
  const pages = Map.groupBy(scoreSections(parts), ({ id }) => pageOf(id));
  const ordered = [...pages.values()]
    .map((sections) => {
      sections.sort((one, other) => other.score - one.score);
      const [best = 0, ...others] = sections.slice(0, 4).map(({ score }) => score);
      return { sections, score: best + othersWeight * sum(others) };
    })
    .sort((one, other) => other.score - one.score);
  return [
    ...ordered.flatMap(({ sections }) => sections.slice(0, 1)),
    ...ordered.flatMap(({ sections }) => sections.slice(1)),
  ];
}

/** Returns each section that has a part of the query, with its score. */
function scoreSections(parts: Part[]): Match[] {
  const total = sum(parts.map(({ weight }) => weight));
  const onPage = new Map<string, Set<Part>>();
  for (const part of parts)
    for (const id of part.matches.keys())
      onPage.set(pageOf(id), (onPage.get(pageOf(id)) ?? new Set()).add(part));
  return [...new Set(parts.flatMap(({ matches }) => [...matches.keys()]))].flatMap((id) => {
    const present = parts.flatMap(({ weight, matches }) => {
      const match = matches.get(id);
      return match === undefined ? [] : [{ ...match, weight: weight / total }];
    });
    const [first] = present;
    if (first === undefined) return [];
    const inSection = sum(present.map(({ weight }) => weight));
    const inPage = sum([...(onPage.get(pageOf(id)) ?? [])].map(({ weight }) => weight / total));
    const coverage = inSection + elsewhereWeight * (inPage - inSection);
    const words = sum(present.map(({ weight, score }) => score * weight)) * parts.length;
    return [{ ...first, score: coverage ** 2 * (words + headingScore(present)) * weightOf(first) }];
  });
}

/** Returns the score of a heading: the share of the query in it, and its share in the query. */
function headingScore(present: (Match & { weight: number })[]): number {
  const words = new Set(present.flatMap(({ inHeading }) => inHeading));
  if (words.size === 0) return 0;
  const share = words.size / new Set(termsOf(plainText(present[0]?.title ?? ''))).size;
  const ofQuery = sum(present.map(({ weight, headingShare }) => weight * headingShare));
  return headingWeight * ofQuery ** 2 * Math.sqrt(Math.min(share, 1));
}
