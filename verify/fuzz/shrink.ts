/**
 * The fewest of these items with which a condition still holds: parts are left out, first large ones, then single items.
 * @param holds the condition; not called once `until` has passed, in milliseconds since 1970.
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
