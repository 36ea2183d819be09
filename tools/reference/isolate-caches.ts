import { type Node, parseSync } from 'oxc-parser';
import { defaultMemoLimit } from '../../workers/core/crypto/memo.ts';
import { maxRenderings } from '../../workers/pages/render-once.ts';

/** A value that a module keeps between requests. */
export interface Cache {
  /** File name and variable, such as `applications.ts cache`. */
  name: string;
  /** Maximum number of values, if the code states it. */
  limit: number | undefined;
  /** Whether it keeps values only as long as another object that the runtime keeps. */
  isWeak: boolean;
}

type AnyNode = Node & Record<string, unknown>;

const collections = ['Map', 'Set', 'Array'];
const weakCollections = ['WeakMap', 'WeakSet'];
const functions = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'MethodDefinition',
];

/**
 * The values that a module keeps between requests: variables, collections that start empty, and components of
 * `renderOnce` at the top level, and at any level a `Memo`, a `WeakMap`, and a `WeakSet`. Function-local maps end with
 * their call. @param file the file's path. @param source its content.
 */
export function cachesIn(file: string, source: string): Cache[] {
  const found: Cache[] = [];
  const name = (variable: string) => `${file.slice(file.lastIndexOf('/') + 1)} ${variable}`;
  const visit = (node: AnyNode, scope: readonly string[]): void => {
    const isTop = scope.length === 0;
    if (node.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations) {
        const variable = id.type === 'Identifier' ? id.name : id.type;
        const kind = kindOf(init, isTop && node.kind !== 'const', isTop);
        if (kind !== undefined) found.push({ name: name([...scope, variable].join('.')), ...kind });
      }
    const inner = functions.includes(node.type) ? [...scope, nameOf(node)] : scope;
    for (const child of childrenOf(node)) visit(child, inner);
  };
  visit(parseSync(file, source).program as AnyNode, []);
  return found;
}

/** @returns undefined if the value isn't kept, or can't grow. */
function kindOf(init: Node | null, isVariable: boolean, isTop: boolean): Omit<Cache, 'name'> | undefined {
  if (init?.type === 'NewExpression' && init.callee.type === 'Identifier') {
    const [first] = init.arguments;
    if (init.callee.name === 'Memo')
      return { limit: first?.type === 'Literal' ? Number(first.value) : defaultMemoLimit, isWeak: false };
    if (weakCollections.includes(init.callee.name)) return { limit: undefined, isWeak: true };
  }
  if (init?.type === 'CallExpression' && init.callee.type === 'Identifier')
    if (init.callee.name === 'renderOnce') return { limit: maxRenderings, isWeak: false };
  return isVariable || (isTop && isEmptyCollection(init)) ? { limit: undefined, isWeak: false } : undefined;
}

function isEmptyCollection(init: Node | null): boolean {
  if (init?.type === 'ArrayExpression') return init.elements.length === 0;
  if (init?.type === 'ObjectExpression') return init.properties.length === 0;
  if (init?.type !== 'NewExpression' || init.callee.type !== 'Identifier') return false;
  return collections.includes(init.callee.name) && init.arguments.length === 0;
}

function nameOf({ id }: AnyNode): string {
  const named = id as { name?: string } | null | undefined;
  return named?.name ?? 'function';
}

const childrenOf = (node: AnyNode): AnyNode[] =>
  Object.values(node)
    .flat()
    .filter((child): child is AnyNode => typeof (child as AnyNode | null)?.type === 'string');
