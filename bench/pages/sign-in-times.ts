import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { BrowserWorld, startBrowserWorld } from '../../test/browser/support/browser-world.ts';
import { button } from '../../test/support/fixtures/browser-steps.ts';
import { changeSubscriber } from '../../test/support/fixtures/phones.ts';
import type { Person } from '../../test/support/fixtures/sign-in.ts';
import { administer } from '../../test/support/requests/operator-requests.ts';
import { applications } from '../../test/support/world/test-settings.ts';
import { PasskeyKeeper } from './passkey-keeper.ts';

/** The time that a user takes, in milliseconds. */
const [tapTakes, digitTakes, syllableTakes, pageTakes, touchTakes] = [700, 220, 600, 1_000, 1_000];
/** The buttons of the sandbox's phone that approve. */
const approveButton = '.request form[action*="/approve"] button';

class Hands {
  taps = 0;
  keys = 0;
  switches = 0;
  touches = 0;
  /** The time that the user took to read, tap, and type, in milliseconds. */
  busy = 0;

  async #take(milliseconds: number): Promise<void> {
    this.busy += milliseconds;
    await setTimeout(milliseconds);
  }

  async tap(target: Locator): Promise<void> {
    await this.#take(tapTakes);
    await target.click();
    this.taps += 1;
  }

  async type(field: Locator, text: string, keyTakes: number): Promise<void> {
    await this.tap(field);
    await this.#take(text.length * keyTakes);
    await field.fill(text);
    this.keys += text.length;
  }

  /** Reads a new page. */
  async read(page: Page, selector: string): Promise<void> {
    await page.waitForSelector(selector);
    await this.#take(pageTakes);
  }

  /** Reads a page that is already shown. */
  readOn = () => this.#take(pageTakes);

  /** Shows a finger or the face to the device. */
  async touch(): Promise<void> {
    this.touches += 1;
    await this.#take(touchTakes);
  }

  /** Changes to another device or app, without help from the page. */
  async changeTo(): Promise<void> {
    this.switches += 1;
    await this.#take(tapTakes);
  }
}

/** The passkeys of each browser's device. */
const keepers = new WeakMap<BrowserContext, PasskeyKeeper>();

interface Login {
  world: BrowserWorld;
  context: BrowserContext;
  page: Page;
  hands: Hands;
  person: Person;
}

const logIn = 'a.button[href^="/auth/login"]';

async function fillIn({ page, hands, person }: Login): Promise<void> {
  await hands.read(page, '#phoneNo');
  await hands.type(page.locator('#name'), person.name, syllableTakes);
  await hands.type(page.locator('#phoneNo'), person.phoneNo, digitTakes);
  await hands.tap(page.locator(`label:has([name=telcoCd][value=${person.telcoCd}])`));
  await hands.tap(page.locator('label:has([name=remember])'));
  await hands.tap(page.locator(button('sign-in')).first());
}

/** Taps the link to the app. @returns the app's page: the same, or one of its own. */
async function openApp({ context, page, hands }: Login): Promise<Page> {
  await hands.read(page, 'a.button');
  const opening = context.waitForEvent('page', { timeout: 5_000 }).catch(() => page);
  await hands.tap(page.locator('a.button[href*="/sandbox/"]:visible').first());
  return opening;
}

/** The sandbox does not know which phone opens an address; a phone does, and nothing is tapped for it. */
async function beThePhone(app: Page, { person }: Login): Promise<void> {
  const own = app.locator(`button[name=phoneNo][value="${person.phoneNo}"]`);
  await app.waitForSelector(`${approveButton}, button[name=phoneNo]`);
  if ((await own.count()) > 0) await own.click();
}

async function approve(app: Page, { hands }: Login, match?: string): Promise<void> {
  await hands.read(app, approveButton);
  await hands.tap(app.locator(match === undefined ? approveButton : `${approveButton}[value="${match}"]`));
}

/** The consent, at a first login, and the shop. */
async function arrive({ context, hands }: Login): Promise<void> {
  const last = () => context.pages().at(-1) as Page;
  while (!(await last().locator('#logout').count())) {
    const consent = last().locator('button[form=consent]');
    const create = last().locator('#create-button:visible');
    if (await create.count().catch(() => 0)) await (keepers.get(context)?.create(last()) ?? create.click());
    else if (await consent.count().catch(() => 0)) {
      await hands.readOn();
      await hands.tap(consent);
    } else await setTimeout(20);
  }
}

const byNumber = async (login: Login): Promise<void> => {
  await fillIn(login);
  await matchOnThisPhone(login);
};

/** The digits of the page, tapped in the app on the same phone. */
async function matchOnThisPhone(login: Login): Promise<void> {
  await login.page.waitForSelector('.match');
  const match = await login.page.locator('.match').innerText();
  const app = await openApp(login);
  await beThePhone(app, login);
  await approve(app, login, match.trim());
}

/** Signs in with the page's primary button. It shows the carriers if the browser doesn't know the user's carrier. */
async function byLink(login: Login): Promise<void> {
  const { page, hands, person } = login;
  await hands.read(page, '.app');
  const own = page.locator('.app > .button');
  if ((await own.count()) > 0) await hands.tap(own);
  else {
    await hands.tap(page.locator('.app summary.button'));
    await hands.tap(page.locator(`button[name=start][value="${person.telcoCd}-link"]`));
  }
  const app = await openApp(login);
  await beThePhone(app, login);
  await approve(app, login);
}

