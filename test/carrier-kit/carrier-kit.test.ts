import { expect, test } from 'vitest';
import { RightCarrier } from '../support/doubles/right-carrier.ts';
import { tryCarrier } from '../support/people/carrier-kit.ts';
import { failuresOf } from '../support/people/conformance.ts';

test('a carrier that does what the port says passes every case', async () => {
  const report = await tryCarrier(new RightCarrier());
  expect(failuresOf(report)).toEqual([]);
  expect([report.skipped, report.results.filter(({ further }) => further !== undefined)]).toEqual([0, []]);
});
