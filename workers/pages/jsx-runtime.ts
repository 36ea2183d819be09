/**
 * HTML that isn't escaped. JSX compiles to the functions in this module, which immediately turn each element into
 * HTML. Texts and attributes are escaped. Parsed JSON and form values are never an {@link Html}.
 */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Values allowed between two tags. */
export type Child = Html | string | number | boolean | null | undefined | readonly Child[];

interface Attributes {
  children?: Child;
  /**
   * The names `className` and `htmlFor` aren't supported, because attributes have the same names as in HTML, such
   * as `class` and `for`.
   */
  className?: never;
  htmlFor?: never;
  /** Trusted HTML, which is a style sheet or a script. */
  dangerouslySetInnerHTML?: { __html: string };
  [name: string]: unknown;
}

type Component<Props> = (props: Props) => Html | null;

/** The void elements of HTML, which have no end tag. */
const empty = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

const special = /[&<"]/;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
/** Tests for special characters first, because most texts contain none and a test is faster than a replacement. */
const escaped = (text: string): string =>
  special.test(text) ? text.replace(/[&<"]/g, (letter) => escapes[letter] ?? '') : text;

function htmlOf(child: Child): string {
  if (child instanceof Html) return child.text;
  if (typeof child === 'string') return escaped(child);
  if (Array.isArray(child)) {
    let text = '';
    for (const part of child) text += htmlOf(part);
    return text;
  }
  return child === null || child === undefined || typeof child === 'boolean' ? '' : escaped(String(child));
}

/**
 * Returns an attribute as HTML. `true` writes only the attribute's name, and undefined and `false` write nothing.
 * ARIA attributes have the values `true` and `false` (WAI-ARIA 1.2).
 */
function attribute(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean' && name.startsWith('aria-')) return ` ${name}="${value}"`;
  if (value === false) return '';
  return value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`;
}

export function jsx(type: string, props: Attributes): Html;
export function jsx<Props>(type: Component<Props>, props: Props): Html | null;
export function jsx(type: string | Component<Attributes>, props: Attributes): Html | null {
  if (typeof type !== 'string') return type(props);
  let start = `<${type}`;
  for (const name in props)
    if (name !== 'children' && name !== 'dangerouslySetInnerHTML') start += attribute(name, props[name]);
  if (empty.test(type)) return new Html(`${start}/>`);
  return new Html(`${start}>${props.dangerouslySetInnerHTML?.__html ?? htmlOf(props.children)}</${type}>`);
}
export { jsx as jsxs };

/** Returns several elements without a parent element, as a JSX fragment. */
export const Fragment = ({ children }: { children?: Child }): Html => new Html(htmlOf(children));

export declare namespace JSX {
  type Element = Html;
  type ElementType = string | ((props: never) => Html | null);
  interface ElementChildrenAttribute {
    children: unknown;
  }
  interface IntrinsicAttributes {
    key?: string | number;
  }
  interface IntrinsicElements {
    [tag: string]: Attributes;
  }
}
