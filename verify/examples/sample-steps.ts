import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { agreeIfAsked, submitSignIn } from '../../test/support/fixtures/browser-steps.ts';
import type { Person } from '../../test/support/fixtures/sign-in.ts';

/** Follows the link to the login in a sample, and signs in up to the approval on the phone. */
export async function logIn(tab: Page, person: Person, choices: { autoLogin?: boolean } = {}): Promise<void> {
  await tab.getByText('Sign in with your phone number').click();
  await submitSignIn(tab, person, choices);
  await agreeIfAsked(tab);
}

/** Presses the sample's button, and waits until the session has ended. */
export async function logOut(tab: Page): Promise<void> {
  await tab.getByText('Sign out').click();
  await expectText(tab, 'You are not signed in.');
}

/** Waits until a page shows a text. */
export const expectText = (tab: Page, text: string): Promise<void> =>
  expect.poll(() => tab.getByText(text).isVisible(), { timeout: 60_000 }).toBe(true);

/** Whether a page is wider than the window, so that it scrolls sideways. */
export const isTooWide = (tab: Page): Promise<boolean> =>
  tab.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
