import { expect, test } from 'vitest';
import { gatewayOfExample, millionLogins, slowLogin } from '../../bench/costs/bill.ts';
import type { CountedCosts } from '../../bench/costs/costs.ts';
import { readDocument, rowsOf } from '../support/assertions/markdown.ts';

/** The price of a million sign-ins of users who take ten seconds, and of the example's gateway. */
const billed = (): string[] => {
  const counts: CountedCosts = JSON.parse(readDocument('bench/costs/login-costs.json'));
  return [millionLogins(counts), gatewayOfExample(counts)].map((price) => `$${price.toFixed(2)}`);
};

test('docs/operate/costs.md has the counted prices, and docs/ko/operate/costs.md the same', () => {
  const pricesIn = (file: string) => [...readDocument(file).matchAll(/\$[\d.]*\d/g)].map(([price]) => price);
  const [english, korean] = [pricesIn('docs/operate/costs.md'), pricesIn('docs/ko/operate/costs.md')];
  const missing = billed().filter((price) => !english.includes(price));
  expect(missing, 'State them there: they follow from bench/costs/login-costs.json.').toEqual([]);
  expect(korean.sort(), 'Write the prices of docs/operate/costs.md.').toEqual(english.sort());
});

test('docs/operate/costs.md has the prices per sign-in of docs/verification/tables/costs.md', () => {
  const costs = readDocument('docs/verification/tables/costs.md');
  const priceOf = (what: string, half: string) =>
    rowsOf(costs, 'Action')
      .find(([name, of]) => name === what && of === half)
      ?.at(-1);
  const rows = [
    ['First gateway sign-in of a user', 'First sign-ins'],
    [slowLogin, 'Later sign-ins by phone'],
    [
      'The same, with a carrier that does not call',
      "Later sign-ins by phone, with a carrier that doesn't call the service",
    ],
    ['Automatic login at the gateway', 'Automatic sign-ins'],
  ].map(([counted = '', name]) => [name, priceOf(counted, 'service'), priceOf(counted, 'gateway')]);
  expect(
    rowsOf(readDocument('docs/operate/costs.md'), 'Per million'),
    'Copy the prices of docs/verification/tables/costs.md.',
  ).toEqual([
    ...rows,
    ['Reads of a session', '', priceOf('Session read', 'gateway')],
    ['Reads of a session that renew its copy', '', priceOf('Session read that renews its copy', 'gateway')],
    // Counted by test/scale/guard-costs.test.ts.
    ['Requests through the guard, with a session', '', '$0.82'],
    ['Requests through the guard, without a session', '', '$0.32'],
  ]);
});
