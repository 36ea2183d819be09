import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { agreeIfAsked, submitSignIn } from '../../test/support/fixtures/browser-steps.ts';
import { people } from '../../test/support/fixtures/sign-in.ts';
import { root } from '../../test/support/world/test-workers.ts';
import { useStarted } from '../../test/support/world/use-world.ts';
import { expectText, isTooWide, logOut } from './sample-steps.ts';
import { testDisconnect, testWaysBack } from './sample-tests.ts';
import { startSampleBesideNpmStart } from './sample-world.ts';

const world = useStarted(() => startSampleBesideNpmStart('hono'));

test('a user is redirected from /orders to the sign-in and back, orders, and signs out', async () => {
  const tab = await world.open({ viewport: { width: 360, height: 740 } });
  await tab.goto(`${world.home}/orders?of=2026`);
  await submitSignIn(tab, people.duri);
  await agreeIfAsked(tab);
  await expectText(tab, 'Orders of 이두리: none yet.');
  expect(tab.url()).toBe(`${world.home}/orders?of=2026`);
  await tab.getByText('Order something').click();
  await expectText(tab, 'Thank you, 이두리.');
  await tab.goto(world.home);
  await expectText(tab, 'Hello, 이두리.');
  expect(await isTooWide(tab)).toBe(false);
  await logOut(tab);
  expect(tab.url()).toBe(`${world.home}/`);
});

testWaysBack(world);
testDisconnect(world);

test('an API request without a session gets 401, and a form of another site 403', async () => {
  const program = await fetch(`${world.home}/api/me`, { headers: { Accept: 'application/json' } });
  expect([program.status, await program.json()]).toEqual([401, { message: 'Sign in first.' }]);
  const form = await fetch(`${world.home}/orders`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://evil.example' },
    body: 'a=b',
  });
  expect(form.status).toBe(403);
});

test("the example's types are valid", () => {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const run = () => execFileSync(process.execPath, [tsc, '--project', 'docs/examples/hono'], { cwd: root });
  expect(run).not.toThrow();
});
