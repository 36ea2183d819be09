import { type HTMLElement, type Node, parse, TextNode } from 'node-html-parser';

/** The product's styles and scripts by name. An outline shows the name instead of the text. */
export type PageParts = Record<string, string>;

/** Headers that every page has alike. */
const constant = ['content-type', 'permissions-policy', 'x-frame-options'];

/** Parses a page, with the contents of `noscript`. */
export const parsed = (html: string): HTMLElement =>
  parse(html, { blockTextElements: { script: true, style: true } });

/**
 * Returns a page's content for programs, a line per element: status, headers, and the elements with their attributes and texts. A style
 * or script is the list of its parts, and any text that no part has.
 */
export async function pageOutline(response: Response, parts: PageParts): Promise<string> {
  const html = await response.text();
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(response.headers.get('Content-Security-Policy') ?? '') ?? [];
  const headers = [...response.headers].filter(([name]) => !constant.includes(name));
  const lines = [
    String(response.status),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...outline(parsed(html), '', parts),
  ];
  return `${lines.join('\n').replaceAll(nonce, 'NONCE')}\n`;
}

function outline(element: HTMLElement, indent: string, parts: PageParts): string[] {
  return childrenOf(element).flatMap((child) => {
    if (child instanceof TextNode) return [`${indent}${textOf(child)}`];
    const head = `${indent}<${describe(child)}>`;
    if (/^(?:style|script)$/i.test(child.tagName)) return [`${head} ${namesOf(child.text, parts)}`.trimEnd()];
    const [only, ...more] = childrenOf(child);
    if (more.length === 0 && only instanceof TextNode) return [`${head} ${textOf(only)}`];
    return [head, ...outline(child, `${indent}  `, parts)];
  });
}

/** Elements and texts that aren't empty. */
export const childrenOf = (element: HTMLElement) =>
  element.childNodes.filter((child): child is HTMLElement | TextNode =>
    child instanceof TextNode
      ? textOf(child) !== '' && !child.rawText.startsWith('<!doctype')
      : isElement(child),
  );

const isElement = (node: Node): node is HTMLElement => 'tagName' in node;

/** The text between two tags, on one line. A no-break space becomes `~`. */
export const textOf = (node: TextNode): string =>
  node.rawText.replaceAll('\u00a0', '~').replaceAll(/\s+/g, ' ').trim();

const describe = (element: HTMLElement): string =>
  [
    element.tagName.toLowerCase(),
    // The parser's value of an attribute without one is null.
    ...Object.entries(element.rawAttributes).map(([name, value]) => (value ? `${name}="${value}"` : name)),
  ].join(' ');

/** The names of the parts in a text, in their order, and the rest of the text. */
function namesOf(text: string, parts: PageParts): string {
  let rest = text;
  const found: { name: string; index: number }[] = [];
  const longestFirst = Object.entries(parts).toSorted(([, one], [, other]) => other.length - one.length);
  for (const [name, part] of longestFirst) {
    const index = rest.indexOf(part);
    if (index === -1) continue;
    found.push({ name, index });
    rest = rest.replace(part, () => ' '.repeat(part.length));
  }
  return [...found.toSorted((one, other) => one.index - other.index).map(({ name }) => name), rest.trim()]
    .filter(Boolean)
    .join(' ');
}
