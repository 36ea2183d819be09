/** A page of the contents: its title, and its path below the site. */
export interface PageLink {
  text: string;
  link: string;
}

const most = 3;
/** Minimum likeness of a suggestion, from 0 to 1. */
const least = 0.45;

/** Returns the pairs of neighboring letters. */
const pairsOf = (text: string): string[] => {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return [...letters].slice(1).map((letter, index) => letters[index] + letter);
};

/** Returns how alike two names are, from 0 to 1: the share of their common pairs of letters. */
function likeness(first: string, second: string): number {
  const [pairs, others] = [pairsOf(first), pairsOf(second)];
  const all = pairs.length + others.length;
  const common = pairs.filter((pair) => {
    const at = others.indexOf(pair);
    if (at >= 0) others.splice(at, 1);
    return at >= 0;
  });
  return all === 0 ? 0 : (2 * common.length) / all;
}

/**
 * Returns the pages whose names or titles are most like those of a missing page, best first.
 * @param missing path below the site, such as `/start/quickstrat`.
 */
export function nearestPages(missing: string, pages: readonly PageLink[]): PageLink[] {
  const [name = '', folder = ''] = missing.split('/').filter(Boolean).reverse();
  return pages
    .map((page) => {
      const [pageName = '', pageFolder = ''] = page.link.split('/').filter(Boolean).reverse();
      const byName = Math.max(likeness(name, pageName), likeness(name, page.text));
      return { page, score: byName + (folder !== '' && folder === pageFolder ? 0.1 : 0) };
    })
    .filter(({ score }) => score >= least)
    .sort((first, second) => second.score - first.score)
    .slice(0, most)
    .map(({ page }) => page);
}
