import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const usedWorld = /\b(use\w*(?:World|Objects))\(([^;]*?)\);/;

/**
 * Runs files whose worlds have the same options one after the other, so that a process starts each world once or twice; worlds
 * of the most files come first, files without a world last.
 */
export default class ByWorld extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groups = Map.groupBy(sorted, worldOf);
    const largestFirst = [...groups].sort(
      ([a, files], [b, others]) => Number(a === '') - Number(b === '') || others.length - files.length,
    );
    return largestFirst.flatMap(([, group]) => group);
  }
}

/** The first world of a file, as the call in its source; empty if there is none. */
function worldOf({ moduleId }: TestSpecification): string {
  const [, kind = '', options = ''] = usedWorld.exec(readFileSync(moduleId, 'utf8')) ?? [];
  return kind === '' ? '' : `${kind} ${options.replaceAll(/\s/g, '')}`;
}
