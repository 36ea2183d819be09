import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { BrowserWorld } from '../../test/browser/support/browser-world.ts';
import { button } from '../../test/support/fixtures/browser-steps.ts';
import type { Person } from '../../test/support/fixtures/sign-in.ts';
import type { Hands } from './hands.ts';
import { PasskeyKeeper } from './passkey-keeper.ts';

/** A user's sign-in to the shop, in one browser. */
export interface Login {
  world: BrowserWorld;
  context: BrowserContext;
  page: Page;
  hands: Hands;
  person: Person;
}

/** What a user does between the shop's button and the consent. */
export type Way = (login: Login) => Promise<void>;

/** The buttons of the sandbox's phone that approve. */
const approveButton = '.request form[action*="/approve"] button';

/** The button of the user whom the browser remembers. */
const continueAs = 'button[name=remembered][value=use]';

/** The passkeys of each browser's device. */
const keepers = new WeakMap<BrowserContext, PasskeyKeeper>();

export const hasPasskeys = (context: BrowserContext): boolean => keepers.has(context);

/** Name and number; the carrier unless the page has chosen it. @param boxes check boxes to tap. */
async function fillIn({ page, hands, person }: Login, ...boxes: string[]): Promise<void> {
  await hands.read(page, '[name=telcoCd]');
  await chooseCarrier({ page, hands, person });
  const name = page.locator('[name=name]');
  if (!(await name.isVisible())) await hands.tap(page.locator('details:has([name=name]) > summary'));
  await hands.type(name, person.name);
  await hands.type(page.locator('[name=phoneNo]'), person.phoneNo);
  for (const box of boxes) await hands.tap(page.locator(`label:has([name=${box}])`));
  await hands.tap(page.locator(button('sign-in')).first());
}

async function chooseCarrier({ page, hands, person }: Pick<Login, 'page' | 'hands' | 'person'>) {
  const tile = page.locator(`[name=telcoCd][value=${person.telcoCd}]`);
  if (!(await tile.isChecked())) await hands.tap(page.locator('label', { has: tile }));
}

/** Taps the link to the app. @returns the app's page: the same, or one of its own. */
async function openApp({ context, page, hands }: Login): Promise<Page> {
  const opening = Promise.race([
    context.waitForEvent('page'),
    page.waitForURL('**/sandbox/**').then(() => page),
  ]);
  await hands.tap(page.locator('a.button[href*="/sandbox/"]:visible').first());
  return opening;
}

/** The sandbox does not know which phone opens an address; a phone does, and nothing is tapped for it. */
async function beThePhone(app: Page, { person }: Login): Promise<void> {
  const own = app.locator(`button[name=phoneNo][value="${person.phoneNo}"]`);
  await app.waitForSelector(`${approveButton}, button[name=phoneNo]`);
  if ((await own.count()) > 0) await own.click();
}

/** A carrier's app shows its question on one screen. The sandbox draws a phone around it, which may be higher than the window. */
async function approve(app: Page, { hands }: Login, match?: string): Promise<void> {
  await hands.read(app, approveButton);
  await app.locator(approveButton).last().scrollIntoViewIfNeeded();
  await hands.tap(app.locator(match === undefined ? approveButton : `${approveButton}[value="${match}"]`));
}

/** The consent, at a first login, and the shop. */
export async function arrive({ context, hands }: Login): Promise<void> {
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

/** The digits of the page, tapped in the app on the same phone. */
async function matchOnThisPhone(login: Login): Promise<void> {
  const { page, hands } = login;
  await hands.read(page, '.match');
  const match = await page.locator('.match').innerText();
  const app = await openApp(login);
  await beThePhone(app, login);
  await approve(app, login, match.trim());
}

/** Signs in with name and number. The browser remembers nothing. */
export const byNumber: Way = async (login) => {
  await fillIn(login);
  await matchOnThisPhone(login);
};

/** Signs in with name and number, and lets the browser remember them. */
export const byNumberToRemember: Way = async (login) => {
  await fillIn(login, 'remember');
  await matchOnThisPhone(login);
};

/** The first button of the page, where the browser remembers the user. */
export const byReturn: Way = async (login) => {
  const { page, hands } = login;
  await hands.read(page, continueAs);
  await hands.tap(page.locator(continueAs));
  await matchOnThisPhone(login);
};

/** Signs in with the page's primary button, for the user's carrier. */
export const byLink: Way = async (login) => {
  const { page, hands } = login;
  await hands.read(page, 'button[name=start][value=link]');
  await chooseCarrier(login);
  await hands.tap(page.locator('button[name=start][value=link]'));
  await hands.read(page, 'a.button');
  const app = await openApp(login);
  await beThePhone(app, login);
  await approve(app, login);
};

/** The user scans the code on a desktop's screen. In the sandbox, the digits next to the code open the same request. */
export const byCode: Way = async (login) => {
  const { world, page, hands, person } = login;
  await hands.read(page, 'button[name=start][value=code]');
  await chooseCarrier(login);
  await hands.tap(page.locator('button[name=start][value=code]'));
  await hands.read(page, '.digits');
  const digits = (await page.locator('.digits').innerText()).replaceAll(/\s/g, '');
  const phone = await (await world.open()).newPage();
  await hands.changeTo();
  await phone.goto(`${world.sandbox}/sandbox?phoneNo=${person.phoneNo}`);
  await phone.fill('[name=code]', digits);
  await phone.locator('form:has([name=code]) button').click();
  await approve(phone, login);
  await phone.close();
};

/** Turns on automatic login by a sign-in with the number. The consent page offers it only if the form has asked for it. */
export const withAutomaticLogin: Way = async (login) => {
  await fillIn(login, 'autoLogin');
  await matchOnThisPhone(login);
};

/** The service asks the user nothing. */
export const automatically: Way = async () => {};

/** Creates a passkey after a sign-in with automatic login. */
export const withPasskey: Way = async (login) => {
  const keeper = new PasskeyKeeper();
  keepers.set(login.context, keeper);
  login.context.on('page', (page) => void keeper.joins(page));
  await keeper.joins(login.page);
  await withAutomaticLogin(login);
};

/** The automatic login has ended. */
export const byPasskey: Way = async ({ context, page, hands }) => {
  const keeper = keepers.get(context);
  await keeper?.joins(page);
  await hands.read(page, '#passkey');
  // Chromium asks the simulated device only once, so that its touch comes before the tap.
  await hands.touch();
  await keeper?.touch(page);
  await hands.tap(page.locator('#passkey button'));
};
