import { beforeAll, describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../test/support/fixtures/browser-session.ts';
import { changeSubscriber, newSubscriber } from '../../test/support/fixtures/phones.ts';
import { type Person, people } from '../../test/support/fixtures/sign-in.ts';
import { asked, askedAbout, sendToCarrier } from '../../test/support/requests/carrier-questions.ts';
import { askSandbox, latestRequest, subscribersOf } from '../../test/support/requests/sandbox-requests.ts';
import { serviceSecrets } from '../../test/support/world/test-settings.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import {
  type Carrier,
  type ConfirmationRequest,
  type Notice,
  type ShownPart,
  shownParts,
} from '../../workers/core/carrier/port.ts';
import type { CarrierCode } from '../../workers/core/protocol/user-record.ts';
import { qrCodeText } from '../../workers/service/features/app-start/qr-code-text.ts';

const world = useWorld({ half: 'service' });
let carrier: Required<Carrier>;
let browser: BrowserSession;
beforeAll(async () => {
  carrier = (await world.env('plid-service-authorize')).CARRIER as unknown as Required<Carrier>;
  const visitable = (url: URL) => url.origin === world.sandbox;
  browser = new BrowserSession(world, { headers: { 'Accept-Language': 'en' }, visitable });
});

const open = (path: string) => browser.get(`${world.sandbox}/sandbox${path}`);
const phoneOf = ({ phoneNo }: Pick<Person, 'phoneNo'>) => open(`?phoneNo=${phoneNo}`);
const textOf = (page: Shown) => page.document.querySelector('main')?.structuredText ?? '';
const approveForm = 'form[action*="/approve"]';

/** Asks the phone of a user. @returns the id of the request. */
async function ask(person: Person, changes: object = {}): Promise<string> {
  const answer = await carrier.confirm({ ...askedAbout(person), ...changes });
  if (answer.status !== 'requested') throw new Error(answer.status);
  return answer.requestId;
}

async function start(
  telcoCd: CarrierCode,
  changes: object = {},
): Promise<{ requestId: string; code: string; digits: string }> {
  const started = await carrier.start({ ...asked(telcoCd), ...changes });
  if (started.status !== 'started') throw new Error(started.status);
  const { requestId, code = '', digits = '' } = started;
  return { requestId, code, digits };
}
const outcome = (requestId: string) => carrier.outcome(requestId);

describe('a request on the phone shows', () => {
  const context = { knownBrowser: true, automaticLogin: false, attributes: 2 };

  test('browser, location, host, number of items, and what an approval enables', async () => {
    const person = await newSubscriber(world, 'waits');
    await ask(person);
    const text = textOf(await phoneOf(person));
    for (const shown of [
      ...['shop.example.com', 'Chrome, Windows', 'Seoul, South Korea', '9 items'],
      ...['has not signed in with your number', 'signs in automatically for 14 days'],
    ])
      expect(text).toContain(shown);
  });

  test('the same in Korean', async () => {
    const person = await newSubscriber(world, 'waits');
    await ask(person);
    const korean = new BrowserSession(world, { headers: { 'Accept-Language': 'ko' } });
    const text = textOf(await korean.get(`${world.sandbox}/sandbox?phoneNo=${person.phoneNo}`));
    for (const shown of ['Seoul, 대한민국', '9개 항목', '처음 로그인하는 브라우저', '14일 동안'])
      expect(text).toContain(shown);
  });

  test('a known browser as known, and only what was requested', async () => {
    const person = await newSubscriber(world, 'waits');
    await ask(person, { context: { ...context, country: 'T1' } });
    const text = textOf(await phoneOf(person));
    expect(text).toContain('has signed in with your number before');
    expect(text).toContain('T1');
    expect(text).not.toContain('14 days');
  });
});

