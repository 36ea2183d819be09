import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A small mistake that a tired engineer may make, and the tests that must notice it. */
export interface Mutant {
  /** An id such as `core-outages-3`, which never changes. */
  id: string;
  /** A path from the top of the project. */
  file: string;
  /** The text to replace, which occurs exactly once in the file. */
  find: string;
  replace: string;
  /** The broken promise, in one plain sentence. */
  breaks: string;
  /** Test files, from the top of the project; the ones that are most likely to notice come first. */
  tests: readonly string[];
}

/** A file's text with the mistake. @param tree the top of the source tree. @throws if `find` does not occur exactly once. */
export function mutated(tree: string, { id, file, find, replace }: Mutant): string {
  const [before, after, ...more] = readFileSync(path.join(tree, file), 'utf8').split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${id}: ${file} does not hold exactly once: ${find}`);
  return before + replace + after;
}
