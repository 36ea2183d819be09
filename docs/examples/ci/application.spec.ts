import { test as base, expect } from '@playwright/test';
import {
  type ApplicationTest,
  type ApplicationWorker,
  applicationFixture,
  sendSignInForm,
  signInOn,
} from 'plid/sandbox/playwright';

const test = base.extend<ApplicationTest, ApplicationWorker>(
  applicationFixture({
    command: 'node server.mjs',
    callback: '/callback',
    env: ({ sandbox, application, port, redirectUri }) => ({
      PORT: port,
      PLID_SERVICE: sandbox.url,
      PLID_CLIENT_ID: application.client_id,
      PLID_CLIENT_SECRET: application.client_secret,
      PLID_REDIRECT_URI: redirectUri,
    }),
  }),
);

test('a user signs in at the application', async ({ page, sandbox }) => {
  await page.goto('/login');
  await signInOn(page, sandbox, '01000000001');
  await expect(page.locator('body')).toHaveText('Hello, 김하나');
});

test('a user who denies stays signed out', async ({ page, sandbox }) => {
  await page.goto('/login');
  await sendSignInForm(page, sandbox, '01000000005');
  await expect(page.locator('body')).toHaveText('You are not signed in.');
});
