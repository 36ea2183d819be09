import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A small mistake, of the kind that a tired engineer makes, and the tests that have to fail where it is made. */
export interface Mutant {
  /** Such as `core-outages-3`: unique, and it stays. */
  id: string;
  /** From the top of the project. */
  file: string;
  /** What the mistake replaces: occurs exactly once in the file. */
  find: string;
  replace: string;
  /** Which promise it breaks, in one plain sentence. */
  breaks: string;
  /** Test files, from the top of the project; those that are most likely to notice first. */
  tests: readonly string[];
}

/**
 * A file's text with the mistake made. @param tree the top of the source tree. @throws where `find` does not occur exactly once.
 */
export function mutated(tree: string, { id, file, find, replace }: Mutant): string {
  const [before, after, ...more] = readFileSync(path.join(tree, file), 'utf8').split(find);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${id}: ${file} does not hold exactly once: ${find}`);
  return before + replace + after;
}
