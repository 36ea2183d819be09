import { type Node, parseSync } from 'oxc-parser';
import { isScalar, parseDocument, visit as visitYaml } from 'yaml';

/** A text that people read, with the line of its file on which it starts. */
export interface Prose {
  text: string;
  line: number;
}

/** Statements of SQL, `data:` URLs, and texts without two spaces: names, paths, and keys. */
const isNoProse = (text: string): boolean =>
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA)\b|^data:/.test(text) ||
  (!/\p{Script=Hangul}/u.test(text) && text.trim().split(/\s+/).length < 3);

/** Scripts and styles in template literals. */
const isCode = (text: string): boolean => /[{;]\n|=> \{|\{[^{}]*:[^{}]*\}/.test(text);

/** Reads the comments and strings of a source file that contain prose. */
export function proseOfSource(file: string, source: string): Prose[] {
  const { comments, program } = parseSync(file, source);
  const lineOf = lineFinder(source);
  const found: Prose[] = comments.flatMap(({ value, start }) => proseOfComment(value, lineOf(start)));
  const names = new Set<Node>();
  visit(program, (node) => {
    const name = testNameOf(node);
    if (name !== undefined) names.add(name);
    const text = textOf(node);
    if (text === undefined) return;
    const isName = names.has(node);
    if (isCode(text) && !isName) return;
    for (const [index, line] of text.split('\n').entries())
      if (isName || !isNoProse(line)) found.push({ text: line.trim(), line: lineOf(node.start) + index });
  });
  return found;
}

/** Reads a document in paragraphs and table cells, without its code and tags. */
export const proseOfDocument = (source: string): Prose[] =>
  paragraphs(
    source
      .replace(/^ {4}.*$|```[\s\S]*?```|<\/?(?:picture|source|img)\b[^>]*>/gm, (code) =>
        code.replace(/[^\n]/g, ''),
      )
      .split('\n'),
    1,
  ).flatMap(splitLines);

/** Reads the summaries and descriptions of an OpenAPI document. */
export function proseOfContract(source: string): Prose[] {
  const lineOf = lineFinder(source);
  const found: Prose[] = [];
  visitYaml(parseDocument(source), {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !/^(?:summary|description)$/.test(String(key.value))) return;
      if (!isScalar(value) || typeof value.value !== 'string') return;
      const isBlock = value.type === 'BLOCK_LITERAL' || value.type === 'BLOCK_FOLDED';
      const first = lineOf(value.range?.[0] ?? 0) + (isBlock ? 1 : 0);
      found.push(...paragraphs(value.value.split('\n'), first));
    },
  });
  return found;
}

/** A table's cells, and the parts of a line that are broken with `<br>`, are sentences of their own. */
function splitLines(paragraph: Prose): Prose[] {
  if (!/^\||<br>/.test(paragraph.text)) return [paragraph];
  const separator = paragraph.text.startsWith('|') ? /\||<br>/ : '<br>';
  return paragraph.text
    .split('\n')
    .flatMap((row, index) =>
      row.split(separator).map((cell) => ({ text: cell.trim(), line: paragraph.line + index })),
    )
    .filter(({ text }) => text !== '');
}

/** Functions whose first argument names a test or a group of tests: `test`, `test.skipIf(…)`, `describe.each(…)`. */
const testFunctions = new Set(['test', 'it', 'describe']);

function testNameOf(node: Node): Node | undefined {
  if (node.type !== 'CallExpression' || !isTestFunction(node.callee)) return undefined;
  return node.arguments[0];
}

function isTestFunction(node: Node): boolean {
  if (node.type === 'Identifier') return testFunctions.has(node.name);
  if (node.type === 'MemberExpression') return isTestFunction(node.object);
  return node.type === 'CallExpression' && isTestFunction(node.callee);
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('x');
  return undefined;
}

/** The paragraphs of a comment. Each tag of JSDoc starts one. */
function proseOfComment(value: string, line: number): Prose[] {
  const lines = value.split('\n').map((each) => each.replace(/^\s*\*+ ?/, ''));
  return paragraphs(lines, line).flatMap(splitTags);
}

function splitTags({ text, line }: Prose): Prose[] {
  const parts = text.split(/(?=@(?:param|returns|throws)\b)/);
  let before = '';
  return parts.map((part) => {
    const at = line + (before.match(/\n/g)?.length ?? 0);
    before += part;
    return { text: part.replace(/^@(?:param \S+|returns|throws(?: \{\w+\})*)/, '').trim(), line: at };
  });
}

function paragraphs(lines: readonly string[], first: number): Prose[] {
  const found: Prose[] = [];
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const last = found.at(-1);
    if (line.trim() === '') isOpen = false;
    else if (isOpen && last !== undefined) last.text += `\n${line.trim()}`;
    else {
      found.push({ text: line.trim(), line: first + index });
      isOpen = true;
    }
  }
  return found;
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}

/** Calls back for each node of a tree. Import paths and types aren't prose. */
function visit(node: Node, each: (node: Node) => void): void {
  if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return;
  each(node);
  for (const value of Object.values(node)) {
    if (typeof value !== 'object' || value === null) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') visit(child as Node, each);
  }
}
