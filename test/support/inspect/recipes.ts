import { codesOf, readDocument, rowsOf } from './markdown.ts';

/** A row of a list in CONTRIBUTING.md: a file that follows when something is added, and what is done in it. */
interface Row {
  /** As it is written there; of several, with “or” between them. */
  file: string;
  what: string;
}

/** The list below a heading of CONTRIBUTING.md, such as `An attribute`. */
export function recipe(heading: string): Row[] {
  const [, section = ''] = readDocument('CONTRIBUTING.md').split(`\n### ${heading}\n`);
  const [text = ''] = section.split(/\n#+ /);
  return rowsOf(text, 'file').map(([file, what = '']) => ({ file: codesOf(file).join(' or '), what }));
}

/** Whether the row says that the types ask for its file. */
export const isAskedForByTypes = ({ what }: Row): boolean => what.includes('(types)');
