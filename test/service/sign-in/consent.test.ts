import { expect, test } from 'vitest';
import { attributes } from '../../../workers/core/protocol/user-record.ts';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import { leaveApp, newSubscriber, registerAgain } from '../../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, type Person, signIn } from '../../support/fixtures/sign-in.ts';
import { administer, registerApplication } from '../../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  basic,
  jsonOf,
  requestDisconnect,
  requestUser,
} from '../../support/requests/service-requests.ts';
import { applications } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

/** Longer than any worker uses an older record of an application, in seconds. */
const untilSeen = 60;
const consentPath = '/oauth2/authorize/consent';
const books = { name: '서점', redirect_uris: ['https://books.example.com/cb'], attributes: ['name'] };

interface Registered {
  client_id: string;
  client_secret: string;
}

async function send(person: Person, { client_id }: { client_id: string }, redirect_uri?: string) {
  const browser = new BrowserSession(world, {
    visitable: (url) => url.host === new URL(world.service).host,
  });
  const query = { client_id, ...(redirect_uri && { redirect_uri }) };
  return { browser, page: await browser.submit(await browser.get(authorizeUrl(world, query)), person) };
}

const listed = (page: Shown) => page.document.querySelectorAll('.attributes strong').map(({ text }) => text);

async function userOf(page: Shown, application: Registered) {
  const token = await accessTokenFor(world, { code: codeOf(page) }, application);
  return (await jsonOf(await requestUser(world, token))).user;
}

test('the first sign-in at an application shows a page with its registered attributes', async () => {
  const { page } = await send(await newSubscriber(world), applications.bank);
  expect(page.url.pathname).toBe(consentPath);
  expect(listed(page)).toEqual(['Name', 'Identification value (CI)', 'Your ID at this service']);
  const shop = await send(await newSubscriber(world), applications.shop);
  expect(listed(shop.page)).toHaveLength(attributes.length + 1);
});

test('consent is asked for once per user and application', async () => {
  const [person, another] = [await newSubscriber(world), await newSubscriber(world)];
  const { browser, page } = await send(person, applications.shop);
  codeOf(await browser.submit(page));
  codeOf((await send(person, applications.shop)).page);
  expect((await send(person, applications.bank)).page.url.pathname).toBe(consentPath);
  expect((await send(another, applications.shop)).page.url.pathname).toBe(consentPath);
});

test('a user who declines consent is asked again the next time', async () => {
  const person = await newSubscriber(world);
  const { browser, page } = await send(person, applications.shop);
  await browser.submit(page, {}, 'form[action$="/cancel"]');
  expect((await send(person, applications.shop)).page.url.pathname).toBe(consentPath);
});

test('consent is asked for again after a disconnect', async () => {
  const person = await newSubscriber(world);
  const first = await send(person, applications.shop);
  const { plid = '' } = (await userOf(await first.browser.submit(first.page), applications.shop)) ?? {};
  await requestDisconnect(world, { plid }, { headers: { Authorization: basic(applications.shop) } });
  expect((await send(person, applications.shop)).page.url.pathname).toBe(consentPath);
});

test('consent is asked for again after leaving and registering again, for a new plid', async () => {
  const person = await newSubscriber(world);
  const first = await send(person, applications.shop);
  const before = await userOf(await first.browser.submit(first.page), applications.shop);
  await leaveApp(world, person.phoneNo);
  await registerAgain(world, person.phoneNo);
  const second = await send(person, applications.shop);
  expect(second.page.url.pathname).toBe(consentPath);
  const after = await userOf(await second.browser.submit(second.page), applications.shop);
  expect(after?.plid).not.toBe(before?.plid);
});

test('consent is asked for again if the application requests more, not if it requests less', async () => {
  const person = await newSubscriber(world);
  const application = await registerApplication(world, books);
  const [address] = books.redirect_uris;
  const first = await send(person, application, address);
  codeOf(await first.browser.submit(first.page));

  const change = (asked: string[]) =>
    administer(world, 'PATCH', `/${application.client_id}`, { body: { attributes: asked } });
  await change(['name', 'gender']);
  await world.clock.advance(untilSeen);
  const more = await send(person, application, address);
  expect(listed(more.page)).toEqual(['Name', 'Gender', 'Your ID at this service']);
  codeOf(await more.browser.submit(more.page));
  await change([]);
  await world.clock.advance(untilSeen);
  codeOf((await send(person, application, address)).page);
});

test("attributes registered while the consent page is open aren't agreed to", async () => {
  const person = await newSubscriber(world);
  const application = await registerApplication(world, books);
  const [address] = books.redirect_uris;
  const { browser, page } = await send(person, application, address);
  expect(listed(page)).toEqual(['Name', 'Your ID at this service']);
  const body = { attributes: ['name', 'ci', 'birthdate'] };
  await administer(world, 'PATCH', `/${application.client_id}`, { body });
  await world.clock.advance(untilSeen);
  const user = await userOf(await browser.submit(page), application);
  expect(Object.keys(user ?? {})).toEqual(['plid', 'name', 'autoLoginYn', 'autoStatusCheck']);
  expect((await send(person, application, address)).page.url.pathname).toBe(consentPath);
});

test.each([
  ['its redirect address', { redirect_uris: ['https://books.example.com/other'] }],
  ['the application itself', undefined],
])('a sign-in ends if %s is removed', async (_, change) => {
  const application = await registerApplication(world, books);
  const { browser, page } = await send(await newSubscriber(world), application, books.redirect_uris[0]);
  const path = `/${application.client_id}`;
  if (change === undefined) await administer(world, 'DELETE', path);
  else await administer(world, 'PATCH', path, { body: change });
  await world.clock.advance(untilSeen);
  for (const form of ['form', 'form[action$="/cancel"]']) {
    const refused = await browser.submit(page, {}, form);
    expect([refused.status, refused.headers.get('Location')]).toEqual([400, null]);
  }
});

test('an invalid automatic login value on the consent page is rejected', async () => {
  const { browser, page } = await send(await newSubscriber(world), applications.shop);
  expect((await browser.submit(page, { autoLogin: 'maybe' })).status).toBe(400);
  codeOf(await browser.submit(page, { autoLogin: 'N' }));
});

test('the whole path discloses exactly what was agreed to', async () => {
  const person = await newSubscriber(world);
  const page = await signIn(new BrowserSession(world), world, person, {
    query: { client_id: applications.bank.client_id },
  });
  const user = await userOf(page, applications.bank);
  expect(Object.keys(user ?? {})).toEqual(['plid', 'ci', 'name', 'autoLoginYn', 'autoStatusCheck']);
});
