import type { Page } from 'playwright-core';
import type { World } from '../../world/world.ts';
import { agreeIfAsked, startLogin, submitSignIn } from '../browser-steps.ts';
import { newSubscriber } from '../phones.ts';
import { type Person, people } from '../sign-in.ts';

/** A page that a person can meet, and the way to it in a browser that has no cookies; scripts may be switched off there. */
export interface Scene {
  name: string;
  /** What only this page has. */
  shows: string;
  open(page: Page, world: World): Promise<unknown>;
  /** Ends what the page is about elsewhere, such as a fault. */
  close?(world: World): Promise<unknown>;
}

export async function signInAs(page: Page, world: World, person: keyof typeof people): Promise<void> {
  await startLogin(page, world);
  await submitSignIn(page, people[person]);
}

/** Someone whom no other scene knows, at the consent page or wherever their phone leads. */
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

/** Signed in at the demo shop, with automatic login. */
export async function logInToShop(page: Page, world: World): Promise<void> {
  await page.goto(`${world.gateway}/auth/login?return_to=/`);
  await submitSignIn(page, people.hana, { autoLogin: true });
  await agreeIfAsked(page);
  await page.waitForURL(`${world.gateway}/`);
}
