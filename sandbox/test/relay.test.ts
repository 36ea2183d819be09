import { describe, expect, test } from 'vitest';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import {
  approveOn,
  approveOpened,
  changeSubscriber,
  denyOn,
  endsOn,
  newSubscriber,
  noticesOn,
  requestsOn,
} from '../../test/support/fixtures/phones.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import type { ShownPart } from '../../workers/core/carrier/port.ts';

const world = useWorld({ local: true });

interface Relay {
  id: string;
  waits: boolean;
  title: string;
  match?: string;
  link?: string;
  session?: Record<string, string>;
  automaticLogin: boolean;
  account: boolean;
}

/** A subscriber whose phone waits. @param changes of it. */
async function victim(changes: object = {}) {
  const person = await newSubscriber(world, 'waits');
  await changeSubscriber(world, person.phoneNo, { behaviour: 'waits', ...changes });
  return person.phoneNo;
}

async function ask(path: string, body: object = {}): Promise<Relay> {
  const answer = await world.fetch(`${world.sandbox}/sandbox/relay${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { relay } = (await answer.json()) as { relay?: Relay };
  if (relay === undefined) throw new Error(`No relay: ${answer.status}`);
  return relay;
}
const begin = (phoneNo: string, wanted: object = {}) => ask('', { phoneNo, ...wanted });
const looksAgain = ({ id }: Relay) => ask(`/${id}`);
const hasGot = ({ session, automaticLogin, account }: Relay) => [session?.name, automaticLogin, account];
const nothing = [undefined, false, false];

/** The victim taps the number that the relay shows them. */
async function tapped(phoneNo: string, relay: Relay): Promise<Relay> {
  await approveOn(world, phoneNo, relay.match);
  return looksAgain(relay);
}

async function end(address: string | undefined): Promise<void> {
  const browser = new BrowserSession(world);
  await browser.submit(await browser.get(address ?? ''), {}, 'form[action="/account/end"]');
}

describe('a relay attack on the shop', () => {
  test('waits abroad, and the phone shows its browser, location, and application', async () => {
    const phoneNo = await victim();
    const relay = await begin(phoneNo);
    expect(relay).toMatchObject({ waits: true });
    expect(hasGot(relay)).toEqual(nothing);
    const [request] = await requestsOn(world, phoneNo);
    expect(request).toMatchObject({
      match: relay.match,
      context: {
        ...{ browser: 'Firefox, Windows', country: 'RU', city: 'Saint Petersburg' },
        ...{ knownBrowser: false, automaticLogin: true, attributes: 9 },
      },
    });
  });

  test('gets a session and attributes after the tap, but no automatic login because the phone is in another country', async () => {
    const phoneNo = await victim();
    const relay = await tapped(phoneNo, await begin(phoneNo));
    expect(relay).toMatchObject({ waits: false, session: { name: '홍길동', phoneNo } });
    expect(hasGot(relay)).toEqual(['홍길동', false, false]);
    await endsOn(world, phoneNo, 2);
    expect((await noticesOn(world, phoneNo)).map(({ kind }) => kind).sort()).toEqual([
      'consent',
      'new_browser',
    ]);
  });

  test('ends, with its automatic login, when the user follows the notices', async () => {
    const phoneNo = await victim({ country: 'RU' });
    const relay = await tapped(phoneNo, await begin(phoneNo));
    expect(hasGot(relay)).toEqual(['홍길동', true, false]);
    for (const address of Object.values(await endsOn(world, phoneNo, 3))) await end(address);
    await expect.poll(async () => hasGot(await looksAgain(relay))).toEqual(nothing);
  });

  test.each(['less', 'nothing'])("gets no automatic login if the phone's context shows %s", async (tells) => {
    const phoneNo = await victim({ country: 'RU', tells });
    expect(hasGot(await tapped(phoneNo, await begin(phoneNo)))).toEqual(['홍길동', false, false]);
  });

  test('gets nothing after a denial', async () => {
    const phoneNo = await victim();
    const relay = await begin(phoneNo);
    await denyOn(world, phoneNo);
    const later = await looksAgain(relay);
    expect([later.waits, ...hasGot(later)]).toEqual([false, ...nothing]);
  });
});

describe("a relay attack on the user's account page", () => {
  test.each([
    ['all', true],
    ['less', false],
    ['nothing', false],
  ])("succeeds if the phone's context shows %s: %s", async (tells, opens) => {
    const phoneNo = await victim({ tells });
    const relay = await begin(phoneNo, { aim: 'account' });
    expect(hasGot(await tapped(phoneNo, relay))).toEqual([undefined, false, opens]);
  });
});

test('a relay that forwards the app link gets nothing, even after an approval', async () => {
  const phoneNo = await victim();
  const relay = await begin(phoneNo, { aim: 'link' });
  expect(relay.link).toContain('/sandbox/open/');
  const back = await approveOpened(world, relay.link, phoneNo);
  expect((await new BrowserSession(world).get(back)).text).toContain('don’t worry: you weren’t signed in');
  expect(hasGot(await looksAgain(relay))).toEqual(nothing);
});

describe('the relay page of the sandbox', () => {
  const browser = new BrowserSession(world, { headers: { 'Accept-Language': 'en' } });
  const begins = async (phoneNo: string, fields: Record<string, string> = {}) =>
    browser.submit(await browser.get(`${world.sandbox}/sandbox/relay`), { phoneNo, ...fields });
  const again = 'form[action^="/sandbox/relay/"]';

  test('starts with the choice of a phone, after two sentences', async () => {
    const page = await browser.get(`${world.sandbox}/sandbox/relay`);
    const controls = page.document.querySelectorAll('main form :is(button, select, input)');
    expect(controls[0]?.getAttribute('name')).toBe('phoneNo');
    const before = page.document.querySelectorAll('main > :not(h1, form)').map(({ text }) => text);
    expect(before.join(' ').match(/[.!?](?= |$)/g)).toHaveLength(2);
  });

  test("shows the relay's page, the phone, and then the relay's session", async () => {
    const phoneNo = await victim();
    const opened = await begins(phoneNo);
    const [request] = await requestsOn(world, phoneNo);
    expect(opened.document.querySelector('#relay .match')?.text).toBe(request?.match);
    const phone = opened.document.querySelector('.phone')?.structuredText ?? '';
    const lines: Partial<Record<ShownPart, string>> = {
      ...{
        application: 'Are you signing in to Demo Shop',
        applicationHost: 'localhost',
        browser: 'Firefox, Windows',
      },
      ...{ place: 'Saint Petersburg, Russia', knownBrowser: 'has not signed in with your number' },
      ...{ automaticLogin: '14 days', attributes: '9 items' },
    };
    for (const line of Object.values(lines)) expect(phone).toContain(line);

    const tapped = await browser.press(opened, `.phone button[value="${request?.match}"]`);
    expect(tapped.url).toEqual(opened.url);
    const after = await browser.submit(tapped, {}, again);
    const has = after.document.querySelectorAll('#relay dd').map(({ text }) => text);
    expect(has[0]).toBe('yes');
    const number = phoneNo.replace(/^(...)(....)/, '$1-$2-');
    const age = expect.stringMatching(/^\d0s$/);
    expect(has.slice(1, -2)).toEqual([
      ...[number, '홍길동', 'male', age, 'March 15', '95-03-15', 'Korean', 'SKT'],
    ]);
    expect(has.slice(-2)).toEqual(['no', 'no']);

    await endsOn(world, phoneNo, 2);
    const told = await browser.get(after.url);
    for (const notice of told.document.querySelectorAll('.phone .log a')) {
      const page = await browser.get(new URL(notice.getAttribute('href') ?? '', told.url));
      await browser.submit(page, {}, 'form[action="/account/end"]');
    }
    const ended = () => browser.submit(told, {}, again);
    const session = async () => (await ended()).document.querySelector('#relay dd')?.text;
    await expect.poll(session).toBe('no');
  });

  test('shows a link to open as the user', async () => {
    const page = await begins(await victim(), { aim: 'link' });
    const link = page.document.querySelector('#relay a[target=_blank]')?.getAttribute('href');
    expect(link).toContain('/sandbox/open/');
  });
});

describe('the sandbox relay opens', () => {
  test('the sign-in of an application on this machine', async () => {
    const phoneNo = await victim();
    const relay = await begin(phoneNo, { address: `${world.gateway}/auth/login?return_to=/` });
    expect((await tapped(phoneNo, relay)).session?.phoneNo).toBe(phoneNo);
  });

  test.each(['https://example.com/', 'http://10.0.0.1/', 'nonsense', 'file:///etc/passwd'])(
    'no other address: %s',
    async (address) => {
      const answer = await world.fetch(`${world.sandbox}/sandbox/relay`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ phoneNo: await victim(), address }),
      });
      expect(answer.status).toBe(400);
    },
  );
});
