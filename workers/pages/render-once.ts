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

/**
 * Creates a component that is rendered once per combination of its properties and cached as HTML while the isolate
 * lives. Use it only for properties with few values, such as languages, field names, and settings. Objects are
 * compared by identity. Never use it for a user's or an application's data.
 */
export function renderOnce<Props extends object>(render: (props: Props) => Html) {
  const rendered = new Rendered();
  return (props: Props): Html => {
    let found = rendered;
    for (const value of Object.values(props)) found = found.with(value);
    found.html ??= render(props);
    return found.html;
  };
}
