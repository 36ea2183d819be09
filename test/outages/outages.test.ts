import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LogLine, logLines } from '../support/assertions/log-lines.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { people } from '../support/fixtures/sign-in.ts';
import { outageAlerts, threshold } from './alerts.ts';
import { gatewayQuestions } from './gateway-probes.ts';
import { type Down, gatewayOutages, objectsAre, serviceOutages } from './outages.ts';
import type { Question } from './probes.ts';
import { serviceQuestions } from './service-probes.ts';
import { type OutagesWorld, startOutagesWorld } from './support/outages-world.ts';
import { type Cell, gateway, service } from './table.ts';
import { askAll, expected, isTried, type Observed, tryOutage } from './try-outage.ts';

let world: OutagesWorld;
beforeAll(async () => {
  world = await startOutagesWorld();
});
afterAll(() => world?.close());

interface Half {
  half: 'service' | 'gateway';
  table: Record<string, Record<string, Cell>>;
  questions: Record<string, Question>;
  outages: Down[];
}
const halves: Half[] = [
  { half: 'service', table: service, questions: serviceQuestions, outages: serviceOutages },
  { half: 'gateway', table: gateway, questions: gatewayQuestions, outages: gatewayOutages },
];
const columnOf = (table: Half['table'], column: string) =>
  Object.entries(table).map(([name, row]) => [name, row[column]] as [string, Cell]);

describe.each(halves)('the $half', ({ half, table, questions, outages }) => {
  test('works without an outage', async () => {
    const outcomes = Object.entries(await askAll(world, questions));
    expect(outcomes.filter(([, outcome]) => outcome !== 'works')).toEqual([]);
  });

  describe.each(outages)('during an outage: $how', ({ column, outage }) => {
    const cells = columnOf(table, column).filter(([, cell]) => isTried(cell, outage));
    let observed: Record<string, Observed>;
    let logged: LogLine[];
    beforeAll(async () => {
      const before = logLines(world).length;
      observed = await tryOutage(world, outage, questions, Object.fromEntries(cells));
      logged = logLines(world).slice(before);
    }, 240_000);

    test.each(cells)('%s: %s', (name, cell) => {
      expect(observed[name]).toEqual(expected(cell, outage));
    });

    test.skipIf(column === 'KV lags')('triggers an alert of docs/operate/monitoring.md', () => {
      const heard = logged.filter((line) => outageAlerts.some((hears) => hears(line)));
      expect(heard.length).toBeGreaterThanOrEqual(threshold);
    });
  });

  test('returns 500 without Retry-After for a bug in its objects, where an outage of them is 503', async () => {
    const asking = columnOf(table, 'Durable Objects are down').filter(([, cell]) => cell === '503');
    const cells: Record<string, Cell> = Object.fromEntries(asking.map(([name]) => [name, '500']));
    const bug = objectsAre(half, 'bug');
    const promised = Object.keys(cells).map((name) => [name, expected('500', bug)]);
    expect(await tryOutage(world, bug, questions, cells)).toEqual(Object.fromEntries(promised));
  });
});

test('a user signs in through the gateway and has a session while KV of service and gateway is down', async () => {
  const down = { reads: 'fail', writes: 'fail' } as const;
  await askAll(world, serviceQuestions);
  await Promise.all([world.kv.service.behave(down), world.kv.gateway.behave(down)]);
  await world.clock.advance(3_500);
  const browser = new BrowserSession(world, { visitable: ({ origin }) => origin !== world.application.url });
  let shown = await browser.submit(
    await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`),
    people.hana,
  );
  if (shown.url.pathname.endsWith('/consent')) shown = await browser.submit(shown);
  expect(shown.url.href).toBe(`${world.gateway}/auth/session`);
  expect(JSON.parse(shown.text)).toMatchObject({ user: { name: people.hana.name } });
  expect((await browser.get(`${world.gateway}/orders`)).text).toBe('from the application');
  expect((await new BrowserSession(world).get(`${world.gateway}/public/page`)).status).toBe(200);
  await Promise.all([world.kv.service.behave({}), world.kv.gateway.behave({})]);
});

test('every code was sent to the service once during all outages', () => {
  const sent = [...world.upstream.calls].filter(([call]) => call.startsWith('POST /oauth2/token '));
  expect(sent.length).toBeGreaterThan(20);
  expect(sent.filter(([, count]) => count > 1)).toEqual([]);
});
