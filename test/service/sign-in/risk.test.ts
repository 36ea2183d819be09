import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { entries, shownParts } from '../../../workers/core/carrier/port.ts';
import { risks } from '../../../workers/core/protocol/login-facts.ts';
import { compareCountries, decideRisk, inputNames } from '../../../workers/service/sign-in/carrier/risk.ts';
import { approvalScope } from '../../../workers/service/sign-in/consent/approval-scope.ts';
import { root } from '../../support/world/bundles.ts';

const table = [
  ['known', 'same', 'no', 'yes', 'nothing'],
  ['known', 'unknown', 'no', 'yes', 'nothing'],
  ['known', 'other', 'no', 'yes', 'typed_digits'],
  ['known', 'same', 'yes', 'yes', 'typed_digits'],
  ['known', 'unknown', 'yes', 'yes', 'typed_digits'],
  ['known', 'other', 'yes', 'yes', 'no_automatic_login'],
  ['stranger', 'same', 'no', 'yes', 'nothing'],
  ['stranger', 'unknown', 'no', 'yes', 'nothing'],
  ['stranger', 'other', 'no', 'yes', 'no_automatic_login'],
  ['stranger', 'same', 'yes', 'yes', 'no_automatic_login'],
  ['stranger', 'unknown', 'yes', 'yes', 'no_automatic_login'],
  ['stranger', 'other', 'yes', 'yes', 'no_automatic_login'],
  ['known', 'same', 'no', 'no', 'nothing'],
  ['known', 'unknown', 'no', 'no', 'nothing'],
  ['known', 'other', 'no', 'no', 'no_automatic_login'],
  ['known', 'same', 'yes', 'no', 'no_automatic_login'],
  ['known', 'unknown', 'yes', 'no', 'no_automatic_login'],
  ['known', 'other', 'yes', 'no', 'no_automatic_login'],
  ['stranger', 'same', 'no', 'no', 'no_automatic_login'],
  ['stranger', 'unknown', 'no', 'no', 'no_automatic_login'],
  ['stranger', 'other', 'no', 'no', 'no_automatic_login'],
  ['stranger', 'same', 'yes', 'no', 'no_automatic_login'],
  ['stranger', 'unknown', 'yes', 'no', 'no_automatic_login'],
  ['stranger', 'other', 'yes', 'no', 'no_automatic_login'],
] as const;

describe('the risk decision', () => {
  test.each(table)(
    'for a %s browser, country %s, copied cookie %s, number match %s, is %s',
    (browser, country, copied, matched, outcome) => {
      const matching = matched === 'yes';
      const inputs = { known: browser === 'known', country, reused: copied === 'yes', matching };
      expect(decideRisk(inputs)).toBe(outcome);
      const flags = [...(copied === 'yes' ? ['reused'] : []), ...(matching ? [] : ['unmatched'])];
      const names = [browser, `${country}_country`, ...flags];
      expect(inputNames(inputs)).toBe(names.join(' '));
    },
  );

  test('is listed in docs/verification/tables/risk-decision.md for all combinations, with reasons', () => {
    const text = readFileSync(path.join(root, 'docs/verification/tables/risk-decision.md'), 'utf8');
    const rows = text.matchAll(
      /^\| (known|stranger) \| (\w+) \| (yes|no) \| (yes|no) \| `(\w+)` \| (.{20,}) \|$/gm,
    );
    const stated = [...rows].map(([, ...cells]) => cells.slice(0, 5));
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

  test.each(risks.flatMap((risk) => entries.map((entry) => [risk, entry] as const)))(
    '%s with digits by %s allows automatic login only without a risk, or with typed digits if required',
    (risk, entry) => {
      const given = approvalScope({ automatic: true, shown: [...shownParts], entry }, risk, true);
      const isGiven = risk === 'nothing' || (risk === 'typed_digits' && entry === 'type');
      expect(given).toEqual({ automaticLogin: isGiven, account: isGiven || entry !== 'none' });
    },
  );
});
