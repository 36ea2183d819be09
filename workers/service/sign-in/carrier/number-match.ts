/** Count of two-digit numbers without a leading zero. */
const matches = 90;
/**
 * Largest multiple of `matches` up to 2^32. A random integer at or above this value is drawn again, to avoid
 * modulo bias.
 */
const fairRange = 2 ** 32 - (2 ** 32 % matches);

/**
 * Returns a random number from 10 to 99, with the same probability for each number. @param draw Returns a random
 * integer below 2^32. @param taken The number to exclude, if any.
 */
export function createNumberMatch(draw = drawUint32, taken = ''): string {
  const drawn = draw();
  const match = String(10 + (drawn % matches));
  return drawn < fairRange && match !== taken ? match : createNumberMatch(draw, taken);
}

const drawUint32 = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
