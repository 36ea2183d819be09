import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { shownParts } from '../../../workers/core/carrier/port.ts';
import { risks } from '../../../workers/core/protocol/login-facts.ts';
import { compareCountries, decideRisk, inputNames } from '../../../workers/service/sign-in/carrier/risk.ts';
import { approvalScope } from '../../../workers/service/sign-in/consent/approval-scope.ts';
import { root } from '../../support/world/bundles.ts';

const table = [
  ['known', 'same', 'no', 'nothing'],
  ['known', 'unknown', 'no', 'nothing'],
  ['known', 'other', 'no', 'typed_digits'],
  ['known', 'same', 'yes', 'typed_digits'],
  ['known', 'unknown', 'yes', 'typed_digits'],
  ['known', 'other', 'yes', 'no_automatic_login'],
  ['stranger', 'same', 'no', 'nothing'],
  ['stranger', 'unknown', 'no', 'nothing'],
  ['stranger', 'other', 'no', 'no_automatic_login'],
  ['stranger', 'same', 'yes', 'no_automatic_login'],
  ['stranger', 'unknown', 'yes', 'no_automatic_login'],
  ['stranger', 'other', 'yes', 'no_automatic_login'],
] as const;

describe('the risk decision', () => {
  test.each(table)(
    'for a %s browser, country %s, copied cookie %s, is %s',
    (browser, country, copied, outcome) => {
      const inputs = { known: browser === 'known', country, reused: copied === 'yes' };
      expect(decideRisk(inputs)).toBe(outcome);
      const names = [browser, `${country}_country`, ...(copied === 'yes' ? ['reused'] : [])];
      expect(inputNames(inputs)).toBe(names.join(' '));
    },
  );

  test('is listed in docs/verification/tables/risk-decision.md for all combinations, with reasons', () => {
    const text = readFileSync(path.join(root, 'docs/verification/tables/risk-decision.md'), 'utf8');
    const rows = text.matchAll(/^\| (known|stranger) \| (\w+) \| (yes|no) \| `(\w+)` \| (.{20,}) \|$/gm);
    const stated = [...rows].map(([, ...cells]) => cells.slice(0, 4));
    expect(
      stated,
      'Write the rows of docs/verification/tables/risk-decision.md as they are decided.',
    ).toEqual(table);
  });

  test.each([
    [undefined, 'KR', 'unknown'],
    ['KR', undefined, 'unknown'],
    ['KR', 'KR', 'same'],
    ['US', 'KR', 'other'],
  ] as const)('for a browser in %s and a phone in %s is %s', (browser, phone, expected) => {
    expect(compareCountries(browser, phone)).toBe(expected);
  });

  test.each(risks.flatMap((risk) => (['choose', 'type'] as const).map((entry) => [risk, entry] as const)))(
    '%s with digits by %s allows automatic login only without a risk, or with typed digits if required',
    (risk, entry) => {
      const given = approvalScope({ automatic: true, shown: [...shownParts], entry }, risk, true);
      const isGiven = risk === 'nothing' || (risk === 'typed_digits' && entry === 'type');
      expect(given).toEqual({ automaticLogin: isGiven, account: true });
    },
  );
});
