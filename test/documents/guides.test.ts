import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { defaultRateLimits } from '../../admin/deploy/rate-limits.ts';
import { gatewayOfExample, millionLogins, slowLogin } from '../../bench/costs/bill.ts';
import { type CountedCosts, halves, unitsOf } from '../../bench/costs/costs.ts';
import { halfOf } from '../../tools/configuration/index.ts';
import { settingsOf } from '../../tools/configuration/settings-of.ts';
import { pathPatterns } from '../../workers/core/worker/routes.ts';
import { gatewayEvents } from '../../workers/gateway/shared/gateway-events.ts';
import { serviceEvents } from '../../workers/service/shared/service-events.ts';
import { codesOf, readDocument, rowsOf } from '../support/assertions/markdown.ts';
import { listedWorkers } from '../support/world/configurations.ts';

/** The tables of the guides are written by hand; these tests compare them with the workers' own statements. */
const guides = [
  { half: 'service', guide: 'docs/operate/service.md' },
  { half: 'gateway', guide: 'docs/operate/gateway.md' },
] as const;

/** A row for the table of workers in a guide. */
function asRow({ name, serves, settings }: { name: string; serves: string[]; settings: string[] }): string {
  const codes = (texts: string[]) => texts.map((text) => `\`${text}\``).join(', ');
  return `| ${codes([name])} | ${codes(serves) || 'nothing'} | ${codes(settings)} |`;
}
const nameOf = ({ name }: { name: string }) => name;

function written(value: unknown): string {
  if (value === undefined) return '';
  if (value === '' || (Array.isArray(value) && value.length === 0)) return 'none';
  return typeof value === 'number' ? String(value) : `\`${value}\``;
}

describe.each(guides)('$guide', ({ half, guide }) => {
  const workers = listedWorkers.filter((worker) => halfOf(worker) === half);
  const described = rowsOf(readDocument(guide), 'worker').map(([name, serves, settings]) => ({
    name: codesOf(name)[0],
    serves: codesOf(serves).filter((code) => code.startsWith('/')),
    settings: codesOf(settings).sort(),
  }));

  test.each(workers)('lists plid-$worker with its routes and settings', (worker) => {
    const name = `plid-${worker.worker}`;
    const stated = { name, serves: pathPatterns(worker), settings: settingsOf(worker).map(nameOf).sort() };
    const row = described.find((other) => other.name === name);
    expect(row, `${guide} needs the row\n${asRow(stated)}`).toEqual(stated);
  });

  test('lists only existing workers', () => {
    const known = ['plid-carrier', ...workers.map(({ worker }) => `plid-${worker}`)];
    const gone = described.map(({ name }) => name).filter((name = '') => !known.includes(name));
    expect(gone, 'Take its row out.').toEqual([]);
  });

  test('lists exactly the rate limits, with their numbers', () => {
    const figure = (text = '') => Number(text.replaceAll(',', ''));
    const listed = rowsOf(readDocument(guide), 'rate limit').map(([name, limit, period]) => [
      codesOf(name)[0],
      { limit: figure(limit), period: figure(period) },
    ]);
    const stated = Object.entries(defaultRateLimits(workers, { half }));
    expect(Object.fromEntries(listed), `Write the rows of ${guide} as the workers state them.`).toEqual(
      Object.fromEntries(stated.map(([name, { limit, period }]) => [name, { limit, period }])),
    );
  });

  test('lists exactly the settings, with their defaults', () => {
    const stated = workers.flatMap((worker) =>
      settingsOf(worker)
        .filter(({ binding }) => binding === undefined)
        .map(({ name }) => {
          const schema = worker.schema.entries[name] as v.GenericSchema;
          const { success, output } = v.safeParse(schema, undefined);
          return [name, written(success ? output : undefined)] as const;
        }),
    );
    const listed = rowsOf(readDocument(guide), 'name').flatMap(([names, , byDefault = '']) => {
      const defaults = byDefault.split(', ');
      return codesOf(names).map((name, index) => [name, defaults[index]?.trim() ?? ''] as const);
    });
    expect(Object.fromEntries(listed), `Write the rows of ${guide} as the schemas have them.`).toEqual(
      Object.fromEntries(stated),
    );
  });
});

test.each([
  { guide: 'docs/operate/personal-data.md', events: serviceEvents },
  { guide: 'docs/operate/gateway.md', events: gatewayEvents },
])('$guide describes exactly the events, with their fields', ({ guide, events }) => {
  const described = rowsOf(readDocument(guide), 'event').map(([event, fields]) => [
    codesOf(event)[0],
    codesOf(fields),
  ]);
  expect(
    Object.fromEntries(described),
    `Write the rows of ${guide} as the table of events has them.`,
  ).toEqual(events.table);
});

test('docs/gateway/routes.md describes exactly the routes', () => {
  const described = rowsOf(readDocument('docs/gateway/routes.md'), 'route').map(
    ([route]) => codesOf(route)[0]?.split('?')[0],
  );
  const routes = listedWorkers
    .filter((worker) => halfOf(worker) === 'gateway')
    .flatMap((worker) => worker.routes);
  expect(described.sort(), 'Give each route a row, and take out those that are gone.').toEqual(
    [...routes].sort(),
  );
});

/** The costs of a person who takes ten seconds and of an application of 10,000 people, with the parts that the text names. */
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

test('docs/operate/costs.md has the prices per sign-in of docs/trust/scale.md', () => {
  const scale = readDocument('docs/trust/scale.md');
  const priceOf = (what: string, half: string) =>
    rowsOf(scale, 'what')
      .find(([name, of]) => name === what && of === half)
      ?.at(-1);
  const rows = [
    ['first login of a user at the gateway', 'first logins of a user'],
    [slowLogin, 'later logins, with the phone'],
    ['the same, with a carrier that does not call', 'the same, with a carrier that does not call'],
    ['automatic login at the gateway', 'automatic logins'],
  ].map(([counted = '', name]) => [name, priceOf(counted, 'service'), priceOf(counted, 'gateway')]);
  expect(
    rowsOf(readDocument('docs/operate/costs.md'), 'a million of'),
    'Copy the prices of docs/trust/scale.md.',
  ).toEqual([
    ...rows,
    ['reads of a session', '', priceOf('session read', 'gateway')],
    ['reads of a session that renew its copy', '', priceOf('session read, with its copy renewed', 'gateway')],
    // Counted by test/scale/guard-costs.test.ts.
    ['requests through the guard, with a session', '', '$0.82'],
    ['requests through the guard, without a session', '', '$0.32'],
  ]);
});
