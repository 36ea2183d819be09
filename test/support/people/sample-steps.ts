import type { Page } from 'playwright-core';
import { agreeIfAsked, submitSignIn } from './browser-steps.ts';
import type { Person } from './sign-in.ts';

/** Follows the link to the login in a sample, and signs in up to the approval on the phone. */
export async function logIn(tab: Page, person: Person, choices: { autoLogin?: boolean } = {}): Promise<void> {
  await tab.getByText('Log in with your phone number').click();
  await submitSignIn(tab, person, choices);
  await agreeIfAsked(tab);
}

/** Presses the sample's button, and waits until the session has ended. */
export async function logOut(tab: Page): Promise<void> {
  await tab.getByText('Log out').click();
  await tab.getByText('Nobody is signed in.').waitFor();
}

/** Whether a page is wider than the window, so that it scrolls sideways. */
export const isTooWide = (tab: Page): Promise<boolean> =>
  tab.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
