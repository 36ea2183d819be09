import { expect, test, vi } from 'vitest';
import { createReviewNumber, isReviewNumber } from '../../../workers/core/protocol/review-number.ts';

test.each([
  [7, '01009000007'],
  [999_999, '01009999999'],
  [1_000_000, '01009000000'],
  [4_294_967_295, '01009967295'],
])('the number of a reviewer has 11 digits of its range for the random value %d', (drawn, number) => {
  const random = vi.spyOn(crypto, 'getRandomValues').mockReturnValue(new Uint32Array([drawn]));
  expect(createReviewNumber()).toBe(number);
  random.mockRestore();
  expect(isReviewNumber(number)).toBe(true);
});

test.each(['01008999999', '01010000000', '0100900000', '010090000001'])(
  "%s isn't a reviewer's number",
  (number) => {
    expect(isReviewNumber(number)).toBe(false);
  },
);
