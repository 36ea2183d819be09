import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { assumptions } from '../../scripts/scale/assumptions.ts';
import { type CountedCosts, readCounts } from '../../scripts/scale/costs.ts';
import { simulateDay } from '../../scripts/scale/day.ts';
import { totalPrice } from '../../scripts/scale/prices.ts';
import { resultsOf } from '../../scripts/scale/report.ts';
import { root } from '../support/world/test-workers.ts';

const counts = readCounts();
const day = simulateDay(counts);

test('the same seed gives the same day, and another seed another one of the same size', () => {
  expect(simulateDay(counts)).toEqual(day);
  const other = simulateDay(counts, assumptions, 2);
  expect(other.logins).not.toBe(day.logins);
  expect(other.logins / day.logins).toBeCloseTo(1, 2);
});

test('the busiest second of an ordinary day is as assumed; the sale comes on top of it', () => {
  const { busiest, sale } = assumptions;
  const ordinary = simulateDay(counts, { ...assumptions, sale: { ...sale, rate: 0 } }).peaks.logins;
  expect(ordinary / busiest).toBeCloseTo(1, 0);
  expect(day.peaks.logins - ordinary).toBeGreaterThan(sale.rate * 0.95);
});

test('a row more that each login writes is on the bill of each login', () => {
  const dearer: CountedCosts = structuredClone(counts);
  for (const { atOnce } of Object.values(dearer))
    if (atOnce.objects.Account !== undefined) atOnce.objects.Account.rowsWritten += 1;
  const more = simulateDay(dearer);
  expect(more.service.rowsWritten - day.service.rowsWritten).toBeCloseTo(day.logins, -3);
  expect(totalPrice(more.service) - totalPrice(day.service)).toBeCloseTo(day.logins / 1e6, 0);
});

test('an attacker costs requests, and no other person\u2019s object a call', () => {
  const { attack } = assumptions;
  const none = { ...assumptions, attack: { ...attack, forged: 0, atVictim: 0 } };
  const quiet = simulateDay(counts, none);
  expect(day.peaks.victim).toBe(attack.atVictim);
  expect(quiet.peaks.victim).toBe(0);
  expect(day.service.calls - quiet.service.calls).toBeCloseTo(attack.atVictim * attack.lasts, -2);
  expect(day.service.rowsWritten).toBeCloseTo(quiet.service.rowsWritten, -2);
});

test('docs/scale.md shows what `npm run simulate -- --write` writes', () => {
  const text = readFileSync(path.join(root, 'docs/scale.md'), 'utf8');
  for (const [name, result] of Object.entries(resultsOf(counts)))
    expect(text).toContain(`<!-- ${name} -->\n\n${result}\n\n<!-- end -->`);
});
