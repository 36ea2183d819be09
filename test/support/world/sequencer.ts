import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const usedWorld = /\b(use\w*(?:World|Objects))\(([^;]*?)\);/;

/**
 * Runs files whose worlds have the same options one after the other, so that a process starts each world once or twice; worlds
 * of the most files come first. Files that share a world with at most one other go before them, since two processes would start both at once.
 * The longest files are among these, and a long file that started last would run while the other processes have nothing left to do.
 */
export default class ByWorld extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groups = [...Map.groupBy(sorted, worldOf)];
    const isShared = ([world, group]: (typeof groups)[number]) => world !== '' && group.length > 2;
    const shared = groups.filter(isShared).map(([, group]) => group);
    const grouped = new Set(shared.flat());
    const alone = sorted.filter((file) => !grouped.has(file));
    return [...alone, ...shared.sort((group, other) => other.length - group.length).flat()];
  }
}

/** The first world of a file, as the call in its source; empty if there is none. */
function worldOf({ moduleId }: TestSpecification): string {
  const [, kind = '', options = ''] = usedWorld.exec(readFileSync(moduleId, 'utf8')) ?? [];
  return kind === '' ? '' : `${kind} ${options.replaceAll(/\s/g, '')}`;
}
