/**
 * The fewest of these with which something still holds: parts are left out, first large ones, then single ones.
 * @param holds never asked once `until` has passed, in milliseconds since 1970.
 */
export async function fewest<Item>(
  items: readonly Item[],
  holds: (fewer: readonly Item[]) => Promise<boolean>,
  until = Number.POSITIVE_INFINITY,
): Promise<readonly Item[]> {
  let left = items;
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < left.length && Date.now() < until; ) {
      const fewer = left.toSpliced(at, size);
      if (await holds(fewer)) left = fewer;
      else at += size;
    }
  }
  return left;
}
