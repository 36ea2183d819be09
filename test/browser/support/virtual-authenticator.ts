import type { CDPSession, Page } from 'playwright-core';

const options = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

export interface VirtualAuthenticator {
  session: CDPSession;
  authenticatorId: string;
}

/** Gives a page of Chromium a device that has passkeys, whose user touches it whenever it asks. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  return { session, ...(await session.send('WebAuthn.addVirtualAuthenticator', { options })) };
}
