import { globSync } from 'node:fs';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import type { Half } from '../configuration/index.ts';
import { TextFault, type Texts, textsFor } from './page.ts';
import { readSource, root } from './sources.ts';

/** What the code says about a name. */
export interface Comment {
  name: string;
  /** First paragraph of the doc comment directly above the name. */
  text?: string;
  /** Constant that is the value of the property with this name. Its comment counts if there is no other. */
  constant?: string;
}

/**
 * The first paragraphs of a source's doc comments. Each is directly above a constant, a property of an object, a string
 * of a union, or the default export, whose name is `default`. Further paragraphs are for developers.
 */
export function commentsIn(file: string, source: string): Comment[] {
  const { program, comments } = parseSync(file, source);
  const found: Comment[] = [];
  const add = (name: string | undefined, { start }: Node, constant?: string) => {
    const comment = comments.findLast(({ end }) => end <= start);
    const isAbove = comment && /^\n? *(?:export |\| )?$/.test(source.slice(comment.end, start));
    const text = isAbove && comment.value.startsWith('*') && firstParagraph(comment.value);
    if (name === undefined || !(text || constant)) return;
    found.push({ name, ...(text && { text }), ...(constant && { constant }) });
  };
  new Visitor({
    VariableDeclaration(node) {
      const [{ id } = {}] = node.declarations;
      if (id?.type === 'Identifier') add(id.name, node);
    },
    Property: (node) =>
      add(nameOf(node), node, node.value.type === 'Identifier' ? node.value.name : undefined),
    TSLiteralType: (node) =>
      add(node.literal.type === 'Literal' ? String(node.literal.value) : undefined, node),
    ExportDefaultDeclaration: (node) => add('default', node),
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

const readFiles = new Map<string, Comment[]>();
const readGlobs = new Map<string, Comment[]>();

/** The comments in several files. @param files globs from the root. */
export function commentsOf(files: readonly string[]): Comment[] {
  return readOnce(readGlobs, files.join(' '), () =>
    globSync([...files], { cwd: root })
      .toSorted()
      .flatMap((file) => readOnce(readFiles, file, () => commentsIn(file, readSource(file)))),
  );
}

function readOnce(known: Map<string, Comment[]>, key: string, read: () => Comment[]): Comment[] {
  const comments = known.get(key) ?? read();
  known.set(key, comments);
  return comments;
}

/** The different texts about a name: of its own comments, or of the constants that are its value. */
export function textsAbout(name: string, comments: readonly Comment[]): string[] {
  const own = comments.filter((comment) => comment.name === name);
  const texts = own.flatMap(({ text }) => text ?? []);
  const shared = own.flatMap(({ constant }) => comments.filter((comment) => comment.name === constant));
  return [...new Set(texts.length > 0 ? texts : shared.flatMap(({ text }) => text ?? []))];
}

/** The sources of a half's settings, limits, and routes, as globs. */
export const sourcesOf: Record<Half, string[]> = {
  service: ['workers/{audit,core,openid,pages,service}/**/*.{ts,tsx}'],
  gateway: ['workers/{audit,core,openid,pages,gateway}/**/*.{ts,tsx}'],
};

/** What a page describes, and where its texts are. */
interface Described {
  /** Such as `lifetime`. */
  what: string;
  names: readonly string[];
  /** Globs of the sources whose comments are the English texts, or those of each name. */
  sources: readonly string[] | ((name: string) => string[]);
  /** The name of all of them in the code, if it is another. */
  inCode?: string;
  korean: Readonly<Record<string, string>>;
  /** The file with the Korean texts. */
  file: string;
}

/**
 * Returns the texts of all names, in the order of the Korean ones. @throws {TextFault} if a name has no comment,
 * several different ones, or no Korean text, or if a Korean text has no name in the code.
 */
export function describe(described: Described): [name: string, text: Texts][] {
  const { what, names, sources, inCode, korean, file } = described;
  textsFor(what, file, names, korean, 'in Korean');
  return Object.entries(korean).map(([name, ko]) => {
    const files = typeof sources === 'function' ? sources(name) : sources;
    const [en, ...others] = textsAbout(inCode ?? name, commentsOf(files));
    const where = `the ${what} ${name} in the comment above it (${files.join(', ')})`;
    if (en === undefined) throw new TextFault(`Describe ${where}`);
    if (others.length > 0)
      throw new TextFault(`Describe ${where} only once. Keep one comment of: ${[en, ...others].join(' | ')}`);
    return [name, { en, ko }];
  });
}
