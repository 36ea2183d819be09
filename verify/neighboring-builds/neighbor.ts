import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isMissingFromShallowClone, treeOfCommit } from '../../test/service/support/source-trees.ts';
import { type Tree, thisTree } from '../../test/support/world/configurations.ts';
import type { Fixture } from '../../test/support/world/stored-world.ts';

const read = (name: string) => JSON.parse(readFileSync(path.resolve(import.meta.dirname, name), 'utf8'));

/** A user's sign-in, as the neighboring build has stored it. */
export const fixture: Fixture = read('fixture.json');

const { commit }: { commit: string | null } = read('neighbor.json');

/** Whether this clone has no history, and so not the neighboring build. */
export const isNeighborMissing = commit !== null && isMissingFromShallowClone(commit);

let built: Promise<Tree> | undefined;

/** The neighboring build, bundled with this one's libraries. @throws {Error} if this clone lacks its commit. */
export function neighbor(): Promise<Tree> {
  built ??= commit === null ? Promise.resolve(thisTree) : treeOfCommit(commit);
  return built;
}
