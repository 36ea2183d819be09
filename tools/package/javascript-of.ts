import { type Node, parseSync, Visitor } from 'oxc-parser';

type Range = readonly [start: number, end: number];

/** The comment in a section whose files are TypeScript, and which the site also shows in JavaScript. */
export const languagesComment = '<!-- TypeScript and JavaScript -->';

/** Returns the files of such a section in JavaScript: `server.mjs` for `server.mts`. A `.d.ts` contains only types. */
export const inJavaScript = <File extends { file: string; text: string }>(files: readonly File[]): File[] =>
  files
    .filter(({ file }) => !file.endsWith('.d.ts'))
    .map((one) => {
      const file = one.file.replace(/\.([cm]?)tsx?$/, '.$1js');
      return file === one.file ? one : { ...one, file, text: javaScriptOf(one.text) };
    });

/**
 * Returns the JavaScript of formatted TypeScript: the same text without types. Text that has none, such as options
 * without a statement, is returned unchanged. @throws if something remains that isn't JavaScript, such as an enum.
 */
export function javaScriptOf(source: string): string {
  const types = typesIn(source);
  if (types.length === 0) return source;
  let [text, at] = ['', 0];
  // A range may be inside another one.
  for (const [start, end] of types.sort(([one], [other]) => one - other)) {
    if (start >= at) text += source.slice(at, start);
    at = Math.max(at, end);
  }
  text = `${text}${source.slice(at)}`.replace(/\n{3,}/g, '\n\n').trimStart();
  const { errors } = parseSync('file.jsx', text);
  if (errors[0] !== undefined) throw new Error(`Not JavaScript: ${errors[0].message}\n${text}`);
  return text;
}

/** The ranges of a source that JavaScript doesn't have. */
function typesIn(source: string): Range[] {
  const ranges: Range[] = [];
  const omit = ({ start, end }: Node) => void ranges.push([start, end]);
  const omitLine = ({ start, end }: Node) => void ranges.push([start, source.indexOf('\n', end) + 1]);
  new Visitor({
    TSTypeAnnotation: omit,
    TSTypeParameterInstantiation: omit,
    TSTypeAliasDeclaration: omitLine,
    TSModuleDeclaration: omitLine,
    TSAsExpression: ({ expression, end }) => void ranges.push([expression.end, end]),
    ExportNamedDeclaration: (node) => node.exportKind === 'type' && omitLine(node),
    ImportDeclaration: (node) => node.importKind === 'type' && omitLine(node),
    // Follows a value, because a line with only types is removed.
    ImportSpecifier: ({ importKind, start, end }) =>
      importKind === 'type' && ranges.push([source.lastIndexOf(',', start), end]),
  }).visit(parseSync('file.tsx', source).program);
  return ranges;
}
