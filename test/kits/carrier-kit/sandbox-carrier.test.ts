import { expect, test } from 'vitest';
import { failuresOf } from '../../support/fixtures/conformance.ts';
import { kitsCommand } from '../../support/world/command.ts';
import { useSandbox } from '../../support/world/sandbox-world.ts';

const sandbox = useSandbox();

test('the carriers of the sandbox pass every case over HTTP, with --strict', async () => {
  const words = ['carrier', '--sandbox', '--url', `${sandbox.url}/sandbox/carrier`, '--strict', '--json'];
  const { code, stdout, stderr } = await kitsCommand(words);
  const report = JSON.parse(stdout);
  expect(failuresOf(report)).toEqual([]);
  expect([code, stderr]).toEqual([0, '']);
});
