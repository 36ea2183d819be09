import { afterAll, beforeAll, expect, test } from 'vitest';
import { unitsOf } from '../../bench/costs/costs.ts';
import { priceOf } from '../../bench/costs/prices.ts';
import { signInAtGateway } from '../attacks/support/fixtures.ts';
import { readDocument, rowsOf } from '../support/assertions/markdown.ts';
import { startApplication } from '../support/fakes/application-stand-in.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { type CountedWorld, startCountedWorld } from '../support/world/counted-world.ts';

/** What docs/operate/costs.md states about requests through the guard. */
let world: CountedWorld;
let application: Awaited<ReturnType<typeof startApplication>>;
beforeAll(async () => {
  application = await startApplication(() => new Response('from the application'));
  world = await startCountedWorld({ APPLICATION_URL: application.url, PUBLIC_PATHS: '/assets/*' });
});
afterAll(async () => {
  await world.close();
  await application.close();
});

/** The price of a million requests of a browser through the guard. The guard's own request isn't logged. */
async function priceOfMillion(browser: BrowserSession, path: string): Promise<string> {
  const costs = await world.costOf(async () => {
    const answer = await browser.fetch(`${world.gateway}${path}`);
    expect(await answer.text()).toBe('from the application');
  });
  expect(costs).toMatchObject({ requests: {}, lines: {}, objects: {} });
  const units = unitsOf(costs, 'gateway');
  return `$${(priceOf({ ...units, requests: 1 }) * 1e6).toFixed(2)}`;
}

test('docs/operate/costs.md has the price of a request through the guard', async () => {
  const signedIn = new BrowserSession(world);
  await signInAtGateway(world, signedIn);
  const priced = {
    'Requests through the guard, with a session': await priceOfMillion(signedIn, '/'),
    'Requests through the guard, without a session': await priceOfMillion(
      new BrowserSession(world),
      '/assets/a.js',
    ),
  };
  const document = readDocument('docs/operate/costs.md');
  const rows = rowsOf(document, 'Per million').map(([what, , price]) => [what, price]);
  expect(rows).toEqual(expect.arrayContaining(Object.entries(priced)));
  // 10,000 people see 20 pages a day with 30 files each.
  const files = 10_000 * 20 * 30 * 30;
  const million = Number(priced['Requests through the guard, with a session'].slice(1));
  expect(document).toContain(
    `${files / 1e6} million requests a month cost $${((million * files) / 1e6).toFixed(2)}`,
  );
  expect(priced['Requests through the guard, with a session']).toBe(
    await priceOfMillion(signedIn, '/assets/a.js'),
  );
});
