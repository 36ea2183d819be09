import type { Html } from './jsx-runtime.ts';

/** The HTML that was rendered with certain values, and with those that follow them. */
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
 * A component that is rendered once for the values of its properties, in their order, and kept as HTML as long as the isolate lives.
 * Only for properties that have few values, such as languages and the names of fields, or are the settings (objects are compared
 * by identity): never for what a person or an application brings along.
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
