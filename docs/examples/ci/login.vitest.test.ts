import { createClient } from 'plid/client';
import { type SandboxTest, type SandboxWorker, sandboxFixtures } from 'plid/sandbox/vitest';
import { test as base, expect, vi } from 'vitest';

// The first test that uses the sandbox waits until it has started.
vi.setConfig({ testTimeout: 30_000 });

const test = base.extend<SandboxTest & SandboxWorker>(sandboxFixtures({ seed: 'seed.json' }));

test('a user signs in', async ({ sandbox }) => {
  const { client_id: clientId, client_secret: clientSecret, redirect_uris } = sandbox.application;
  const [redirectUri = ''] = redirect_uris;
  // The client under test: put your application's client in its place.
  const client = createClient({ service: sandbox.url, clientId, clientSecret, redirectUri });
  const { url, ...kept } = await client.startSignIn();
  const { location } = await sandbox.signInAt(url, '01012345678');
  expect((await client.finishSignIn(location, kept)).name).toBe('한소리');
});

test("a user who denies isn't signed in", async ({ sandbox }) => {
  await expect(sandbox.signIn('01000000005')).rejects.toMatchObject({ error: 'access_denied' });
});

test('a sign-in fails during a carrier outage', async ({ sandbox }) => {
  await sandbox.faults.set('carrier outage');
  await expect(sandbox.signIn('01012345678')).rejects.toMatchObject({ status: 503 });
});
