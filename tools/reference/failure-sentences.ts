import path from 'node:path';
import { type Node, parseSync } from 'oxc-parser';
import { readSource, root } from './sources.ts';

/** A syntax node of any kind, whose children are its properties. */
type AnyNode = Node & Record<string, unknown>;

/** Classes of errors that end a command or reach the package's users. */
const errorClass = /(?:Error|Failure)$|^Plid[A-Z]/;

const isNode = (value: unknown): value is AnyNode => typeof (value as AnyNode | null)?.type === 'string';

function* nodesIn(value: unknown, isEntered: (node: AnyNode) => boolean = () => true): Generator<AnyNode> {
  if (Array.isArray(value)) {
    for (const one of value) yield* nodesIn(one, isEntered);
    return;
  }
  if (!isNode(value)) return;
  yield value;
  if (isEntered(value)) for (const child of Object.values(value)) yield* nodesIn(child, isEntered);
}

/** The text of a literal, with … for each inserted value; undefined for another node. */
function textOf(node: AnyNode): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  return node.quasis
    .map(({ value }) => value.cooked)
    .join('…')
    .replace(/…+/g, '…');
}

/** A text that users read as a sentence: neither a name, nor a part that another sentence takes in. */
const isSentence = (text: string) => text.trim().split(/\s+/).length > 3 && /^[A-Z]|^\S.*[.!?]$/s.test(text);

const nameOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node.name;
  return node.type === 'MemberExpression' ? nameOf(node.property) : undefined;
};

/** The values that a function, or the initializer of a constant, may have as its result. */
function resultsOf(node: AnyNode): unknown[] {
  if (!('body' in node)) return [node];
  const body = node.body as AnyNode | null;
  if (body?.type !== 'BlockStatement') return [body];
  const isOwn = (inner: AnyNode) => !/Function/.test(inner.type);
  return [...nodesIn(body, isOwn)].flatMap((inner) =>
    inner.type === 'ReturnStatement' ? [inner.argument] : [],
  );
}

/** Values by the name of the function, constant or property that has them as its result. */
type Results = Map<string, unknown[]>;

/** The results of what a program declares, and of its functions, those that are properties of an object included. */
function readResults(program: unknown): { declared: Results; functions: Results } {
  const declared: Results = new Map();
  const functions: Results = new Map();
  const add = (to: Results, key: unknown, value: unknown) => {
    const name = nameOf(key);
    if (name !== undefined && isNode(value)) to.set(name, [...(to.get(name) ?? []), ...resultsOf(value)]);
  };
  for (const node of nodesIn(program)) {
    const [key, value] = declarationIn(node);
    if (node.type !== 'Property') add(declared, key, value);
    if (isNode(value) && /Function/.test(value.type)) add(functions, key, value);
  }
  return { declared, functions };
}

/** The name and the value that a node declares, if it does. */
function declarationIn(node: AnyNode): unknown[] {
  if (node.type === 'FunctionDeclaration') return [node.id, node];
  if (node.type === 'VariableDeclarator') return [node.id, node.init];
  return node.type === 'Property' ? [node.key, node.value] : [];
}

/** Nodes whose parts are not messages: values that a sentence inserts, arguments of a call, and properties of an object. */
const notEntered = ['TemplateLiteral', 'CallExpression', 'ObjectExpression'];

/** The files of the project that a program imports from, by the local name. */
const importsOf = (file: string, program: unknown): Map<string, string> =>
  new Map(
    [...nodesIn(program)].flatMap((node) => {
      if (node.type !== 'ImportDeclaration') return [];
      const from = path.join(path.dirname(file), node.source.value);
      return node.specifiers.map(({ local }): [string, string] => [local.name, from]);
    }),
  );

/**
 * Finds the sentences that commands and the package fail with: those that an error is made with, and those that a function returns
 * whose result an error is made with. Such a function may be imported, or be a property such as `explain` that the error's own function gets.
 * @param files paths from the top of the project. @returns each sentence, with … for an inserted value.
 */
export function failureSentences(files: readonly string[]): string[] {
  const sources = files.map((file) => {
    const { program } = parseSync(path.join(root, file), readSource(file));
    return { file, program, imports: importsOf(file, program), ...readResults(program) };
  });
  type Source = (typeof sources)[number];
  const sentences = new Set<string>();
  const followed = new Set<unknown>();

  function collect(value: unknown, source: Source): void {
    if (followed.has(value)) return;
    followed.add(value);
    for (const node of nodesIn(value, ({ type }) => !notEntered.includes(type))) {
      const text = textOf(node);
      if (text !== undefined && isSentence(text)) sentences.add(text);
      if (node.type === 'Identifier') collectAll(node.name, [source], 'declared');
      if (node.type !== 'CallExpression') continue;
      if (node.callee.type === 'Identifier') follow(node.callee.name, source);
      else collect(node.callee, source);
    }
  }

  /** Follows a call to a function of the same file, or to an imported one or a parameter. */
  function follow(name: string, source: Source): void {
    if (source.declared.has(name)) collectAll(name, [source], 'declared');
    else if (source.imports.has(name))
      collectAll(
        name,
        sources.filter(({ file }) => file === source.imports.get(name)),
        'declared',
      );
    else collectAll(name, sources, 'functions');
  }

  function collectAll(name: string, from: Source[], kind: 'declared' | 'functions'): void {
    for (const source of from) for (const found of source[kind].get(name) ?? []) collect(found, source);
  }

  for (const source of sources)
    for (const node of nodesIn(source.program))
      if (node.type === 'NewExpression' && errorClass.test(nameOf(node.callee) ?? ''))
        for (const argument of node.arguments) collect(argument, source);
  return [...sentences].sort();
}
