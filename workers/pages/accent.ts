/** Page colors derived from one accent color. Their names are the same as in style.ts. */

type Rgb = readonly [red: number, green: number, blue: number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The colors of `--card` and of text on an accent, in dark mode (style.ts). */
const darkCard: Rgb = [23, 32, 38];
const darkInk: Rgb = [14, 20, 24];

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const minContrast = 4.5;
/** Additional contrast required because colors are rounded when they're written. */
const margin = 0.1;

/**
 * Whether a color is readable as text on white and on a tint of the color, and whether white text is readable on
 * the color. @param color `#rrggbb`.
 */
export const isReadableAccent = (color: string): boolean => {
  const accent = parse(color);
  return contrast(accent, tintOf(accent)) >= minContrast + margin;
};

/**
 * Returns style rules that replace the accent in style.ts. In dark mode, the color is lightened until it is
 * readable. @param color `#rrggbb`.
 */
export function accentStyle(color: string): string {
  const accent = parse(color);
  const light = { accent, deep: mix(accent, black, 0.25), on: white, tint: tintOf(accent) };
  const lit = lighten(accent);
  const dark = { accent: lit, deep: mix(lit, white, 0.4), on: darkInk, tint: darkTintOf(lit) };
  return `${rule(light)} @media (prefers-color-scheme: dark) { ${rule(dark)} }`;
}

const tintOf = (accent: Rgb) => mix(white, accent, 0.08);
const darkTintOf = (accent: Rgb) => mix(darkCard, accent, 0.16);

function lighten(accent: Rgb, share = 0): Rgb {
  const lit = mix(accent, white, share);
  const isEnough = [darkTintOf(lit), darkInk].every((other) => contrast(lit, other) >= minContrast + margin);
  return isEnough ? lit : lighten(accent, share + 0.05);
}

function rule({ accent, deep, on, tint }: Record<'accent' | 'deep' | 'on' | 'tint', Rgb>): string {
  const colors = { accent, 'accent-deep': deep, 'on-accent': on, tint };
  const set = Object.entries(colors).map(([name, color]) => `--${name}: ${write(color)};`);
  return `:root { ${set.join(' ')} }`;
}

const parse = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const write = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** @param share of the second color, from 0 to 1. */
const mix = ([r1, g1, b1]: Rgb, [r2, g2, b2]: Rgb, share: number): Rgb => [
  r1 + (r2 - r1) * share,
  g1 + (g2 - g1) * share,
  b1 + (b2 - b1) * share,
];

/** The contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
function contrast(one: Rgb, other: Rgb): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
