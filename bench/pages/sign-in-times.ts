import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { BrowserWorld, startBrowserWorld } from '../../test/browser/support/browser-world.ts';
import { button } from '../../test/support/fixtures/browser-steps.ts';
import { changeSubscriber } from '../../test/support/fixtures/phones.ts';
import type { Person } from '../../test/support/fixtures/sign-in.ts';

/** The time that a person takes, in milliseconds. */
const [tapTakes, digitTakes, syllableTakes, pageTakes] = [700, 220, 600, 1_000];
/** The buttons of the sandbox's phone that approve. */
const approveButton = '.request form[action*="/approve"] button';

class Hands {
  taps = 0;
  keys = 0;
  switches = 0;

  async tap(target: Locator): Promise<void> {
    await setTimeout(tapTakes);
    await target.click();
    this.taps += 1;
  }

  async type(field: Locator, text: string, keyTakes: number): Promise<void> {
    await this.tap(field);
    await setTimeout(text.length * keyTakes);
    await field.pressSequentially(text);
    this.keys += text.length;
  }

  /** A new page is there, and is read. */
  async read(page: Page, selector: string): Promise<void> {
    await page.waitForSelector(selector);
    await setTimeout(pageTakes);
  }

  /** The same on the phone, to which the person has to change by themselves. */
  async changeTo(): Promise<void> {
    this.switches += 1;
    await setTimeout(tapTakes);
  }
}

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
  await page.check('[name=remember]');
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
    if (await consent.count().catch(() => 0)) {
      await setTimeout(pageTakes);
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

async function byLink(login: Login): Promise<void> {
  const { page, hands, person } = login;
  await hands.read(page, '.starts');
  await hands.tap(page.locator(`button[name=start][value="${person.telcoCd}-link"]`));
  const app = await openApp(login);
  await beThePhone(app, login);
  await approve(app, login);
}

/** The person scans the code of a desk's screen: the digits beside it open the same request at the sandbox. */
async function byCode(login: Login): Promise<void> {
  const { world, page, hands, person } = login;
  await hands.read(page, '.starts');
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

/** The first button of the page, where the browser remembers the person. */
async function byReturn(login: Login): Promise<void> {
  const { page, hands } = login;
  await hands.read(page, '.returning');
  await hands.tap(page.locator('.returning'));
  await matchOnThisPhone(login);
}

const phoneSize = { viewport: { width: 360, height: 740 }, hasTouch: true };
const deskSize = { viewport: { width: 1280, height: 800 } };

/** @returns the same browser, signed out. */
async function time(name: string, login: Login, start: (login: Login) => Promise<void>): Promise<void> {
  const { world, page, context } = login;
  await page.goto(`${world.gateway}/`);
  const hands = new Hands();
  const began = performance.now();
  await hands.tap(page.locator(logIn));
  await start({ ...login, hands });
  await arrive({ ...login, hands });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `${name}: ${seconds} s, ${hands.taps} taps, ${hands.keys} keys, ${hands.switches} changes of app`,
  );
  for (const other of context.pages().slice(0, -1)) await other.close();
  const [left] = context.pages();
  if (left !== undefined) await left.click('#logout');
}

/** A user unknown to the service, with a phone that waits for its owner. */
async function newcomer(world: BrowserWorld, size: object): Promise<Login> {
  const phoneNo = `0106${1_000_000 + Math.floor(Math.random() * 8_000_000)}`;
  const person = { name: '홍길동', phoneNo, telcoCd: 'S' };
  await changeSubscriber(world, phoneNo, { behaviour: 'waits' });
  const context = await world.open(size);
  return { world, context, page: await context.newPage(), hands: new Hands(), person };
}

/**
 * Times a first sign-in and a return with each start, in Chromium. A scripted user reads, taps, and types as slowly as people
 * do. Taps, keys, and changes of app that the user has to make by hand are counted.
 */
export async function timeSignIns(start: typeof startBrowserWorld): Promise<void> {
  const world = await start({ local: true });
  try {
    const owner = await newcomer(world, phoneSize);
    await time('first sign-in, by number, on one phone', owner, byNumber);
    const [page = owner.page] = owner.context.pages();
    await time('return, on one phone', { ...owner, page }, byReturn);
    await time(
      'first sign-in, by the link to the app, on one phone',
      await newcomer(world, phoneSize),
      byLink,
    );
    await time('first sign-in, by a code, at a desk', await newcomer(world, deskSize), byCode);
  } finally {
    await world.close();
  }
}
