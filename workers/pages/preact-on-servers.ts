/**
 * What rendering to a string needs of preact. Bundles take this file for the package (scripts/configuration/esbuild.ts), which brings
 * along what renders in browsers: 10 KiB for each worker that has pages, and nodes of twice the size.
 */

/** How preact marks its nodes, so that no JSON is taken for one. */
const marker = Symbol.for('pv');

/** `__` and `__c` are the node's parent and component, which the renderer sets. */
interface Node {
  type: unknown;
  props: object;
  key: unknown;
  __: unknown;
  __c: unknown;
  constructor: unknown;
}

export function jsx(type: unknown, props: object | null, key?: unknown): Node {
  return { type, props: props ?? {}, key, __: null, __c: null, constructor: marker };
}
export { jsx as h, jsx as jsxs };

export const Fragment = ({ children }: { children?: unknown }) => children;

/** HTML that is rendered already, and what stands between its parts. Its key keeps the renderer from looking for its children. */
export const jsxTemplate = (tpl: string[], ...exprs: unknown[]): Node =>
  jsx(Fragment, { tpl, exprs }, 'template');

export const isValidElement = (node: { constructor: unknown } | null | undefined): boolean =>
  node?.constructor === marker;

/** Hooks of preact's add-ons: none is used. */
export const options = {};