describe('a phone that displays less', () => {
  const context = { ...asked('S').context, automaticLogin: true, account: true };
  const lines: Record<ShownPart, string> = {
    application: 'Are you signing in to',
    applicationHost: 'shop.example.com',
    browser: 'Chrome, Windows',
    place: 'Seoul, South Korea',
    knownBrowser: 'has not signed in with your number',
    automaticLogin: 'signs in automatically for 14 days',
    attributes: '9 items',
    account: 'your connections page',
  };
  const hidden: ShownPart[] = ['automaticLogin', 'account'];

  test.each([
    ['all', [...shownParts], shownParts],
    [
      'less',
      shownParts.filter((part) => !hidden.includes(part)),
      shownParts.filter((part) => !hidden.includes(part)),
    ],
    ['nothing', undefined, ['application']],
  ] as const)("reports less in its carrier's response: %s", async (tells, said, told) => {
    const person = await newSubscriber(world, 'waits');
    await changeSubscriber(world, person.phoneNo, { behaviour: 'waits', tells });
    const answer = await carrier.confirm({ ...askedAbout(person), context } as ConfirmationRequest);
    expect('shown' in answer ? answer.shown : undefined).toEqual(said);
    expect('calls' in answer).toBe(said !== undefined);
    const text = textOf(await phoneOf(person));
    expect(shownParts.filter((part) => text.includes(lines[part]))).toEqual(told);
  });

  test.each([
    ['all', [...shownParts]],
    ['nothing', undefined],
  ] as const)('reports less over HTTP too: %s', async (tells, said) => {
    const person = await newSubscriber(world, 'waits');
    await changeSubscriber(world, person.phoneNo, { behaviour: 'waits', tells });
    const question = { ...askedAbout(person), context };
    const answer = await sendToCarrier(world, 'confirm', question, serviceSecrets.CARRIER_S_TOKEN);
    const { shown, calls, ...rest } = (await answer.json()) as Record<string, unknown>;
    expect([rest.status, shown, calls !== undefined]).toEqual(['requested', said, said !== undefined]);
    const text = textOf(await phoneOf(person));
    expect(shownParts.filter((part) => text.includes(lines[part]))).toEqual(said ?? ['application']);
  });

  test('approves from abroad if its subscriber is abroad', async () => {
    const person = await newSubscriber(world);
    await changeSubscriber(world, person.phoneNo, { country: 'RU' });
    expect(await outcome(await ask(person))).toMatchObject({ status: 'approved', phone: { country: 'RU' } });
  });
});

describe('a denial', () => {
  test.each([
    ['says that it is not they', 'button[id$=-deny]', 'person'],
    ['blocks all requests', 'button[id$=-block]', 'blocked'],
  ])('has the reason %s', async (_, button, why) => {
    const person = await newSubscriber(world, 'waits');
    const id = await ask(person);
    await browser.press(await phoneOf(person), button);
    expect(await outcome(id)).toEqual({ status: 'denied', why });
  });

  test('has an optional reason in the API', async () => {
    const person = await newSubscriber(world, 'waits');
    for (const [body, why] of [
      [undefined, 'person'],
      [{}, 'person'],
      [{ why: 'blocked' }, 'blocked'],
    ] as const) {
      const id = await ask(person);
      await askSandbox(world, 'POST', `/requests/${id}/deny`, body);
      expect(await outcome(id)).toEqual({ status: 'denied', why });
    }
  });
});

describe('typed digits', () => {
  test('approve if they are right, and deny otherwise', async () => {
    const person = await newSubscriber(world, 'waits');
    const right = await ask(person, { entry: 'type' });
    const page = await phoneOf(person);
    expect(page.document.querySelectorAll('.request button[name=match]')).toHaveLength(0);
    // The time of the request may hold the same digits.
    expect(textOf(page)).not.toMatch(/(?<![\d:])42(?![\d:])/);
    await browser.submit(page, { match: '42' }, approveForm);
    expect(await outcome(right)).toMatchObject({ status: 'approved' });
    const wrong = await ask(person, { entry: 'type' });
    await browser.submit(await phoneOf(person), { match: '24' }, approveForm);
    expect(await outcome(wrong)).toMatchObject({ status: 'denied', why: 'wrong_number' });
  });

  test.each([
    ['type', 'choose', 0],
    ['choose', 'type', 3],
  ])('are required by a phone set to %s, whatever the service requests', async (digits, entry, buttons) => {
    const person = await newSubscriber(world, 'waits');
    const [known] = (await subscribersOf(world)).filter(({ phoneNo }) => phoneNo === person.phoneNo);
    const { left: _, ...subscriber } = known ?? { left: false };
    await askSandbox(world, 'POST', '/subscribers', { ...subscriber, digits });
    await ask(person, { entry });
    const page = await phoneOf(person);
    expect(page.document.querySelectorAll('.request button[name=match]')).toHaveLength(buttons);
  });
});

