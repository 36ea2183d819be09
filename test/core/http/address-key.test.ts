import { expect, test } from 'vitest';
import { networkKey, rateLimitKeyOfAddress } from '../../../workers/core/http/rate-limit-key.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::2:3:4:5:6', '1:0:0:2::/64'],
  ['::ffff:203.0.113.7.9', undefined],
  ['1::ffff:203.0.113.7', '1:0:0:0::/64'],
  ['::203.0.113.7', '0:0:0:0::/64'],
  ['203.0.113.7.9', undefined],
  ['::1', undefined],
  ['127.0.0.1', undefined],
  ['127.1.2.3', undefined],
  ['::ffff:127.0.0.1', undefined],
  ['128.0.0.1', '128.0.0.1'],
  ['', undefined],
  ['nonsense', undefined],
])('address %j is counted as %j', (address, key) => {
  expect(rateLimitKeyOfAddress(address)).toBe(key);
});

test('two /64 of one /48 are two addresses in one network, and an IPv4 address has no network', () => {
  const [left, right] = ['2001:db8:1:2::1', '2001:db8:1:3::1'];
  expect(rateLimitKeyOfAddress(left)).not.toBe(rateLimitKeyOfAddress(right));
  expect([networkKey(left), networkKey(right)]).toEqual(Array(2).fill('2001:db8:1::/48'));
  for (const address of ['203.0.113.7', '::1', '']) expect(networkKey(address)).toBeUndefined();
});
