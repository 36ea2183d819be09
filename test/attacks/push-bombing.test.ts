import { describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../support/fixtures/browser-session.ts';
import {
  approveFirstOn,
  approveOpened,
  approveScanned,
  changeSubscriber,
  denyOn,
  newSubscriber,
  requestsOn,
  tapWrongNumberOn,
} from '../support/fixtures/phones.ts';
import {
  authorizeUrl,
  codeOf,
  flowOf,
  type Person,
  returned,
  signIn,
  steps,
  titleOf,
} from '../support/fixtures/sign-in.ts';
import { phoneHeaders } from '../support/fixtures/user-agents.ts';
import { origins } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({
  half: 'service',
  overrides: { 'plid-service-authorize': { vars: { PHONE_APP_LINKS: origins.sandbox } } },
});

let networks = 0;
/** A browser in a separate network. */
function stranger(address?: string) {
  networks += 1;
  const own = `198.51.${100 + Math.floor(networks / 250)}.${networks % 250}`;
  return new BrowserSession(world, { headers: { 'CF-Connecting-IP': address ?? own } });
}

/** Asks a phone, in one attempt. @returns the page that waits; undefined where it was refused. */
async function ask(browser: BrowserSession, person: Person) {
  const page = await browser.get(authorizeUrl(world, { prompt: 'login' }));
  const sent = await browser.submit(page, person);
  return sent.url.pathname === '/oauth2/authorize/wait' ? sent : undefined;
}

/** A user whose browser is known at their number, and whose phone now waits for them. */
async function owner() {
  const person = await newSubscriber(world);
  const own = stranger();
  await signIn(own, world, person);
  await changeSubscriber(world, person.phoneNo, { behaviour: 'waits' });
  await world.clock.advance(4);
  return { person, own };
}

const day = 86_400;

interface Ring {
  at: number;
  /** Whether the user had answered the push before. */
  isAfterAnswer: boolean;
}

/** Two days of an attacker who begins a sign-in every twenty minutes from another network, and sends each request again as often as the page takes it. */
class TwoDays {
  readonly rings: Ring[] = [];
  readonly #person: Person;
  readonly #answer: ((phoneNo: string) => Promise<void>) | undefined;
  readonly #seen = new Set<string>();
  #isAnswered = false;

  /** @param answer the user's response to each push. */
  constructor(person: Person, answer?: (phoneNo: string) => Promise<void>) {
    this.#person = person;
    this.#answer = answer;
  }

  /** @param seconds after which it ends. */
  async play(seconds: number): Promise<void> {
    for (const { id } of await requestsOn(world, this.#person.phoneNo)) this.#seen.add(id);
    const end = (await world.clock.now()) + seconds;
    while ((await world.clock.now()) < end) {
      await this.#attack();
      await world.clock.advance(1_200);
    }
  }

  async #attack(): Promise<void> {
    const browser = stranger();
    let page = await ask(browser, this.#person);
    await this.#listen();
    for (let count = 0; page !== undefined && count < 3; count += 1) {
      page = await browser.get(page.url);
      await this.#listen();
      await world.clock.advance(11);
      const form = page.document.querySelector('form[action$="/again"]');
      if (form === null) return;
      const sent = await browser.submit(page, {}, 'form[action$="/again"]');
      await this.#listen();
      await world.clock.advance(20);
      if (sent.status === 200) page = sent;
    }
  }

  /** Counts the requests that are new on the phone, and answers the newest. */
  async #listen(): Promise<void> {
    const fresh = (await requestsOn(world, this.#person.phoneNo)).filter(({ id }) => !this.#seen.has(id));
    for (const { id } of fresh) {
      this.#seen.add(id);
      this.rings.push({ at: await world.clock.now(), isAfterAnswer: this.#isAnswered });
      this.#isAnswered = false;
    }
    if (fresh.length === 0 || this.#answer === undefined) return;
    await this.#answer(this.#person.phoneNo);
    this.#isAnswered = true;
  }
}

/** The most pushes within 24 hours. */
const mostInDay = (rings: readonly Ring[]) =>
  Math.max(...rings.map(({ at }) => rings.filter((ring) => ring.at > at - day && ring.at <= at).length));

/** The shortest time between two pushes of which the user had not answered the first. */
const shortestPause = (rings: readonly Ring[]) =>
  Math.min(
    ...rings
      .slice(1)
      .flatMap((ring, before) => (ring.isAfterAnswer ? [] : [ring.at - (rings[before]?.at ?? 0)])),
  );

/** Signs in with a browser that the number doesn't know. @param code with the digits of a code, or else by a link. */
async function signInByApp({ phoneNo }: Person, way: 'link' | 'code'): Promise<string> {
  const browser = stranger();
  const page = await browser.get(
    authorizeUrl(world, { prompt: 'login' }),
    way === 'link' ? phoneHeaders : {},
  );
  const waiting = await browser.press(page, `button[value=${way}]`, { flow: flowOf(page), telcoCd: 'S' });
  const { document } = waiting;
  if (way === 'link') {
    const link = document.querySelector('a.button')?.getAttribute('href');
    return codeOf(await agree(browser, await browser.get(await approveOpened(world, link, phoneNo))));
  }
  await approveScanned(world, phoneNo, document.querySelector('.digits')?.text.replaceAll(' ', '') ?? '');
  return codeOf(await agree(browser, await browser.get(waiting.url)));
}
const agree = (browser: BrowserSession, page: Shown) =>
  page.url.pathname === steps.consent ? browser.submit(page) : page;

describe.each<[string, ((phoneNo: string) => Promise<void>) | undefined]>([
  ['nobody answers', undefined],
  ['its user denies each push', (phoneNo) => denyOn(world, phoneNo)],
  ['its user taps a wrong number each time', (phoneNo) => tapWrongNumberOn(world, phoneNo)],
])('an attacker who knows number, name, and carrier sends pushes for two days: %s', (_, answer) => {
  test('the phone gets at most fifteen a day, thirty seconds apart, and its owner signs in with any browser', async () => {
    const { person, own } = await owner();
    const attack = new TwoDays(person, answer);
    await attack.play(0.9 * day);
    expect(attack.rings).toHaveLength(15);
    expect(await ask(stranger(), person)).toBeUndefined();
    expect(await ask(own, person)).toBeDefined();
    expect(await signInByApp(person, 'link')).not.toBe('');
    expect(await signInByApp(person, 'code')).not.toBe('');

    await attack.play(1.1 * day);
    expect(attack.rings.length).toBeGreaterThan(20);
    expect(mostInDay(attack.rings)).toBe(15);
    expect(shortestPause(attack.rings)).toBeGreaterThanOrEqual(30);
    expect(await ask(own, person)).toBeDefined();
  }, 300_000);
});

describe('a phone shows one request at a time', () => {
  test("of five browsers, one has an open request, and the others' have ended", async () => {
    const person = await newSubscriber(world, 'waits');
    const pages = [];
    for (let count = 0; count < 5; count += 1) {
      const browser = stranger();
      pages.push({ browser, page: await ask(browser, person) });
      await world.clock.advance(70);
    }
    const open = (await requestsOn(world, person.phoneNo)).filter(({ status }) => status === 'pending');
    expect(pages.filter(({ page }) => page !== undefined).length).toBeGreaterThan(1);
    expect(open.length).toBeLessThanOrEqual(1);
  });

  test('a later request supersedes the open one, whose page ends like a denial', async () => {
    const person = await newSubscriber(world, 'waits');
    const [first, second] = [stranger(), stranger()];
    const superseded = await ask(first, person);
    await world.clock.advance(30);
    const later = await ask(second, person);
    await expect
      .poll(async () => (await requestsOn(world, person.phoneNo)).map(({ status }) => status))
      .toEqual(['pending', 'cancelled']);
    const ended = await first.get(superseded?.url ?? '');
    expect(returned(ended)).toMatchObject({ error: 'access_denied', plid_reason: 'denied' });
    expect(later).toBeDefined();
  });

  test("the approval of a superseded request completes no sign-in, even if the carrier can't cancel it", async () => {
    const person = await newSubscriber(world, 'waits');
    const attacker = stranger();
    const page = await ask(attacker, person);
    await approveFirstOn(world, person.phoneNo);
    await world.clock.advance(30);
    expect(await ask(stranger(), person)).toBeDefined();
    const ended = await attacker.get(page?.url ?? '');
    expect([ended.status, titleOf(ended)]).toEqual([400, 'The sign-in wasn’t completed']);
  });

  test('an older copy of the cookie resends in the same sign-in, and the first request ends', async () => {
    const person = await newSubscriber(world, 'waits');
    const attacker = stranger();
    const page = await attacker.get(authorizeUrl(world, { prompt: 'login' }));
    const copy = attacker.copy();
    const waiting = await attacker.submit(page, person);
    await approveFirstOn(world, person.phoneNo);
    await changeSubscriber(world, person.phoneNo, { behaviour: 'waits' });
    await world.clock.advance(31);
    expect((await copy.submit(page, person)).url.pathname).toBe('/oauth2/authorize/wait');
    const ended = await attacker.get(waiting.url);
    expect([ended.status, titleOf(ended)]).toEqual([400, 'The sign-in wasn’t completed']);
  });

  test('an older copy of the cookie resends in the same sign-in, and the phone shows one request', async () => {
    const person = await newSubscriber(world, 'waits');
    const attacker = stranger();
    const page = await attacker.get(authorizeUrl(world, { prompt: 'login' }));
    const copy = attacker.copy();
    await attacker.submit(page, person);
    await world.clock.advance(31);
    expect((await copy.submit(page, person)).url.pathname).toBe('/oauth2/authorize/wait');
    await expect
      .poll(async () => (await requestsOn(world, person.phoneNo)).map(({ status }) => status))
      .toEqual(['pending', 'cancelled']);
  });

  test("a caller who knows the number without the name can't end its owner's request", async () => {
    const person = await newSubscriber(world, 'waits');
    const browser = stranger();
    const waiting = await ask(browser, person);
    await world.clock.advance(31);
    expect(await ask(stranger(), { ...person, name: 'Somebody Else' })).toBeUndefined();
    await approveFirstOn(world, person.phoneNo);
    expect(codeOf(await agree(browser, await browser.get(waiting?.url ?? '')))).not.toBe('');
  });

  test('a known browser supersedes another one twice in ten minutes', async () => {
    const person = await newSubscriber(world);
    const [one, other] = [stranger(), stranger()];
    for (const browser of [one, other]) {
      await signIn(browser, world, person);
      await world.clock.advance(31);
    }
    await changeSubscriber(world, person.phoneNo, { behaviour: 'waits' });
    const taken: boolean[] = [];
    for (let count = 0; count < 3; count += 1) {
      await ask(one.copy(), person);
      await world.clock.advance(4);
      taken.push((await ask(other.copy(), person)) !== undefined);
      await world.clock.advance(4);
    }
    expect(taken).toEqual([true, true, false]);
  });

  test("an unknown browser can't supersede the owner's known one, which supersedes it", async () => {
    const { person, own } = await owner();
    const waiting = await ask(own, person);
    await world.clock.advance(4);
    expect(await ask(stranger(), person)).toBeUndefined();
    expect((await own.get(waiting?.url ?? '')).url.pathname).toBe('/oauth2/authorize/wait');
    await world.clock.advance(121);
    const attacker = stranger();
    const page = await ask(attacker, person);
    await world.clock.advance(4);
    expect(await ask(own, person)).toBeDefined();
    expect(returned(await attacker.get(page?.url ?? ''))).toMatchObject({ error: 'access_denied' });
  });
});

test("a browser is no longer known after the owner reports that the request wasn't theirs", async () => {
  const { person, own } = await owner();
  const page = await ask(own, person);
  await denyOn(world, person.phoneNo);
  await own.get(page?.url ?? '');
  await world.clock.advance(4);
  expect(await ask(own, person)).toBeUndefined();
});
