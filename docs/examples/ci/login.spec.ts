import { test as base, expect } from '@playwright/test';
import {
  type SandboxTest,
  type SandboxWorker,
  sandboxFixtures,
  sendSignInForm,
  signInOn,
} from 'plid/sandbox/playwright';

const test = base.extend<SandboxTest, SandboxWorker>(sandboxFixtures());

// The demo shop of the sandbox stands for the application under test: put its address in place of `sandbox.url`.
test('a person logs in', async ({ page, sandbox }) => {
  await page.goto(`${sandbox.url}/auth/login?return_to=/`);
  await signInOn(page, sandbox, '01000000001');
  await expect(page.locator('body')).toContainText('김하나');
});

test('a person whose phone waits approves there', async ({ page, sandbox }) => {
  await page.goto(`${sandbox.url}/auth/login?return_to=/`);
  await signInOn(page, sandbox, '01000000004', { autoLogin: true });
  await expect(page.locator('body')).toContainText('박대기');
});

test('while the carriers are out of order, nobody gets in', async ({ page, sandbox }) => {
  await sandbox.faults.set('carrier outage');
  await page.goto(`${sandbox.url}/auth/login?return_to=/`);
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await sendSignInForm(page, sandbox, '01000000001');
  expect((await answer).status()).toBe(503);
  expect((await sandbox.exchanges()).map(({ step }) => step)).toEqual(['authorize']);
});
