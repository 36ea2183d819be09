import { spawnSync } from 'node:child_process';
import { root } from '../../test/support/world/bundles.ts';

/** Number of hexadecimal digits of the commit that make a seed: fewer than 2^31. */
const digits = 7;

/** The seed of a commit. @param commit its hash; undefined outside a clone. */
export const seedOf = (commit: string | undefined): number =>
  /^[0-9a-f]{40}/.test(commit ?? '') ? Number.parseInt((commit ?? '').slice(0, digits), 16) : 1;

/**
 * The seed of the short forms of the programs: `PLID_SEED`, or the commit, so that each commit draws other inputs and a repetition draws the same.
 */
export const commitSeed = (): number =>
  Number(
    process.env.PLID_SEED ??
      seedOf(spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout),
  );
