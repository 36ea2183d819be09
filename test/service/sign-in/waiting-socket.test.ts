import { expect, test } from 'vitest';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { approveOn, newSubscriber, requestsOn } from '../../support/fixtures/phones.ts';
import { authorizeUrl } from '../../support/fixtures/sign-in.ts';
import { sendCarrierCallback } from '../../support/requests/operator-requests.ts';
import { callingCarrier, outcomesAsked } from '../../support/world/calling-carrier.ts';
import { serviceSecrets } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service', ...callingCarrier });
const addressOf = (page: 'waiting' | 'status', flow: string) =>
  `${world.service}/oauth2/authorize/${page}?flow=${flow}`;

/** A user before the waiting page. */
async function waiting() {
  const person = await newSubscriber(world, 'waits');
  const browser = new BrowserSession(world, { headers: { 'Accept-Language': 'en' } });
  const form = await browser.get(authorizeUrl(world, { prompt: 'login' }));
  const page = await browser.submit(form, person);
  const [request] = await requestsOn(world, person.phoneNo);
  return { person, browser, page, flow: page.url.searchParams.get('flow') ?? '', id: request?.id ?? '' };
}

/** A page's socket, with what was said on it. */
async function openSocket(browser: BrowserSession, flow: string) {
  const headers = { Upgrade: 'websocket', Origin: world.service };
  const response = await browser.fetch(addressOf('waiting', flow), { headers });
  const { webSocket: socket } = response as Response & { webSocket?: WebSocket & { accept(): void } };
  const heard: unknown[] = [];
  socket?.addEventListener('message', ({ data }) => heard.push(data));
  socket?.addEventListener('close', ({ code }) => heard.push(code));
  socket?.accept();
  return { status: response.status, socket, heard };
}

const call = (requestId: string, telcoCd = 'S', token = serviceSecrets.CARRIER_TOKEN) =>
  sendCarrierCallback(world, token, { requestId, telcoCd });

test('the waiting page names its socket, and its CSP allows it', async () => {
  const { page, flow } = await waiting();
  const region = page.document.querySelector('#phone-status');
  expect(region?.getAttribute('data-socket')).toBe(`/oauth2/authorize/waiting?flow=${flow}`);
  const { host } = new URL(world.service);
  expect(page.headers.get('Content-Security-Policy')).toContain(`connect-src 'self' wss://${host};`);
});

test("the carrier's call wakes each page of its request without asking anyone", async () => {
  const [first, other] = [await waiting(), await waiting()];
  const tabs = [await openSocket(first.browser, first.flow), await openSocket(first.browser, first.flow)];
  const stranger = await openSocket(other.browser, other.flow);
  expect(tabs.map(({ status }) => status)).toEqual([101, 101]);
  await outcomesAsked(world);
  expect((await call(first.id)).status).toBe(200);
  for (const { heard } of tabs) await expect.poll(() => heard).toEqual(['answered']);
  expect((await call(first.id)).status).toBe(200);
  for (const { heard } of tabs) await expect.poll(() => heard).toEqual(['answered', 'answered']);
  expect((await call(other.id, 'K')).status).toBe(200);
  expect(stranger.heard).toEqual([]);
  expect(await outcomesAsked(world)).toEqual([]);
});

test("a call before the page connects isn't lost, because the page checks once on opening", async () => {
  const { person, browser, flow, id } = await waiting();
  await approveOn(world, person.phoneNo);
  await call(id);
  expect((await openSocket(browser, flow)).status).toBe(101);
  const status = await browser.fetch(addressOf('status', flow));
  expect(await status.json()).toEqual({ status: 'approved' });
});

test('a socket lives until the object is reset, and the next one receives calls', async () => {
  const { browser, flow, id } = await waiting();
  const before = await openSocket(browser, flow);
  const { WAITING } = world.durableObjects;
  await WAITING.getByName(`S ${id}`)
    .restart()
    .catch(() => undefined);
  await expect.poll(() => before.heard).toHaveLength(1);
  const after = await openSocket(browser, flow);
  await call(id);
  await expect.poll(() => after.heard).toEqual(['answered']);
  expect(before.heard).not.toContain('answered');
});

test('a seventh page has to poll, and a page that sends a message loses its socket', async () => {
  const { browser, flow } = await waiting();
  const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => openSocket(browser, flow)));
  expect((await openSocket(browser, flow)).status).toBe(429);
  first?.socket?.send('hello');
  await expect.poll(() => first?.heard).toEqual([1008]);
  expect(others.flatMap(({ heard }) => heard)).toEqual([]);
  first?.socket?.close();
  await expect.poll(async () => (await openSocket(browser, flow)).status).toBe(101);
});

test.each([
  ['another site’s page', { Origin: 'https://evil.example.com' }, 'Origin'],
  ['a hidden origin', { Origin: 'null' }, 'Origin'],
  ['a neighbour over http', { Origin: 'http://login.example.com' }, 'Origin'],
  ['a program without one', { Origin: '' }, 'Origin'],
  ['no socket', { Upgrade: '' }, 'Upgrade'],
])('%s is rejected before an object is named', async (_, changed, item) => {
  const { browser, flow } = await waiting();
  const { ACCOUNT } = world.durableObjects;
  const any = ACCOUNT.getByName('any');
  const before = await any.calls();
  const headers = { Upgrade: 'websocket', Origin: world.service, ...changed };
  const response = await browser.fetch(addressOf('waiting', flow), { headers });
  expect([response.status, (await response.json()) as object]).toEqual([
    400,
    expect.objectContaining({ message: `The value of ${item} is not valid.` }),
  ]);
  expect(await any.calls()).toBe(before);
});

test("a sign-in without a request, an ended one, and another browser's have no socket", async () => {
  const [one, other] = [await waiting(), await waiting()];
  const browser = new BrowserSession(world);
  const form = await browser.get(authorizeUrl(world, { prompt: 'login' }));
  const flow = form.document.querySelector('[name=flow]')?.getAttribute('value') ?? '';
  expect((await openSocket(browser, flow)).status).toBe(400);
  expect((await openSocket(other.browser, one.flow)).status).toBe(400);
  await one.browser.submit(one.page, {}, 'form[action$="/cancel"]');
  expect((await openSocket(one.browser, one.flow)).status).toBe(400);
});

test('a waiting socket stores nothing', async () => {
  const { browser, flow, id } = await waiting();
  await openSocket(browser, flow);
  await call(id);
  const { WAITING } = world.durableObjects;
  expect(await WAITING.getByName(`S ${id}`).atRest()).toEqual({ stored: '{}', alarm: null });
});
