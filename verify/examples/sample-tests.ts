import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button } from '../../test/support/fixtures/browser-steps.ts';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { expectText, logIn } from './sample-steps.ts';

interface SampleWorld {
  /** Its address in the browser. */
  readonly home: string;
  open(options?: BrowserContextOptions): Promise<Page>;
}

/** The test of a sample behind the gateway: a failed sign-in leads back. */
export const testWaysBack = (world: SampleWorld) =>
  test('a user whose phone denies can return to the home page, and one who cancels returns at once', async () => {
    const tab = await world.open();
    await tab.goto(world.home);
    await logIn(tab, people.geojeol);
    await tab.locator('a[href="/"]').click();
    await tab.getByText('Sign in with your phone number').click();
    await tab.click(button('cancel'));
    await expectText(tab, 'You are not signed in.');
    expect(tab.url()).toBe(`${world.home}/`);
  });

/** The tests of a sample with its own callback, which reports a failed sign-in itself. */
export const testRefusals = (world: SampleWorld) =>
  test.each([
    ['whose phone denies', people.geojeol],
    ['who cancels', undefined],
  ])('a user %s reads that they are not logged in, and can try again', async (_, person) => {
    const tab = await world.open();
    await tab.goto(world.home);
    if (person !== undefined) await logIn(tab, person);
    else {
      await tab.getByText('Sign in with your phone number').click();
      await tab.click(button('cancel'));
    }
    await expectText(tab, 'You were not logged in.');
    await logIn(tab, people.hana);
    await expectText(tab, 'Hello, 김하나.');
  });

/** The test that every sample with pages passes. */
export const testDisconnect = (world: SampleWorld) =>
  test('a user who disconnects is deleted, and asked for consent again', async () => {
    const tab = await world.open();
    tab.on('dialog', (dialog) => dialog.accept());
    await tab.goto(world.home);
    await logIn(tab, people.john);
    await tab.getByText('Disconnect').click();
    await expectText(tab, 'You are not signed in.');
    const consent = tab.waitForRequest((request) => request.url().endsWith('/oauth2/authorize/consent'));
    await logIn(tab, people.john);
    await expectText(tab, 'Hello, JOHN SMITH.');
    await consent;
  });
