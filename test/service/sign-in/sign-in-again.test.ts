import { expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { approveOn, denyOn, newSubscriber, requestsOn } from '../../support/fixtures/phones.ts';
import { authorizeUrl, flowOf, type Person, steps } from '../../support/fixtures/sign-in.ts';
import { applications } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const waitPath = '/oauth2/authorize/wait';
const matchOn = (page: Shown) => page.document.querySelector('.match')?.text;

/** Begins again, as a browser that goes back from the waiting page, and sends the form. */
const send = async (browser: BrowserSession, person: Person, query = {}) =>
  browser.submit(await browser.get(authorizeUrl(world, query)), person);

/** A user before the waiting page. */
async function waiting() {
  const person = await newSubscriber(world, 'waits');
  const browser = new BrowserSession(world);
  return { person, browser, first: await send(browser, person) };
}

test.each([0, 2, 5, 60, 119])('a form sent again %i s later has the same request and number', async (age) => {
  const { person, browser, first } = await waiting();
  await world.clock.advance(age);
  const second = await send(browser, person);
  expect([second.url.pathname, flowOf(second) === flowOf(first)]).toEqual([waitPath, false]);
  expect(matchOn(second)).toBe(matchOn(first));
  expect(await requestsOn(world, person.phoneNo)).toHaveLength(1);
  await approveOn(world, person.phoneNo);
  expect((await browser.get(second.url)).url.pathname).toBe(steps.consent);
});

test('a form sent again in the same sign-in has the same request', async () => {
  const { person, browser, first } = await waiting();
  await world.clock.advance(30);
  const again = await browser.get(first.url.href.replace('/wait', '/sign-in'));
  expect(matchOn(await browser.submit(again, person))).toBe(matchOn(first));
  expect(await requestsOn(world, person.phoneNo)).toHaveLength(1);
});

test("a form sent twice isn't requested again if the phone approved in between", async () => {
  const person = await newSubscriber(world);
  const browser = new BrowserSession(world);
  const form = await browser.get(authorizeUrl(world));
  for (let count = 0; count < 2; count += 1)
    expect((await browser.submit(form, person)).url.pathname).toBe(steps.consent);
  expect(await requestsOn(world, person.phoneNo)).toHaveLength(1);
});

test.each<[string, (person: Person) => Promise<void>]>([
  ['expired', () => world.clock.advance(120)],
  [
    'denied',
    async ({ phoneNo }) => {
      await denyOn(world, phoneNo);
      await world.clock.advance(40);
    },
  ],
])('a new request is sent once the former one has %s', async (_, end) => {
  const { person, browser } = await waiting();
  await end(person);
  expect((await send(browser, person)).url.pathname).toBe(waitPath);
  expect(await requestsOn(world, person.phoneNo)).toHaveLength(2);
});

test('another browser, application, or number has its own request', async () => {
  const { person, browser, first } = await waiting();
  await world.clock.advance(4);
  await send(new BrowserSession(world), person);
  await world.clock.advance(4);
  await send(browser, person, { client_id: applications.bank.client_id });
  expect(await requestsOn(world, person.phoneNo)).toHaveLength(3);
  const other = await newSubscriber(world, 'waits');
  await send(browser, other);
  expect(await requestsOn(world, other.phoneNo)).toHaveLength(1);
  await browser.submit(first, {}, 'form[action$="/cancel"]');
});

test("a cancelled sign-in's request isn't reused", async () => {
  const { person, browser, first } = await waiting();
  await browser.submit(first, {}, 'form[action$="/cancel"]');
  await world.clock.advance(4);
  await send(browser, person);
  expect(await requestsOn(world, person.phoneNo)).toHaveLength(2);
});
