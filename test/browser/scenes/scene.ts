import type { Page } from 'playwright-core';
import { agreeIfAsked, goTo, startLogin, submitSignIn } from '../../support/fixtures/browser-steps.ts';
import { newSubscriber } from '../../support/fixtures/phones.ts';
import { type Person, people } from '../../support/fixtures/sign-in.ts';
import type { World } from '../../support/world/world.ts';

/** A page that a user can reach, and the way to it in a browser without cookies, with or without scripts. */
export interface Scene {
  name: string;
  /** A selector that matches on this page only. */
  shows: string;
  /** Whether the page is for a computer. Every other page is opened on a phone. */
  isOnDesk?: boolean;
  /** Of an application's own browser. */
  userAgent?: string;
  open(page: Page, world: World): Promise<unknown>;
  /** Ends a state that the scene has made elsewhere, such as a fault. */
  close?(world: World): Promise<unknown>;
}

/** The device on which a scene is opened, as options of a browser context. */
export const deviceOf = ({ isOnDesk = false, userAgent }: Scene) => ({
  hasTouch: !isOnDesk,
  ...(userAgent !== undefined && { userAgent }),
});

export async function signInAs(page: Page, world: World, person: keyof typeof people): Promise<void> {
  await startLogin(page, world);
  await submitSignIn(page, people[person]);
}

/** Whether scripts run in a page. If the page continues by itself at this moment, the next one is asked. */
async function runsScripts(page: Page): Promise<boolean> {
  for (;;)
    try {
      return await page.evaluate(() => !matchMedia('(scripting: none)').matches);
    } catch (failure) {
      if (!/Execution context was destroyed/.test(String(failure))) throw failure;
    }
}

/** Waits until the page continues by itself, or loads it again, as a user does without scripts. @param shows matches the next page. */
export async function goesOn(page: Page, shows: string): Promise<void> {
  const isScripted = await runsScripts(page);
  while (!isScripted && (await page.locator(shows).count()) === 0) await goTo(page, page.url());
  await page.waitForSelector(shows);
}

/** Signs in as a subscriber whom no other scene uses, up to the consent page or the end that their phone leads to. */
export async function signInAsNewcomer(
  page: Page,
  world: World,
  behaviour: 'approves' | 'waits' = 'approves',
): Promise<Person> {
  const person = await newSubscriber(world, behaviour);
  await startLogin(page, world);
  await submitSignIn(page, person);
  return person;
}

/** Signs in at the demo shop, with automatic login. */
export async function logInToShop(page: Page, world: World): Promise<void> {
  await page.goto(`${world.gateway}/auth/login?return_to=/`);
  await submitSignIn(page, people.hana, { autoLogin: true });
  await agreeIfAsked(page);
  await page.waitForURL(`${world.gateway}/`);
}
