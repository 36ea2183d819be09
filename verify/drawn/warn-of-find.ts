/** What a program throws if it has found a fault of the product. Any other failure is one of the program itself. */
const find = /^(?:Property failed after|Seen once)/;

/**
 * Runs the short form of a program whose inputs are drawn. A find becomes a warning with the seed: it lies in the code, and not in the commit that
 * happened to draw it. The same find fails the nightly run (.github/workflows/nightly.yml).
 * @returns what the program returned, or `find`. @throws any failure of the program itself.
 */
export async function warnOfFind<Result>(
  kind: string,
  { seed, warn }: { seed: number; warn: (text: string) => unknown },
  run: (seed: number) => Promise<Result>,
): Promise<Result | 'find'> {
  try {
    return await run(seed);
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : String(failure);
    if (!find.test(message)) throw failure;
    await warn(
      `${kind} has found something. Try the same again: npm run verify -- ${kind} --seed ${seed}\n${message}`,
    );
    return 'find';
  }
}
