import { expect, test } from 'vitest';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { expectText, isTooWide, logIn, logOut } from './sample-steps.ts';
import { testDisconnect, testWaysBack } from './sample-tests.ts';
import { startSampleWorld } from './sample-world.ts';

const world = useStarted(() => startSampleWorld('back-end', { isBehindGateway: true }));

test('a user signs in and out of the back-end example', async () => {
  const tab = await world.open({ viewport: { width: 360, height: 740 } });
  await tab.goto(world.home);
  await logIn(tab, people.duri);
  await expectText(tab, 'Hello, 이두리.');
  expect(tab.url()).toBe(`${world.home}/`);
  expect(await isTooWide(tab)).toBe(false);
  await logOut(tab);
  expect(tab.url()).toBe(`${world.home}/`);
});

testWaysBack(world);
testDisconnect(world);
