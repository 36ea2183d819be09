import { describe, expect, test } from 'vitest';
import { accentStyle, isReadableAccent } from '../../workers/pages/accent.ts';
import { style } from '../../workers/pages/style.ts';

/** WCAG 2.2's contrast, in a second implementation. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
    const [red = 0, green = 0, blue = 0] = parts.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (high + 0.05) / (low + 0.05);
}

const schemesOf = (css: string) =>
  css.split('prefers-color-scheme').map((part) => {
    const set = [...part.matchAll(/--([\w-]+): ?(#[0-9a-f]{6})/g)].map(([, name, color]) => [name, color]);
    return Object.fromEntries(set) as Record<string, string>;
  });
const [lightPage = {}, darkPage = {}] = schemesOf(style.replaceAll('#fff;', '#ffffff;'));

/** Colours from the whole cube. */
const colors = Array.from({ length: 512 }, (_, index) => {
  const part = (shift: number) => (((index >> shift) & 7) * 36).toString(16).padStart(2, '0');
  return `#${part(6)}${part(3)}${part(0)}`;
});
const taken = colors.filter(isReadableAccent);

describe('an accent color', () => {
  test.each(['#0b5c6b', '#5b2bd9', '#1a56c4', '#000000', '#c62828'])('%s is accepted', (color) => {
    expect(isReadableAccent(color)).toBe(true);
  });

  test.each(['#fee500', '#ffffff', '#03c75a', '#1a73e8'])(
    "%s is rejected because it can't be read on white",
    (color) => {
      expect(isReadableAccent(color)).toBe(false);
    },
  );

  test('that is accepted has enough contrast everywhere, in light and dark mode', () => {
    expect(taken.length).toBeGreaterThan(100);
    for (const color of taken) {
      const [light = {}, dark = {}] = schemesOf(accentStyle(color));
      for (const [own, page] of [
        [light, lightPage],
        [dark, darkPage],
      ] as const) {
        const { accent = '', 'accent-deep': deep = '', 'on-accent': on = '', tint = '' } = own;
        const { card = '', paper = '', ink = '' } = page;
        const pairs = [
          [accent, card],
          [accent, paper],
          [accent, tint],
          [deep, tint],
          [on, accent],
          [on, deep],
          [ink, tint],
        ] as const;
        for (const [one, other] of pairs)
          expect(contrast(one, other), `${color}: ${one} on ${other}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});
