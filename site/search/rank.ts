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
  if (/^\/docs\/(?:ko\/)?verification\//.test(id)) return 0.1;
  if (/^\/docs\/(?:ko\/)?(?:reference|contribute)\//.test(id)) return isFirst ? 1 : 0.3;
  if (/^\/docs\/(?:ko\/)?protocol\//.test(id)) return isFirst ? 1 : 0.6;
  return isFirst ? 1.5 : 1;
}

const pageOf = (id: string): string => id.slice(0, id.indexOf('#'));

/**
 * Returns sections in order: the best of each page by how well the page fits, then the others. Those with every part
 * of the query come first. @param parts the matches of each part of the query, by section.
 */
export function rank(parts: Map<string, Match>[]): Match[] {
  const pages = Map.groupBy(scoreSections(parts), ({ id }) => pageOf(id));
  const ordered = [...pages.values()]
    .map((sections) => {
      sections.sort((one, other) => other.score - one.score);
      const [best = 0, ...others] = sections.slice(0, 4).map(({ score }) => score);
      return { sections, score: best + othersWeight * others.reduce((sum, score) => sum + score, 0) };
    })
    .sort((one, other) => other.score - one.score);
  return [
    ...ordered.flatMap(({ sections }) => sections.slice(0, 1)),
    ...ordered.flatMap(({ sections }) => sections.slice(1)),
  ];
}

/** Returns each section that has a part of the query, with its score. */
function scoreSections(parts: Map<string, Match>[]): Match[] {
  const partsOfPage = new Map<string, Set<object>>();
  for (const part of parts)
    for (const id of part.keys())
      partsOfPage.set(pageOf(id), (partsOfPage.get(pageOf(id)) ?? new Set()).add(part));
  const ids = new Set(parts.flatMap((part) => [...part.keys()]));
  return [...ids].flatMap((id) => {
    const present = parts.flatMap((part) => part.get(id) ?? []);
    const [first] = present;
    if (first === undefined) return [];
    const onPage = partsOfPage.get(pageOf(id))?.size ?? 0;
    const coverage = (present.length + elsewhereWeight * (onPage - present.length)) / parts.length;
    const sum = present.reduce((total, { score }) => total + score, 0);
    const score = (sum * coverage ** 2 + headingScore(present, parts.length)) * weightOf(first);
    return [{ ...first, score }];
  });
}

/** Returns the score of a heading: the share of the query in it, and its share in the query. */
function headingScore(present: Match[], partCount: number): number {
  const words = new Set(present.flatMap(({ inHeading }) => inHeading));
  if (words.size === 0) return 0;
  const share = words.size / new Set(termsOf(plainText(present[0]?.title ?? ''))).size;
  const parts = present.reduce((sum, { headingShare }) => sum + headingShare ** 2, 0) / partCount;
  return headingWeight * parts ** 2 * Math.sqrt(Math.min(share, 1));
}
