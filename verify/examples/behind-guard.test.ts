import { createHmac } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { agreeIfAsked, submitSignIn } from '../../test/support/fixtures/browser-steps.ts';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { freePort, runExample } from '../../test/support/world/example-process.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { expectText, isTooWide, logOut } from './sample-steps.ts';
import { testDisconnect, testWaysBack } from './sample-tests.ts';
import { startSampleWorld } from './sample-world.ts';

/** The keys in the middle of a rotation: the guard signs with the first. */
const identityKeys = [
  'the key that the guard shares with its application',
  'the key that it shared before with it',
];
const IDENTITY_KEY = identityKeys.join();

const world = useStarted(() =>
  startSampleWorld('behind-guard', {
    isBehindGateway: true,
    vars: { GUARD: 'Y', PUBLIC_PATHS: '/' },
    secrets: { IDENTITY_KEY },
    env: { IDENTITY_KEY },
  }),
);

test('a user is redirected from /orders to the sign-in and back, and signs out', async () => {
  const tab = await world.open({ viewport: { width: 360, height: 740 } });
  await tab.goto(`${world.home}/orders`);
  await submitSignIn(tab, people.duri);
  await agreeIfAsked(tab);
  await expectText(tab, 'Orders of 이두리: none yet.');
  expect(tab.url()).toBe(`${world.home}/orders`);
  await tab.getByText('Home').click();
  await expectText(tab, 'Hello, 이두리.');
  expect(await isTooWide(tab)).toBe(false);
  await logOut(tab);
  expect(tab.url()).toBe(`${world.home}/`);
});

test("an invalid path doesn't stop the server", async () => {
  const answer = await fetch(`${world.listensAt}//`).catch(() => undefined);
  expect(answer?.status).toBe(403);
  expect((await fetch(`${world.listensAt}/`)).status).toBe(200);
});

testWaysBack(world);
testDisconnect(world);

test('a request that bypasses the guard is rejected with 403, with or without an identity header', async () => {
  const around = await fetch(`${world.listensAt}/orders`);
  expect([around.status, await around.text()]).toEqual([403, 'Not through the guard.']);
  const forged = await fetch(`${world.listensAt}/orders`, { headers: { 'Plid-Identity': 'e30.e30.e30' } });
  expect(forged.status).toBe(403);
});

test.each([
  ['the key that signs', identityKeys[0], 200],
  ['the one before', identityKeys[1], 200],
  ['both as one', IDENTITY_KEY, 403],
  ['another', 'a key that the guard does not have at all', 403],
  ['no key', '', 403],
])(
  'during a rotation of IDENTITY_KEY only the current and the previous key are accepted: %s',
  async (_, key = '', status) => {
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const user = { plid: 'a-plid', name: '김하나' };
    const iat = Math.floor(Date.now() / 1000);
    const claims = { iss: world.home, aud: world.listensAt, iat, exp: iat + 60, sub: user.plid, user };
    const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
    const signature = createHmac('sha256', key).update(signed).digest('base64url');
    const headers = { 'Plid-Identity': `${signed}.${signature}` };
    expect((await fetch(`${world.listensAt}/orders`, { headers })).status).toBe(status);
  },
);

test.each([
  ['none', ''],
  ['an empty one after it', `${identityKeys[0]},`],
])("the server doesn't start with an empty IDENTITY_KEY: %s", async (_, key) => {
  const settings = { GATEWAY_ORIGIN: world.home, APPLICATION_URL: world.listensAt, IDENTITY_KEY: key };
  const file = path.join('behind-guard', 'server.js');
  const PORT = String(await freePort());
  await expect(runExample(file, { ...settings, PORT })).rejects.toThrow('server.js ended');
});
