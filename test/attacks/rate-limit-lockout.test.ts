import { beforeEach, describe, expect, test } from 'vitest';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { changeSubscriber, denyOn, newSubscriber } from '../support/fixtures/phones.ts';
import { authorizeUrl, type Person, returned, signIn } from '../support/fixtures/sign-in.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
// A limit that one test has used up is full again for the next one.
beforeEach(() => world.clock.advance(60));

const client_id = 'demoshop000000000001';

let networks = 0;
/** A browser in a separate network, or at an address. */
function browserAt(address?: string) {
  networks += 1;
  const own = `198.18.${Math.floor(networks / 250)}.${networks % 250}`;
  return new BrowserSession(world, { headers: { 'CF-Connecting-IP': address ?? own } });
}

/** Asks a phone, in a new sign-in; a phone that approves at once leads to the application. */
async function ask(browser: BrowserSession, person: Person) {
  const page = await browser.get(authorizeUrl(world, { prompt: 'login' }));
  return browser.submit(page, person);
}
const statusOf = async (browser: BrowserSession, person: Person) => (await ask(browser, person)).status;

/** A user who has signed in with a browser. */
async function owner(address?: string) {
  const person = await newSubscriber(world);
  const own = browserAt(address);
  await signIn(own, world, person);
  return { person, own };
}
const madeUp = async () => ({ ...(await newSubscriber(world)), name: '누구일까' });

describe('an application whose limit attackers with invented names have used up', () => {
  /** The last of the six thousand of a minute are sent in truth. */
  async function close() {
    await world.spend('APPLICATION_LIMIT', client_id, 5_990);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push(await statusOf(browserAt(), await madeUp()));
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
  }

  test('admits known browsers, and gives every unknown one the same response', async () => {
    const customers = [await owner(), await owner()];
    await close();
    for (const { person, own } of customers) expect(await statusOf(own, person)).toBeLessThan(400);
    const refused = await ask(browserAt(), await newSubscriber(world));
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
  });

  test("doesn't admit a browser whose sign-in was ended, whatever its cookie says, and prompts no phone for it", async () => {
    const { person, own } = await owner();
    await changeSubscriber(world, person.phoneNo, { behaviour: 'waits' });
    const page = await ask(own, person);
    await denyOn(world, person.phoneNo);
    expect(returned(await own.get(page.url))).toMatchObject({ error: 'access_denied' });
    await world.clock.advance(86_400);
    await close();
    expect(await statusOf(own, person)).toBe(429);
  });

  test('admits a browser known at one number only with that number', async () => {
    const { own } = await owner();
    await close();
    expect(await statusOf(own, await newSubscriber(world))).toBe(429);
  });
});

describe('an attacker with several numbers of their own', () => {
  test('has thirty sign-ins a minute in one browser, counting copies of its cookie, without affecting others', async () => {
    const [attacker, customer] = [await owner(), await owner()];
    const statuses: number[] = [];
    for (let count = 0; count < 32; count += 1) statuses.push(await statusOf(attacker.own, attacker.person));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
    expect(await statusOf(customer.own, customer.person)).toBeLessThan(400);
  });

  test("uses up none of the application's limit by names rejected at their number", async () => {
    const [attacker, customer] = [await owner(), await owner()];
    await world.spend('APPLICATION_KNOWN_LIMIT', client_id, 5_994);
    const wrong = { ...attacker.person, name: '누구일까' };
    const statuses: number[] = [];
    for (let count = 0; count < 8; count += 1) statuses.push(await statusOf(attacker.own, wrong));
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    expect(await statusOf(customer.own, customer.person)).toBeLessThan(400);
    expect(await statusOf(customer.own, customer.person)).toBe(429);
  });
});

test("a user at an attacker's IPv4 address can sign in again, and finishes a waiting sign-in", async () => {
  const address = '203.0.113.77';
  const { person, own } = await owner(address);
  const waiting = await newSubscriber(world, 'waits');
  const visitor = browserAt(address);
  expect(await statusOf(visitor, waiting)).toBeLessThan(400);
  const statuses: number[] = [];
  for (let count = 0; count < 60; count += 1)
    statuses.push(await statusOf(browserAt(address), await madeUp()));
  expect(statuses.at(-1)).toBe(429);
  expect(await statusOf(own, person)).toBeLessThan(400);
  expect(await statusOf(visitor, waiting)).toBeLessThan(400);
});

test("of sixty names for one number from different networks twenty get a response, and the owner's browser continues", async () => {
  const { person, own } = await owner();
  const statuses: number[] = [];
  for (let count = 0; count < 60; count += 1)
    statuses.push(
      await statusOf(browserAt(), { ...person, name: `누구${String.fromCodePoint(0xac00 + count)}` }),
    );
  expect(statuses).toEqual([...Array(20).fill(400), ...Array(40).fill(429)]);
  expect(await statusOf(browserAt(), person)).toBe(429);
  expect(await statusOf(own, person)).toBeLessThan(400);
});
