import { readPng, writePng } from './png.ts';

const mostColours = 256;

/**
 * The same picture in less than half the bytes: its 256 commonest colours, and for every other the nearest of them. On a
 * page these are the shades at the edges of letters, so that nothing of it is to be seen.
 */
export function withFewColours(png: Buffer): Buffer {
  const { width, colours } = readPng(png);
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].sort(([, left], [, right]) => right - left).map(([colour]) => colour);
  const palette = byCount.slice(0, mostColours);
  const placeOf = new Map(byCount.map((colour) => [colour, nearest(palette, colour)]));
  return writePng(
    width,
    palette,
    Uint8Array.from(colours, (colour) => placeOf.get(colour) ?? 0),
  );
}

function nearest(palette: readonly number[], colour: number): number {
  const distances = palette.map((candidate) => distance(candidate, colour));
  return distances.indexOf(Math.min(...distances));
}

function distance(left: number, right: number): number {
  const red = (left >> 16) - (right >> 16);
  const green = ((left >> 8) & 255) - ((right >> 8) & 255);
  const blue = (left & 255) - (right & 255);
  return red * red + green * green + blue * blue;
}