describe('the link that opens the app', () => {
  test('shows only its request, and leads back to the sign-in after the answer', async () => {
    const person = await newSubscriber(world, 'waits');
    const returnTo = `${world.service}/oauth2/authorize/wait?flow=abc`;
    const first = await ask(person, { returnTo, application: 'First Shop' });
    await ask(person, { returnTo, application: 'Second Shop' });
    const page = await open(`/open/${first}`);
    expect(page.document.querySelectorAll('.request')).toHaveLength(1);
    expect(textOf(page)).toContain('First Shop');
    expect(textOf(page)).not.toContain('Second Shop');
    const after = await browser.submit(page, { match: '42' }, approveForm);
    expect(after.url.href).toBe(returnTo);
    expect(await outcome(first)).toMatchObject({ status: 'approved' });
  });

  test('leads back after a denial too', async () => {
    const person = await newSubscriber(world, 'waits');
    const returnTo = `${world.service}/oauth2/authorize/wait`;
    const page = await open(`/open/${await ask(person, { returnTo })}`);
    expect((await browser.submit(page, {}, 'form[action*="/deny"]')).url.href).toBe(returnTo);
  });

  test('leads nowhere for a request found on the phone', async () => {
    const person = await newSubscriber(world, 'waits');
    await ask(person);
    const after = await browser.submit(await phoneOf(person), { match: '42' }, approveForm);
    expect(after.url.search).toBe(`?phoneNo=${person.phoneNo}`);
  });

  test.each([
    'https://evil.example/',
    'https://evil.example/oauth2/authorize/wait',
    'https://login.example.com.evil.example/',
    'https://login.example.com@evil.example/',
    'http://login.example.com/',
    'http://localhost:8787/',
    '//evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('never leads to %s', async (returnTo) => {
    const person = await newSubscriber(world, 'waits');
    const page = await open(`/open/${await ask(person, { returnTo })}`);
    const after = await browser.submit(page, { match: '42' }, approveForm);
    expect(after.url.origin).toBe(world.sandbox);
    expect(after.url.search).toBe(`?phoneNo=${person.phoneNo}`);
  });

  test('of an unknown request returns 404', async () => {
    expect((await open('/open/none')).status).toBe(404);
  });
});

describe('an app-initiated request', () => {
  test('opens on the chosen phone of its carrier, whose subscriber then signs in', async () => {
    const { requestId } = await start('S');
    const page = await open(`/open/${requestId}`);
    const offered = page.document
      .querySelectorAll('.phones button')
      .map((button) => button.getAttribute('value'));
    expect(offered).toContain(people.daegi.phoneNo);
    expect(offered).not.toContain(people.duri.phoneNo);
    const phone = await browser.submit(page, { phoneNo: people.daegi.phoneNo });
    expect(phone.url.pathname).toBe(`/sandbox/open/${requestId}`);
    expect(phone.document.querySelectorAll('.request button[name=match]')).toHaveLength(1);
    await browser.submit(phone, {}, approveForm);
    expect(await outcome(requestId)).toMatchObject({ status: 'approved', identity: { name: '박대기' } });
  });

  test("for a code can't be opened by a link, because links can be forwarded", async () => {
    const { phoneNo } = await newSubscriber(world, 'waits');
    const { requestId } = await start('S', { way: 'code' });
    expect((await open(`/open/${requestId}`)).status).toBe(404);
    expect((await askSandbox(world, 'POST', `/open/${requestId}`, { phoneNo })).status).toBe(404);
  });

  test('can be opened by typing its digits', async () => {
    const person = await newSubscriber(world, 'waits');
    const { requestId, digits } = await start('S', { way: 'code' });
    const typed = digits.replace(/^(.{4})/, '$1 ');
    await browser.submit(await phoneOf(person), { code: typed }, 'form[action$="/scan"]');
    expect(await latestRequest(world, person.phoneNo)).toMatchObject({ id: requestId, way: 'code' });
  });

  test("can't be opened by an expired, invalid, or foreign code", async () => {
    const { phoneNo } = await newSubscriber(world, 'waits');
    const { requestId, code } = await start('S', { way: 'code' });
    const another = await start('S', { way: 'code' });
    const shown = await qrCodeText(requestId, code, 0);
    const scan = async (text: string) =>
      (await askSandbox(world, 'POST', `/subscribers/${phoneNo}/scan`, { code: text })).status;
    for (const text of [
      await qrCodeText(requestId, code, 9),
      await qrCodeText(requestId, another.code, 0),
      await qrCodeText(another.requestId, code, 0),
      ...[code, shown.slice(0, -1), shown.replace('.0.', '.1.'), '', '12345678'],
    ])
      expect(await scan(text), text).toBe(400);
    await world.clock.advance(6);
    expect(await scan(shown)).toBe(400);
  });

  test('can be opened by scanning the displayed code', async () => {
    const person = await newSubscriber(world, 'waits');
    const { requestId, code } = await start('S');
    const shown = await qrCodeText(requestId, code, 0);
    const phone = await browser.submit(
      await phoneOf(person),
      { code: ` ${shown} ` },
      'form[action$="/scan"]',
    );
    expect(textOf(phone)).toContain('Are you signing in to Demo Shop');
    expect(await latestRequest(world, person.phoneNo)).toMatchObject({ id: requestId, started: true });
    expect(JSON.stringify(await latestRequest(world, person.phoneNo))).not.toContain(code);
  });

  test('is approved at once by a phone that approves automatically', async () => {
    const { requestId, digits } = await start('K');
    await askSandbox(world, 'POST', `/subscribers/${people.geojeol.phoneNo}/scan`, { code: digits });
    expect(await outcome(requestId)).toEqual({ status: 'denied', why: 'person' });
  });

  test.each([
    ['of another carrier', () => people.duri],
    ['without the app', () => ({ ...people.miseol, telcoCd: 'K' })],
    ['with an unassigned number', () => ({ phoneNo: '01099999999', telcoCd: 'S' })],
  ])("can't be opened by a phone %s", async (_, who) => {
    const { phoneNo } = who();
    const { requestId } = await start(phoneNo === people.miseol.phoneNo ? 'K' : 'S');
    expect((await askSandbox(world, 'POST', `/open/${requestId}`, { phoneNo })).status).toBe(400);
    expect(await outcome(requestId)).toEqual({ status: 'pending' });
  });

  test('can be opened by only one phone, and by none after its end', async () => {
    const { requestId } = await start('S');
    const one = await newSubscriber(world, 'waits');
    const other = await newSubscriber(world, 'waits');
    const openOn = (phoneNo: string) => askSandbox(world, 'POST', `/open/${requestId}`, { phoneNo });
    expect((await openOn(one.phoneNo)).status).toBe(200);
    expect((await openOn(other.phoneNo)).status).toBe(400);
    const late = await start('S');
    await world.clock.advance(120);
    const answer = await askSandbox(world, 'POST', `/open/${late.requestId}`, { phoneNo: one.phoneNo });
    expect(answer.status).toBe(400);
  });

  test("isn't found by a wrong code", async () => {
    const answer = await askSandbox(world, 'POST', `/subscribers/${people.hana.phoneNo}/scan`, {
      code: 'wrong',
    });
    expect(answer.status).toBe(400);
  });
});

