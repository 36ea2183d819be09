/** A section of a page, which one search result leads to. */
export interface Section {
  /** The section's address on the site, such as `/docs/client/express#install`. */
  id: string;
  /** The heading as HTML text. */
  title: string;
  /** The headings above it, from the page's title on. */
  titles: string[];
  text: string;
  code: string;
}

const heading = /<h([1-6])[^>]*\sid="([^"]*)"[^>]*>(.*?)<\/h\1>/gs;
const headingLink = /<a class="header-anchor".*?<\/a>/gs;

const withoutTags = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
/** Returns the text of HTML. */
export const plainText = (html: string): string =>
  withoutTags(html).replaceAll(/&(#?\w+);/g, (entity, name) => entities[name] ?? entity);

/** Splits a rendered page at its headings. @param url the page's address. */
export function sectionsOf(html: string, url: string): Section[] {
  const parts = html.split(/(?=<h[1-6][^>]*\sid=")/);
  const open: string[] = [];
  return parts.flatMap((part) => {
    heading.lastIndex = 0;
    const [whole = '', level = '1', anchor = '', inner = ''] = heading.exec(part) ?? [];
    const title = withoutTags(inner.replaceAll(headingLink, ''));
    if (title === '') return [];
    open.splice(Number(level) - 1);
    const titles = open.filter(Boolean);
    open[Number(level) - 1] = title;
    const body = part
      .slice(whole.length)
      .replaceAll(/<svg.*?<\/svg>|<(?:button|label|style)[^>]*>.*?<\/(?:button|label|style)>/gs, ' ');
    const code = [...body.matchAll(/<pre.*?<\/pre>/gs)].join(' ');
    return [
      {
        id: `${url}#${anchor}`,
        title,
        titles,
        text: plainText(body.replaceAll(/<pre.*?<\/pre>/gs, ' ')),
        code: plainText(code),
      },
    ];
  });
}
