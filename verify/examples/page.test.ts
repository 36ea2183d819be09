import { test } from 'vitest';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { expectText, logIn, logOut } from './sample-steps.ts';
import { testWaysBack } from './sample-tests.ts';
import { startSampleWorld } from './sample-world.ts';

const world = useStarted(() => startSampleWorld('page', { isBehindGateway: true }));

test('the page shows its user after a sign-in, and not after a sign-out', async () => {
  const tab = await world.open();
  await tab.goto(world.home);
  await expectText(tab, 'You are not signed in.');
  await logIn(tab, people.hana);
  await expectText(tab, 'Hello, 김하나.');
  await logOut(tab);
});

testWaysBack(world);
