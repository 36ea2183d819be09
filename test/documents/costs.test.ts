import { expect, test } from 'vitest';
import { gatewayOfExample, millionLogins, slowLogin } from '../../bench/costs/bill.ts';
import { type CountedCosts, halves, unitsOf } from '../../bench/costs/costs.ts';
import { readDocument, rowsOf } from '../support/assertions/markdown.ts';

/** The costs of a user who takes ten seconds and of an application of 10,000 people, with the parts that the text names. */
const billed = (): string[] => {
  const counts: CountedCosts = JSON.parse(readDocument('bench/costs/login-costs.json'));
  const { atOnce, withinADay } = counts[slowLogin] ?? {};
  const parts = [atOnce, withinADay].flatMap((costs) =>
    costs ? halves.map((half) => unitsOf(costs, half)) : [],
  );
  const sum = (unit: 'rowsWritten' | 'lines') => parts.reduce((total, part) => total + part[unit], 0);
  const kvWrites = (kind: string) => 5 * (atOnce?.kv[kind]?.writes ?? 0);
  const prices = [kvWrites('state'), sum('rowsWritten'), kvWrites('session'), 0.6 * sum('lines')];
  return [millionLogins(counts), ...prices, gatewayOfExample(counts)].map((price) => `$${price.toFixed(2)}`);
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
    ['First gateway sign-in of a user', 'first logins of a user'],
    [slowLogin, 'later logins, with the phone'],
    ['The same, with a carrier that does not call', 'the same, with a carrier that does not call'],
    ['Automatic login at the gateway', 'automatic logins'],
  ].map(([counted = '', name]) => [name, priceOf(counted, 'service'), priceOf(counted, 'gateway')]);
  expect(
    rowsOf(readDocument('docs/operate/costs.md'), 'a million of'),
    'Copy the prices of docs/verification/tables/costs.md.',
  ).toEqual([
    ...rows,
    ['reads of a session', '', priceOf('Session read', 'gateway')],
    ['reads of a session that renew its copy', '', priceOf('Session read that renews its copy', 'gateway')],
    // Counted by test/scale/guard-costs.test.ts.
    ['requests through the guard, with a session', '', '$0.82'],
    ['requests through the guard, without a session', '', '$0.32'],
  ]);
});
