import { globSync } from 'node:fs';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { TextFault, type Texts, textsFor } from './page.ts';
import { readSource, root } from './sources.ts';

/** A doc comment: what it describes, and its first paragraph. */
export type Comment = readonly [name: string, text: string];

/**
 * The first paragraphs of a source's doc comments. Each is directly above a constant, a property of an object or
 * interface, a string of a union, or the default export, whose name is `default`. Further paragraphs are for developers.
 * A property whose value is a constant of the same file has the constant's comment, unless it has its own.
 */
export function commentsIn(file: string, source: string): Comment[] {
  const { program, comments } = parseSync(file, source);
  const textAbove = ({ start }: Pick<Node, 'start'>): string | undefined => {
    const comment = comments.findLast(({ end }) => end <= start);
    const isDirect = comment && /^\n? *(?:export |\| )?$/.test(source.slice(comment.end, start));
    return isDirect && comment.value.startsWith('*') ? firstParagraph(comment.value) : undefined;
  };
  const found: Comment[] = [];
  const add = (name: string | undefined, text: string | undefined) => {
    if (name !== undefined && text !== undefined) found.push([name, text]);
  };
  const constants = new Map<string, string | undefined>();
  for (const statement of program.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (node?.type !== 'VariableDeclaration') continue;
    const [{ id } = {}] = node.declarations;
    if (id?.type === 'Identifier') constants.set(id.name, textAbove(node));
  }
  for (const [name, text] of constants) add(name, text);
  new Visitor({
    Property(node) {
      const shared = node.value.type === 'Identifier' ? constants.get(node.value.name) : undefined;
      add(nameOf(node), textAbove(node) ?? shared);
    },
    TSPropertySignature: (node) => add(nameOf(node), textAbove(node)),
    TSLiteralType: (node) =>
      add(node.literal.type === 'Literal' ? String(node.literal.value) : undefined, textAbove(node)),
    ExportDefaultDeclaration: (node) => add('default', textAbove(node)),
  }).visit(program);
  return found;
}

function nameOf({ key, computed }: { key: Node; computed: boolean }): string | undefined {
  if (key.type === 'Literal') return String(key.value);
  return key.type === 'Identifier' && !computed ? key.name : undefined;
}

/** @param comment what is between the marks that start and end a comment. */
function firstParagraph(comment: string): string {
  const lines = comment.split('\n').map((line) => line.replace(/^ *\*? ?/, '').trim());
  const [first = ''] = lines
    .join('\n')
    .trim()
    .split(/\n{2,}/);
  return first.replaceAll('\n', ' ');
}

const read = new Map<string, Comment[]>();

/** The texts of the comments in several files, by name. @param files globs from the root. */
function commentsByName(files: readonly string[]): Map<string, Set<string>> {
  const texts = new Map<string, Set<string>>();
  for (const file of globSync([...files], { cwd: root }).toSorted()) {
    const comments = read.get(file) ?? commentsIn(file, readSource(file));
    read.set(file, comments);
    for (const [name, text] of comments) texts.set(name, (texts.get(name) ?? new Set()).add(text));
  }
  return texts;
}

/** What a page describes, and where its texts are. */
interface Described {
  /** Such as `lifetime`. */
  what: string;
  names: readonly string[];
  /** Globs of the sources whose comments are the English texts. */
  sources: readonly string[];
  korean: Readonly<Record<string, string>>;
  /** The file with the Korean texts. */
  file: string;
}

/**
 * Returns the texts of all names, in the order of the Korean ones. @throws {TextFault} if a name has no comment,
 * several different ones, or no Korean text, or if a Korean text has no name in the code.
 */
export function describe({ what, names, sources, korean, file }: Described): [name: string, text: Texts][] {
  const comments = commentsByName(sources);
  textsFor(what, file, names, korean, 'in Korean');
  return Object.entries(korean).map(([name, ko]) => {
    const [en, ...others] = comments.get(name) ?? [];
    const where = `the ${what} in the comment above it (${sources.join(', ')})`;
    if (en === undefined) throw new TextFault(`Describe ${where}: ${name}`);
    if (others.length > 0) throw new TextFault(`Several comments describe ${where}. Keep one: ${name}`);
    return [name, { en, ko }];
  });
}
