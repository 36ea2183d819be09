/** How many numbers two digits without a leading zero can be. */
const matches = 90;
/** The largest multiple of it below 2^32: a draw above it is repeated, since it would make some numbers likelier than others. */
const fairRange = 2 ** 32 - (2 ** 32 % matches);

/** Two digits, each number from 10 to 99 as likely as any other. @param draw a random integer below 2^32. @param taken the one number that it must not be. */
export function createNumberMatch(draw = drawUint32, taken = ''): string {
  const drawn = draw();
  const match = String(10 + (drawn % matches));
  return drawn < fairRange && match !== taken ? match : createNumberMatch(draw, taken);
}

const drawUint32 = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
