import { expect, test } from 'vitest';
import { exemptReasons } from '../../../packages/plid/carrier-kit/index.ts';
import { failuresOf } from '../../support/fixtures/conformance.ts';
import { tryCarrier } from '../support/carrier-kit.ts';
import { RightCarrier } from '../support/right-carrier.ts';

test('a carrier that follows the carrier API passes every case', async () => {
  const report = await tryCarrier(new RightCarrier());
  expect(failuresOf(report)).toEqual([]);
  expect([report.skipped, report.results.filter(({ further }) => further !== undefined)]).toEqual([0, []]);
});

test('a carrier that matches only its own spelling of a name gets a recommendation, and passes', async () => {
  const Literal = class extends RightCarrier {
    override isName(known: string, given: string) {
      return known === given;
    }
  };
  const report = await tryCarrier(new Literal());
  expect(failuresOf(report)).toEqual([]);
  const reasons = report.results.flatMap(({ statement, reason }) => (reason ? [[statement, reason]] : []));
  expect(reasons).toEqual([
    [expect.stringContaining('a Latin name'), expect.stringContaining('recommended')],
  ]);
  expect(exemptReasons).toContain(reasons[0]?.[1]);
});
