/** What tests draw their random inputs from: the same each time, so that a change is judged by itself. `PLID_SEED=2` draws others. */
export const seed = Number(process.env.PLID_SEED ?? 1);
