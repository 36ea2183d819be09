import { documents, readDocument } from './markdown.ts';

export interface CodeBlock {
  file: string;
  /** The heading above it, without its `#`. */
  heading: string;
  /** The language of a fence; `''` for an indented block, which holds commands. */
  language: string;
  text: string;
  /** Whether the info string of the fence says that the block doesn't run by itself: ```ts fragment. */
  isFragment: boolean;
}

/** The English documents; a release needs the Korean ones to have the same blocks (tools/checks/documents.ts). */
export const englishDocuments = documents.filter((file) => !/^docs\/ko\/|\.ko\.md$/.test(file));

const indentOf = (line: string) => /^ */.exec(line)?.[0].length ?? 0;

/** All blocks of a document, fenced and indented, including those in lists. */
export const codeBlocksOf = (file: string): CodeBlock[] => codeBlocksIn(readDocument(file), file);

/** All blocks of a document's text, or of a part of it. */
export function codeBlocksIn(text: string, file: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  const lines = text.split('\n');
  let heading = '';
  /** The indentation of the text of the list that contains a line. */
  let listIndent = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const fence = /^( *)```(\S*)( fragment)?$/.exec(line);
    const end =
      fence === null ? endOfIndented(lines, at, listIndent + 4) : lines.indexOf(`${fence[1]}\`\`\``, at + 1);
    if (fence !== null && end < 0) throw new Error(`${file}: a fence has no end: ${line}`);
    if (fence !== null || end > at) {
      const indent = fence === null ? listIndent + 4 : (fence[1]?.length ?? 0);
      const body = lines.slice(fence === null ? at : at + 1, end).map((one) => one.slice(indent));
      blocks.push({
        ...{ file, heading, language: fence?.[2] ?? '', text: body.join('\n').trimEnd() },
        isFragment: fence?.[3] !== undefined,
      });
      at = fence === null ? end - 1 : end;
      continue;
    }
    heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
    const [marker] = /^ *(?:\d+\.|[-*]) +/.exec(line) ?? [];
    if (marker !== undefined) listIndent = marker.length;
    else if (indentOf(line) === 0) listIndent = 0;
  }
  return blocks;
}

/** The end of the indented block that begins at a line; that line itself if none begins there. */
function endOfIndented(lines: string[], start: number, indent: number): number {
  const isInside = (line: string) => line.trim() === '' || indentOf(line) >= indent;
  if ((start > 0 && lines[start - 1]?.trim() !== '') || indentOf(lines[start] ?? '') < indent) return start;
  let end = start;
  while (end < lines.length && isInside(lines[end] ?? '')) end += 1;
  return end;
}

/** Commands of npm within the text of a document: `npx plid-admin doctor`. */
export const inlineCommandsOf = (file: string): string[] =>
  [...readDocument(file).matchAll(/`((?:npm (?:start|test|run)|npx) [^`\n]*)`/g)].map(
    ([, command = '']) => command,
  );
