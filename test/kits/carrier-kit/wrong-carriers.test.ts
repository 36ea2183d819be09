import { expect, test } from 'vitest';
import { failuresOf } from '../../support/fixtures/conformance.ts';
import { tryCarrier } from '../support/carrier-kit.ts';
import { customer, token } from '../support/right-carrier.ts';
import { wrongCarriers } from '../support/wrong-carriers.ts';

test.each(wrongCarriers)(
  'a carrier that $wrong fails',
  async ({ make: Carrier, section, found, timeout }) => {
    const report = await tryCarrier(new Carrier(), { timeout }, [section]);
    expect(failuresOf(report).join('\n')).toMatch(found);
    for (const value of [token, customer.name, customer.phoneNo])
      expect(JSON.stringify(report), 'no token, no person').not.toContain(value);
  },
);
