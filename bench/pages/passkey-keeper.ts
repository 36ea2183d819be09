import type { Page } from 'playwright-core';
import {
  addVirtualAuthenticator,
  type VirtualAuthenticator,
} from '../../test/browser/support/virtual-authenticator.ts';

/** The authenticator of a device. Chromium has one for each page, so each page gets the passkey that another one created. */
export class PasskeyKeeper {
  readonly #joined = new Map<Page, Promise<VirtualAuthenticator>>();
  #credential: object | undefined;

  joins(page: Page): Promise<VirtualAuthenticator> {
    const joined = this.#joined.get(page) ?? this.#join(page);
    this.#joined.set(page, joined);
    return joined;
  }

  async #join(page: Page): Promise<VirtualAuthenticator> {
    const joined = await addVirtualAuthenticator(page);
    const { session, authenticatorId } = joined;
    await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
    if (this.#credential !== undefined)
      await session.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: this.#credential as never,
      });
    return joined;
  }

  /** Creates the passkey on the page that offers it. */
  async create(page: Page): Promise<void> {
    const { session, authenticatorId } = await this.joins(page);
    await this.touch(page);
    await page.click('#create-button');
    await page.waitForURL((url) => !url.pathname.endsWith('/passkey'));
    await this.touch(page, false);
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
    [this.#credential] = credentials;
  }

  /** Whether the user touches the device from now on, whenever it asks. */
  async touch(page: Page, enabled = true): Promise<void> {
    const { session, authenticatorId } = await this.joins(page);
    await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  }
}