describe('notices on the phone', () => {
  const { expires, expiresIn, returnTo, ...told } = asked('S');
  const notice = ({ phoneNo }: Pick<Person, 'phoneNo'>, changes: Partial<Notice>): Notice => ({
    ...{ ...told, id: crypto.randomUUID(), kind: 'new_browser', phoneNo, mvno: false, at: 1_790_000_000 },
    ...changes,
  });

  test('are listed newest first, each once, at most five', async () => {
    const person = await newSubscriber(world, 'waits');
    const twice = notice(person, { kind: 'consent' });
    await carrier.notify(twice);
    await carrier.notify(twice);
    expect(textOf(await phoneOf(person)).match(/You agreed/g)).toHaveLength(1);
    const later = [1, 2, 3, 4, 5].map(() => notice(person, { kind: 'automatic_login' }));
    for (const one of later) await carrier.notify(one);
    const answer = await askSandbox(world, 'GET', `/requests?phoneNo=${person.phoneNo}`);
    const { notices } = (await answer.json()) as { notices: Notice[] };
    expect(notices).toEqual(later.reverse());
  });

  test('lead to their end only in their own environment', async () => {
    const person = await newSubscriber(world, 'waits');
    const end = `${world.service}/end/8Jk2m5QyT0vWz7Rb`;
    await carrier.notify(notice(person, { end: 'https://evil.example/end' }));
    await carrier.notify(notice(person, { end: 'javascript:alert(1)' }));
    await carrier.notify(notice(person, { end }));
    const links = (await phoneOf(person)).document.querySelectorAll('#requests .log a');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([end]);
  });
});

test('a subscriber without the app sees this, installs it, and gets a waiting phone', async () => {
  const before = await phoneOf(people.miseol);
  expect(textOf(before)).toContain('has no authentication app');
  const after = await browser.submit(before, {}, 'form[action$="/register"]');
  expect(textOf(after)).toContain('No requests yet');
  expect(await outcome(await ask(people.miseol))).toEqual({ status: 'pending' });
});
