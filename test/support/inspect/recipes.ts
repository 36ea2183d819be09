import { codesOf, readDocument, rowsOf } from './markdown.ts';

/** A row of a list in CONTRIBUTING.md: a file to change when something is added, and the change. */
interface Row {
  /** The file as the row writes it; several are joined by “or”. */
  file: string;
  what: string;
}

/** The list below a heading of CONTRIBUTING.md, such as `An attribute`. */
export function recipe(heading: string): Row[] {
  const [, section = ''] = readDocument('CONTRIBUTING.md').split(`\n### ${heading}\n`);
  const [text = ''] = section.split(/\n#+ /);
  return rowsOf(text, 'file').map(([file, what = '']) => ({ file: codesOf(file).join(' or '), what }));
}

/** Whether the row says that the types require its file. */
export const isAskedForByTypes = ({ what }: Row): boolean => what.includes('(types)');
