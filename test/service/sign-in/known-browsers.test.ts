import { describe, expect, test } from 'vitest';
import { openAccount, signInToAccount } from '../../support/fixtures/account-pages.ts';
import { BrowserSession } from '../../support/fixtures/browser-session.ts';
import { endsOn, newSubscriber, requestsOn } from '../../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, type Person, signIn } from '../../support/fixtures/sign-in.ts';
import { applications } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const day = 86_400;

/** Asks the phone. @returns the status of the page, and whether the phone's request states that the browser is known. */
async function ask(browser: BrowserSession, person: Person) {
  const page = await browser.submit(await browser.get(authorizeUrl(world, { prompt: 'login' })), person);
  const [request] = await requestsOn(world, person.phoneNo);
  return {
    status: page.status,
    retryAfter: page.headers.get('Retry-After'),
    known: request?.context?.knownBrowser,
  };
}

/** A user who has signed in. */
async function signedIn() {
  const person = await newSubscriber(world);
  const browser = new BrowserSession(world);
  codeOf(await signIn(browser, world, person));
  await world.clock.advance(60);
  return { person, browser };
}

async function press(end: string | undefined): Promise<void> {
  const phone = new BrowserSession(world);
  await phone.submit(await phone.get(end ?? ''), {}, 'form[action="/account/end"]');
}

describe('a browser that has signed in with a number', () => {
  test('is known for 90 days after its last sign-in', async () => {
    const { person, browser } = await signedIn();
    expect(await ask(browser, person)).toMatchObject({ status: 302, known: true });
    await world.clock.advance(90 * day);
    expect((await ask(browser.copy(), person)).known).toBe(false);
  });

  test("uses nothing of the number's limit while its application's limit rejects it", async () => {
    const { person, browser } = await signedIn();
    for (let count = 0; count < 6; count += 1) {
      await world.spend('APPLICATION_KNOWN_LIMIT', applications.shop.client_id, 6_000);
      expect((await ask(browser, person)).status).toBe(429);
      await world.clock.advance(4);
    }
    await world.clock.advance(60);
    expect(await ask(browser, person)).toMatchObject({ status: 302, known: true });
  });

  test('is no longer known after its user had it forgotten at /account, until the next sign-in', async () => {
    const { person, browser } = await signedIn();
    const page = await signInToAccount(browser, world, person);
    await world.clock.advance(60);
    const done = await browser.submit(page, {}, 'form[action="/account/forget-browsers"]');
    expect(done.text).toContain('All remembered devices were cleared.');
    // The page claims no longer that a device is remembered.
    expect(page.text).toContain('known device');
    expect(done.text).not.toMatch(/known device|Clear all remembered devices/);
    await world.clock.advance(60);
    const copy = browser.copy();
    expect(await ask(browser, person)).toMatchObject({ status: 302, known: false });
    await world.clock.advance(60);
    expect((await ask(browser, person)).known).toBe(true);
    await world.clock.advance(60);
    expect((await ask(copy, person)).known).toBe(false);
  });

  test("can't be forgotten at /account without a session", async () => {
    const { person, browser } = await signedIn();
    const page = await signInToAccount(browser, world, person);
    await world.clock.advance(700);
    const late = await browser.submit(page, {}, 'form[action="/account/forget-browsers"]');
    expect(late.text).toContain('nothing was changed');
    expect((await openAccount(browser, world)).text).not.toContain('Sign out');
    expect((await ask(browser, person)).known).toBe(true);
  });
});

describe('a browser whose sign-in was ended by a notice', () => {
  test("prompts no phone for a day and counts as unknown, unlike the user's other browser", async () => {
    const { person, browser: own } = await signedIn();
    const relay = new BrowserSession(world);
    codeOf(await signIn(relay, world, person));
    const { new_browser } = await endsOn(world, person.phoneNo, 3);
    await world.clock.advance(60);
    await press(new_browser);
    expect(await ask(relay, person)).toMatchObject({ status: 429, retryAfter: '60' });
    expect(await ask(own, person)).toMatchObject({ status: 302, known: true });
    await world.clock.advance(day - 10);
    expect(await ask(relay, person)).toMatchObject({ status: 429, retryAfter: '60' });
    await world.clock.advance(20);
    expect(await ask(relay, person)).toMatchObject({ status: 302, known: false });
  });

  test('is forgotten with all others, even after it signed in again', async () => {
    const { person, browser } = await signedIn();
    const { new_browser } = await endsOn(world, person.phoneNo, 2);
    await press(new_browser);
    await world.clock.advance(day + 60);
    const page = await signInToAccount(browser, world, person);
    await world.clock.advance(60);
    await browser.submit(page, {}, 'form[action="/account/forget-browsers"]');
    await world.clock.advance(60);
    expect((await ask(browser, person)).known).toBe(false);
  });

  test('stays unknown if an older notice of it is confirmed last', async () => {
    const { person, browser } = await signedIn();
    const { new_browser: first } = await endsOn(world, person.phoneNo, 2);
    await press(first);
    await world.clock.advance(day + 60);
    codeOf(await signIn(browser, world, person));
    const { new_browser: second } = await endsOn(world, person.phoneNo, 3);
    expect(second).not.toBe(first);
    await world.clock.advance(60);
    await press(second);
    await world.clock.advance(60);
    await press(first);
    expect(await ask(browser, person)).toMatchObject({ status: 429 });
    await world.clock.advance(day);
    expect(await ask(browser, person)).toMatchObject({ status: 302, known: false });
  });

  test("isn't blocked in later sign-ins by using the notice again", async () => {
    const { person, browser } = await signedIn();
    const { new_browser } = await endsOn(world, person.phoneNo, 2);
    await press(new_browser);
    await world.clock.advance(day + 60);
    expect(await ask(browser, person)).toMatchObject({ status: 302, known: false });
    await world.clock.advance(60);
    await press(new_browser);
    expect(await ask(browser, person)).toMatchObject({ status: 302, known: true });
  });
});
