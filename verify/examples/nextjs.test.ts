import { expect, test } from 'vitest';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { expectText, isTooWide, logIn, logOut } from './sample-steps.ts';
import { testDisconnect, testRefusals } from './sample-tests.ts';
import { startSampleWorld } from './sample-world.ts';

const world = useStarted(() => startSampleWorld('nextjs'));

test('a user signs in, stays signed in, and signs out', async () => {
  const tab = await world.open({ viewport: { width: 360, height: 740 } });
  await tab.goto(world.home);
  await expectText(tab, 'You are not signed in.');
  await logIn(tab, people.duri);
  await expectText(tab, 'Hello, 이두리.');
  expect(tab.url()).toBe(`${world.home}/`);
  await tab.reload();
  await expectText(tab, 'Hello, 이두리.');
  expect(await isTooWide(tab)).toBe(false);
  await logOut(tab);
  await tab.reload();
  await expectText(tab, 'You are not signed in.');
});

testRefusals(world);

testDisconnect(world);

test("a callback of a sign-in that this browser didn't start doesn't sign a user in", async () => {
  const tab = await world.open();
  await tab.goto(`${world.home}/api/auth/callback/plid?code=stolen&state=of-somebody-else`);
  await expectText(tab, 'You were not logged in.');
});

test('neither a secret nor a name is logged', () => {
  expect(world.output()).not.toMatch(/[0-9a-f]{64}|이두리|김하나/);
});
