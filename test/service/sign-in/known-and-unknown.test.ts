import { describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import {
  approveScanned,
  changeSubscriber,
  denyOn,
  newSubscriber,
  requestsOn,
  tapWrongNumberOn,
} from '../../support/fixtures/phones.ts';
import {
  authorizeUrl,
  codeOf,
  flowOf,
  type Person,
  returned,
  signIn,
  steps,
} from '../../support/fixtures/sign-in.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

const waitPath = '/oauth2/authorize/wait';
let networks = 0;
/** A browser in a network of its own. */
function newBrowser() {
  networks += 1;
  return new BrowserSession(world, { headers: { 'CF-Connecting-IP': `198.19.7.${networks}` } });
}

const ask = async (browser: BrowserSession, person: Person) =>
  browser.submit(await browser.get(authorizeUrl(world, { prompt: 'login' })), person);
const sendAgain = (browser: BrowserSession, page: Shown) =>
  browser.submit(page, {}, 'form[action$="/again"]');
const isWaiting = ({ url, status }: Shown) => status === 200 && url.pathname === waitPath;
const pushesTo = async ({ phoneNo }: Person) => (await requestsOn(world, phoneNo)).length;

/** A browser, and a user whose phone waits for them. */
async function begin(kind: 'known' | 'unknown') {
  const person = await newSubscriber(world);
  const browser = newBrowser();
  if (kind === 'known') await signIn(browser, world, person);
  await changeSubscriber(world, person.phoneNo, { behaviour: 'waits' });
  await world.clock.advance(31);
  return { browser, person, before: await pushesTo(person) };
}

const expected = {
  known: { mismatch: 'wrong_number', asksAfter: 4, pushes: 5 },
  unknown: { mismatch: 'denied', asksAfter: 30, pushes: 5 },
} as const;

describe.each(['known', 'unknown'] as const)('a browser that is %s at the number', (kind) => {
  const { mismatch, asksAfter, pushes } = expected[kind];

  test(`ends the sign-in at a second number mismatch: ${mismatch}`, async () => {
    const { browser, person, before } = await begin(kind);
    const page = await ask(browser, person);
    await tapWrongNumberOn(world, person.phoneNo);
    expect(isWaiting(await browser.get(page.url))).toBe(true);
    expect(await pushesTo(person)).toBe(before + 2);
    await tapWrongNumberOn(world, person.phoneNo);
    expect(returned(await browser.get(page.url))).toMatchObject({
      error: 'access_denied',
      plid_reason: mismatch,
    });
    expect(await pushesTo(person)).toBe(before + 2);
  });

  test(`after a number mismatch may send again ${asksAfter} seconds after the second push`, async () => {
    const { browser, person } = await begin(kind);
    const page = await ask(browser, person);
    await tapWrongNumberOn(world, person.phoneNo);
    const again = await browser.get(page.url);
    await browser.submit(again, {}, 'form[action$="/cancel"]');
    await world.clock.advance(asksAfter - 2);
    expect((await ask(browser, person)).status).toBe(429);
    await world.clock.advance(2);
    expect(isWaiting(await ask(browser, person))).toBe(true);
  });

  test('is locked out by a denial that its page never saw when it sends again', async () => {
    const { browser, person, before } = await begin(kind);
    const page = await ask(browser, person);
    await denyOn(world, person.phoneNo);
    await world.clock.advance(121);
    expect((await sendAgain(browser, page)).status).toBe(429);
    expect(await pushesTo(person)).toBe(before + 1);
  });

  test('is locked out by a denial', async () => {
    const { browser, person } = await begin(kind);
    const page = await ask(browser, person);
    await denyOn(world, person.phoneNo);
    expect(returned(await browser.get(page.url))).toMatchObject({ plid_reason: 'denied' });
    for (const pause of [31, 3_600, 72_000]) {
      await world.clock.advance(pause);
      expect((await ask(browser, person)).status).toBe(429);
    }
    await world.clock.advance(14_000);
    expect(isWaiting(await ask(browser, person))).toBe(true);
  });

  test(`may send ${asksAfter} seconds after a cancelled request`, async () => {
    const { browser, person } = await begin(kind);
    const cancelled = await browser.submit(await ask(browser, person), {}, 'form[action$="/cancel"]');
    expect(returned(cancelled)).toMatchObject({ plid_reason: 'cancelled' });
    await world.clock.advance(asksAfter - 2);
    expect((await ask(browser, person)).status).toBe(429);
    await world.clock.advance(2);
    expect(isWaiting(await ask(browser, person))).toBe(true);
  });

  test(`may send ${pushes} pushes in ten minutes, as soon as each is allowed`, async () => {
    const { browser, person, before } = await begin(kind);
    for (let time = 0; time < 590; time += 5) {
      const page = await ask(browser, person);
      if (isWaiting(page)) await browser.submit(page, {}, 'form[action$="/cancel"]');
      await world.clock.advance(5);
    }
    expect((await pushesTo(person)) - before).toBe(pushes);
  });

  test('can use app-initiated sign-in when no push is allowed', async () => {
    const { browser, person } = await begin(kind);
    let page = await ask(browser, person);
    for (let count = 0; count < 12 && page.status === 200; count += 1) {
      await browser.submit(page, {}, 'form[action$="/cancel"]');
      await world.clock.advance(4);
      page = await ask(browser, person);
    }
    expect(page.status).toBe(429);
    const started = await browser.press(page, 'button[value=code]', { flow: flowOf(page), telcoCd: 'S' });
    const digits = started.document.querySelector('.digits')?.text.replaceAll(' ', '') ?? '';
    await approveScanned(world, person.phoneNo, digits);
    const done = await browser.get(started.url);
    expect(codeOf(done.url.pathname === steps.consent ? await browser.submit(done) : done)).not.toBe('');
  });
});

describe('a repeated request', () => {
  test('of a known browser counts as one, twice', async () => {
    const { browser, person, before } = await begin('known');
    let page = await ask(browser, person);
    for (const _ of [1, 2]) {
      await world.clock.advance(11);
      page = await sendAgain(browser, page);
      expect(isWaiting(page)).toBe(true);
    }
    await browser.submit(page, {}, 'form[action$="/cancel"]');
    for (let count = 0; count < 4; count += 1) {
      await world.clock.advance(4);
      const next = await ask(browser, person);
      expect(isWaiting(next)).toBe(true);
      await browser.submit(next, {}, 'form[action$="/cancel"]');
    }
    await world.clock.advance(4);
    expect((await ask(browser, person)).status).toBe(429);
    expect(await pushesTo(person)).toBe(before + 7);
  });

  test('of an unknown browser waits thirty seconds, and its page then offers it', async () => {
    const { browser, person } = await begin('unknown');
    const page = await ask(browser, person);
    const isOffered = async () => {
      const { document } = await browser.get(page.url);
      return !document
        .querySelector('form[action$="/again"]')
        ?.closest('[data-left]')
        ?.hasAttribute('hidden');
    };
    await world.clock.advance(29);
    expect(await isOffered()).toBe(false);
    const early = await sendAgain(browser, page);
    expect([early.status, early.headers.get('Retry-After')]).toEqual([429, '60']);
    expect(early.document.querySelector('input[name=phoneNo]')?.getAttribute('value')).toContain('010');
    await world.clock.advance(1);
    expect(await isOffered()).toBe(true);
    expect(isWaiting(await sendAgain(browser, page))).toBe(true);
    await world.clock.advance(29);
    expect((await ask(newBrowser(), person)).status).toBe(429);
    expect(await pushesTo(person)).toBe(2);
  });

  test('of a browser that has become known still counts its unknown push', async () => {
    const phone = world.durableObjects.PHONE.getByName('became known');
    const now = await world.clock.now();
    const about = { client_id: 'shop', sign_in: 'one' };
    const network = 'network';
    await phone.admit('first', { caller: 'address', known: false, network }, now, 5, about);
    await phone.admit('again', { caller: 'browser', known: true, since: now, network }, now + 31, 5, about);
    expect((await phone.stored()).requests).toHaveLength(2);
  });

  test("after a number mismatch counts too, except for a known browser's", async () => {
    const phone = world.durableObjects.PHONE.getByName('the last push');
    const now = await world.clock.now();
    for (let count = 1; count <= 15; count += 1) {
      const [id, at] = [`push ${count}`, now + count * 3_600];
      const from = { caller: `address ${count}`, known: false, network: `network ${count}` };
      const about = { client_id: 'shop', sign_in: id };
      expect(await phone.admit(id, from, at, 5, about)).toMatchObject({ admitted: true });
      if (count === 15) expect(await phone.recordMismatch(id, `${id}~`, at)).toBe(false);
    }
    const last = now + 15 * 3_600 + 60;
    const known = { caller: 'browser', known: true, since: now, network: 'network' };
    await phone.admit('owner', known, last, 5, { client_id: 'shop', sign_in: 'owner' });
    expect(await phone.recordMismatch('owner', 'owner~', last)).toBe(true);
  });

  test('is sent once per sign-in after a number mismatch, which may be reported twice', async () => {
    const phone = world.durableObjects.PHONE.getByName('two mismatches');
    const now = await world.clock.now();
    const about = { client_id: 'shop', sign_in: 'one' };
    await phone.admit('push', { caller: 'address', known: false, network: 'network' }, now, 5, about);
    expect(await phone.recordMismatch('push', 'push~', now + 5)).toBe(true);
    expect(await phone.recordMismatch('push', 'push~', now + 6)).toBe(true);
    expect(await phone.recordMismatch('push~', 'push~~', now + 9)).toBe(false);
  });

  test('counts as denied even if a later one has superseded it', async () => {
    const phone = world.durableObjects.PHONE.getByName('denied late');
    const now = await world.clock.now();
    const unknown = { caller: 'address', known: false, network: 'network' };
    const known = { caller: 'browser', known: true, since: now - 60, network: 'another network' };
    const [theirs, own] = ['attack', 'own'].map((sign_in) => ({ client_id: 'shop', sign_in }));
    await phone.admit('push', unknown, now, 5, theirs);
    await phone.reached('push', 'S 1');
    await phone.admit('owner', known, now + 9, 5, own);
    await phone.reached('owner', 'S 2');
    await phone.denied('push', 'person', now + 10);
    const { requests } = await phone.stored();
    expect(requests.map(({ status }: { status: string }) => status)).toEqual(['denied', 'sent']);
  });

  test("doesn't supersede a later one of the same second, however late the carrier responds", async () => {
    const phone = world.durableObjects.PHONE.getByName('answered late');
    const now = await world.clock.now();
    const unknown = { caller: 'address', known: false, network: 'network' };
    const known = { caller: 'browser', known: true, since: now - 60, network: 'another network' };
    const [theirs, own] = ['attack', 'own'].map((sign_in) => ({ client_id: 'shop', sign_in }));
    await phone.admit('push', unknown, now, 5, theirs);
    expect(await phone.admit('owner', known, now, 5, own)).toMatchObject({ admitted: true });
    await phone.reached('owner', 'S 2');
    await phone.reached('push', 'S 1');
    const approval = (admission: string) => ({
      ...{ owner: 'owner', carrier: 'S', sent: now, signIn: 'id', admission },
    });
    expect(await phone.approve(approval('push'), now + 9)).toMatchObject({ registration: 'superseded' });
    expect(await phone.approve(approval('owner'), now + 9)).toMatchObject({ registration: 'made' });
  });

  test('has its outcome read before the next one, also after an unconfirmed attempt', async () => {
    const phone = world.durableObjects.PHONE.getByName('asked about');
    const now = await world.clock.now();
    const unknown = { caller: 'address', known: false, network: 'network' };
    const about = { client_id: 'shop', sign_in: 'attack' };
    await phone.admit('push', unknown, now, 5, about);
    await phone.reached('push', 'S 1');
    expect(await phone.admit('wrong name', unknown, now + 31, 5, about)).toMatchObject({ admitted: true });
    await phone.unconfirmed('wrong name', now + 31);
    expect(await phone.admit('next', unknown, now + 62, 5, about)).toMatchObject({
      admitted: true,
      unanswered: { id: 'push', carrierId: 'S 1' },
    });
  });

  test("superseded by a known browser can't be approved, not even its first push", async () => {
    const phone = world.durableObjects.PHONE.getByName('whose place was taken');
    const now = await world.clock.now();
    const unknown = { caller: 'address', known: false, network: 'network' };
    const known = { caller: 'browser', known: true, since: now, network: 'another network' };
    const [theirs, own] = ['attack', 'own'].map((sign_in) => ({ client_id: 'shop', sign_in }));
    for (const [id, at] of [
      ['first', now],
      ['again', now + 31],
    ] as const)
      expect(await phone.admit(id, unknown, at, 5, theirs)).toMatchObject({ admitted: true });
    expect(await phone.admit('owner', known, now + 35, 5, own)).toMatchObject({ admitted: true });
    await phone.reached('owner', 'S 1');
    const approval = (admission: string) => ({
      ...{ owner: 'owner', carrier: 'S', sent: now, signIn: 'id', admission },
    });
    for (const id of ['first', 'again'])
      expect(await phone.approve(approval(id), now + 40)).toMatchObject({ registration: 'superseded' });
    expect(await phone.approve(approval('owner'), now + 40)).toMatchObject({ registration: 'made' });
    const { requests } = await phone.stored();
    expect(requests.map(({ sign_in }: { sign_in: string }) => sign_in)).toEqual(['attack', 'attack']);
  });
});
