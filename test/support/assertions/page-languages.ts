import { type HTMLElement, TextNode } from 'node-html-parser';
import { childrenOf, parsed, textOf } from './page-outline.ts';

/**
 * Compares a page in two languages. @returns `faults`: where the elements differ in more than their texts, or a text isn't in its
 * page's language. `shared`: the texts that both pages have alike.
 */
export function compareLanguages(en: string, ko: string): { faults: string[]; shared: string[] } {
  const [inEnglish, inKorean] = [en, ko].map((html) => valuesOf(parsed(html))) as [Value[], Value[]];
  const places = (values: Value[]) => values.map(({ place }) => place).join('\n');
  if (places(inEnglish) !== places(inKorean))
    return { faults: [places(inEnglish), places(inKorean)], shared: [] };
  const pairs = inEnglish.map(({ place, value }, index) => ({
    place,
    value,
    other: inKorean[index]?.value ?? '',
  }));
  return {
    faults: pairs
      .filter(
        ({ value, other }) =>
          value !== other && (hangul.test(value) || (!hangul.test(other) && /[a-z]{2}/i.test(other))),
      )
      .map(({ place, value, other }) => `${place}: ${value} | ${other}`),
    shared: pairs
      .filter(({ value, other, place }) => value === other && isShown(place))
      .map(({ value }) => value),
  };
}

const hangul = /[가-힣]/;

interface Value {
  /** The element and, for an attribute, its name. */
  place: string;
  value: string;
}

/** Whether people read a value, according to its position. */
const isShown = (place: string): boolean =>
  !place.includes('@') || /@(?:aria-label|data-text|data-unread)$/.test(place);

/** Every text and attribute of a page, except its language switch and what differs by its language. */
function valuesOf(element: HTMLElement): Value[] {
  return childrenOf(element).flatMap((child) => {
    if (child instanceof TextNode) return [{ place: element.tagName ?? '', value: textOf(child) }];
    if (/^(?:style|script)$/i.test(child.tagName) || child.classList.contains('language')) return [];
    const attributes = Object.entries(child.attributes).filter(
      ([name]) => !['lang', 'data-language', 'd'].includes(name),
    );
    return [
      ...attributes.map(([name, value]) => ({ place: `${child.tagName}@${name}`, value })),
      ...valuesOf(child),
    ];
  });
}