/** The user scans the code on a desktop's screen. In the sandbox, the digits next to the code open the same request. */
async function byCode(login: Login): Promise<void> {
  const { world, page, hands, person } = login;
  await hands.read(page, '.start-code');
  await hands.tap(page.locator(`button[name=start][value="${person.telcoCd}-code"]`));
  await hands.read(page, '.digits');
  const digits = (await page.locator('.digits').innerText()).replaceAll(/\s/g, '');
  const phone = await (await world.open()).newPage();
  await hands.changeTo();
  await phone.goto(`${world.sandbox}/sandbox?phoneNo=${person.phoneNo}`);
  await phone.fill('[name=code]', digits);
  await phone.locator('form:has([name=code]) button').click();
  await approve(phone, login);
  await phone.close();
}

/** The first button of the page, where the browser remembers the user. */
async function byReturn(login: Login): Promise<void> {
  const { page, hands } = login;
  await hands.read(page, '.returning');
  await hands.tap(page.locator('.returning'));
  await matchOnThisPhone(login);
}

const phoneSize = { viewport: { width: 360, height: 740 }, hasTouch: true };
const deskSize = { viewport: { width: 1280, height: 800 } };

interface Timed {
  seconds: number;
  /** The part of `seconds` that the user took. */
  hand: number;
  actions: string;
}

/** Times one sign-in. The browser is signed out afterwards, on its first page. */
async function time(login: Login, start: (login: Login) => Promise<void>): Promise<Timed> {
  const { world, context } = login;
  const [page = login.page] = context.pages();
  if (keepers.has(context)) await context.clearCookies({ name: /plid-device/ });
  await page.goto(`${world.gateway}/`);
  const hands = new Hands();
  const began = performance.now();
  await hands.tap(page.locator(logIn));
  await start({ ...login, page, hands });
  await arrive({ ...login, page, hands });
  const seconds = (performance.now() - began) / 1000;
  for (const other of context.pages().slice(0, -1)) await other.close();
  const [left] = context.pages();
  if (left !== undefined) await left.click('#logout');
  const { taps, keys, switches, touches } = hands;
  const touched = touches > 0 ? `, ${touches} touch` : '';
  const actions = `${taps} taps, ${keys} keys, ${switches} changes of device or app${touched}`;
  return { seconds, hand: hands.busy / 1000, actions };
}

/** A user unknown to the service, with a phone that waits for its owner. */
async function newcomer(world: BrowserWorld, size: object): Promise<Login> {
  const phoneNo = `0106${1_000_000 + Math.floor(Math.random() * 8_000_000)}`;
  const person = { name: '홍길동', phoneNo, telcoCd: 'S' };
  await changeSubscriber(world, phoneNo, { behaviour: 'waits' });
  const context = await world.open(size);
  return { world, context, page: await context.newPage(), hands: new Hands(), person };
}

/** Turns on automatic login by a sign-in with the number. The consent page offers it only if the form has asked for it. */
async function withAutomaticLogin(login: Login): Promise<void> {
  await login.page.check('[name=autoLogin]');
  await fillIn(login);
  await matchOnThisPhone(login);
}

const automatically = async () => {};

/** Creates a passkey after a sign-in with automatic login. */
async function withPasskey(login: Login): Promise<void> {
  const keeper = new PasskeyKeeper();
  keepers.set(login.context, keeper);
  login.context.on('page', (page) => void keeper.joins(page));
  await keeper.joins(login.page);
  await withAutomaticLogin(login);
}

/** The automatic login has ended. */
async function byPasskey({ context, page, hands }: Login): Promise<void> {
  const keeper = keepers.get(context);
  await keeper?.joins(page);
  await hands.read(page, '#passkey');
  // Chromium asks the simulated device only once, so that its touch comes before the tap.
  await hands.touch();
  await keeper?.touch(page);
  await hands.tap(page.locator('#passkey button'));
}

/** Each way to sign in, with one user's sign-ins in order. Ways without a name aren't reported. */
const ways = [
  [phoneSize, ['first sign-in, by the carrier’s app', byLink], ['return, by the carrier’s app', byLink]],
  [phoneSize, ['first sign-in, by number', byNumber], ['return, by number', byReturn]],
  [phoneSize, ['', withAutomaticLogin], ['automatic login', automatically]],
  [phoneSize, ['', withPasskey], ['return, by passkey', byPasskey]],
  [deskSize, ['first sign-in at a desktop, by QR code', byCode]],
] as const;

const rounds = 3;

/**
 * Times a first sign-in and a return with each start, in Chromium. A scripted user reads, taps, and types as slowly
 * as people do. Taps, keys, and changes of device or app that the user has to make are counted. Prints the median
 * of three rounds, and the user's part and the machine's part.
 */
export async function timeSignIns(start: typeof startBrowserWorld): Promise<void> {
  const world = await start({ local: true });
  await administer(world, 'PATCH', `/${applications.shop.client_id}`, { body: { passkeys: true } });
  const results = new Map<string, Timed[]>();
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const [size, ...signIns] of ways) {
        const user = await newcomer(world, size);
        for (const [name, way] of signIns) {
          const timed = await time(user, way);
          if (name !== '') results.set(name, [...(results.get(name) ?? []), timed]);
        }
        await user.context.close();
      }
  } finally {
    await world.close();
  }
  for (const [name, timed] of results) {
    const median = timed.toSorted((one, other) => one.seconds - other.seconds)[Math.floor(rounds / 2)];
    if (median === undefined) continue;
    const { seconds, hand, actions } = median;
    const parts = `user ${hand.toFixed(1)} s, machine ${(seconds - hand).toFixed(1)} s`;
    console.log(`${name}: ${seconds.toFixed(1)} s (${parts}), ${actions}`);
  }
}
