import assert from 'node:assert/strict';
import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Sandbox } from 'plid/sandbox';

/**
 * Waits until both workers have reached a step, so that their tests run at the same time.
 * @returns the sandboxes of both workers, in a fixed order.
 */
export async function meet(step: string, { url }: Pick<Sandbox, 'url'>): Promise<string[]> {
  const file = `${step}-${new URL(url).port}`;
  // A rename is atomic: the other worker never reads a part of the file.
  writeFileSync(file, url);
  renameSync(file, `${file}.txt`);
  for (;;) {
    const files = globSync(`${step}-*.txt`).sort();
    if (files.length === 2) return files.map((one) => readFileSync(one, 'utf8'));
    await setTimeout(50);
  }
}

/** Two workers have a sandbox each: a carrier outage of the first has no effect on the second. */
export async function checkSeparateSandboxes(sandbox: Sandbox): Promise<void> {
  const [first, second] = await meet('started', sandbox);
  assert.notEqual(first, second);
  const hasOutage = sandbox.url === first;
  if (hasOutage) await sandbox.faults.set('carrier outage');
  await meet('ready', sandbox);
  const signIn = sandbox.signIn('01012345678');
  if (hasOutage) await assert.rejects(signIn, { status: 503 });
  else assert.notEqual((await signIn).code, '');
}

/** A test begins with the seed, whatever the test before it has done. */
export async function checkReset(sandbox: Sandbox): Promise<void> {
  assert.deepEqual([await sandbox.faults.list(), await sandbox.exchanges()], [[], []]);
  assert.equal((await sandbox.person('01012345678').read()).name, '한소리');
}
