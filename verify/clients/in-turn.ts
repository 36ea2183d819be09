const day = Math.floor(Date.now() / 86_400_000);

/**
 * What a run takes of items that each have the same test, such as frameworks: all of them, or with `PLID_TURN=1`, as in CI, another one each
 * day. The nightly run takes all.
 */
export const inTurn = <Item>(items: readonly Item[]): readonly Item[] =>
  process.env.PLID_TURN === '1' ? items.filter((_, index) => index === day % items.length) : items;
