import type { Html } from './jsx-runtime.ts';

/**
 * A node in a cache of rendered HTML. It holds the HTML for a sequence of values, and the nodes for the values
 * that follow.
 */
class Rendered {
  html: Html | undefined;
  readonly #next = new Map<unknown, Rendered>();
  readonly #nextByObject = new WeakMap<object, Rendered>();

  with(value: unknown): Rendered {
    const known = typeof value === 'object' && value !== null ? this.#nextByObject : this.#next;
    const found = known.get(value as object) ?? new Rendered();
    known.set(value as object, found);
    return found;
  }
}

/** Maximum number of combinations that a component keeps. The components of the product have fewer. */
export const maxRenderings = 500;

/**
 * Creates a component that is rendered once per combination of its properties and cached as HTML while the isolate
 * lives. After {@link maxRenderings} combinations, the cache starts again. Use it only for properties with few values, such as languages, field names, and settings. Objects are
 * compared by identity. Never use it for a user's or an application's data.
 */
export function renderOnce<Props extends object>(render: (props: Props) => Html) {
  let rendered = new Rendered();
  let count = 0;
  return (props: Props): Html => {
    const values = Object.values(props);
    const found = values.reduce((node: Rendered, value) => node.with(value), rendered);
    if (found.html !== undefined) return found.html;
    found.html = render(props);
    count += 1;
    if (count >= maxRenderings) {
      rendered = new Rendered();
      count = 0;
    }
    return found.html;
  };
}
