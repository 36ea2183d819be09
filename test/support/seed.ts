/** The seed of the tests' random inputs: the same each time, so that only a change of the code changes a result. `PLID_SEED=2` draws others. */
export const seed = Number(process.env.PLID_SEED ?? 1);

/** Numbers from 0 to 1, the same sequence for each seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
