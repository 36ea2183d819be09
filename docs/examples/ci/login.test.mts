import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createClient } from 'plid/client';
import { type Sandbox, startSandbox } from 'plid/sandbox';

let sandbox: Sandbox;
before(async () => {
  sandbox = await startSandbox({ seed: 'seed.json', port: 0 });
});
beforeEach(() => sandbox.reset());
after(() => sandbox.stop());

/** The client under test: whatever your application uses takes its place. */
const client = () =>
  createClient({
    service: sandbox.url,
    clientId: sandbox.application.client_id,
    clientSecret: sandbox.application.client_secret,
    redirectUri: 'http://localhost:3000/callback',
  });

test('a code becomes a user', async () => {
  const { code } = await sandbox.signIn('01000000001');
  const { access_token } = await client().exchange(code);
  assert.equal((await client().user(access_token)).name, '김하나');
});

test('a browser that the application has sent away comes back', async () => {
  const kept = await client().startSignIn();
  const { location } = await sandbox.signInAt(kept.url, '01012345678');
  assert.equal((await client().finishSignIn(location, kept)).name, '한소리');
});

test('who denies is not signed in', async () => {
  await assert.rejects(sandbox.signIn('01000000005'), { error: 'access_denied' });
});

test('a token ends after ten minutes', async () => {
  const { code } = await sandbox.signIn('01000000001');
  const { access_token } = await client().exchange(code);
  await sandbox.clock.advance(601);
  await assert.rejects(client().user(access_token), { error: 'authentication_failed' });
});

test('a bad day is survived', async () => {
  const { code } = await sandbox.signIn('01000000001');
  await sandbox.faults.set('bad day');
  await assert.rejects(client().exchange(code));
  await client().exchange(code);
  const tokens = (await sandbox.exchanges()).filter(({ step }) => step === 'token');
  assert.deepEqual(
    tokens.map(({ status }) => status),
    [503, 200],
  );
});
