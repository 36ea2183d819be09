import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { docs } from '../contents.ts';
import { sizeOf, stillOf } from '../pictures.ts';

const pictures = globSync('pictures/*.png', { cwd: docs });

test('the documentation has a moving picture for each language and color scheme', () => {
  expect(pictures).toHaveLength(4);
});

test.each(pictures)('the still picture of %s is one whole picture', (name) => {
  const file = path.join(docs, name);
  const animated = readFileSync(file);
  const still = stillOf(animated);
  expect(animated.includes('acTL')).toBe(true);
  expect(still.includes('acTL') || still.includes('fdAT')).toBe(false);
  const start = still.indexOf('IDAT') + 4;
  const length = still.readUInt32BE(start - 8);
  const { width, height } = sizeOf(file);
  // Three bytes for each point, and one byte in front of each line.
  expect(inflateSync(still.subarray(start, start + length))).toHaveLength(height * (1 + 3 * width));
  expect(still.subarray(-8, -4).toString()).toBe('IEND');
});
