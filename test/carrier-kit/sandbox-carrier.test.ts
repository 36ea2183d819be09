import { expect, test } from 'vitest';
import { failuresOf } from '../support/people/conformance.ts';
import { packageCommand } from '../support/world/command.ts';
import { useSandbox } from '../support/world/sandbox-world.ts';

const sandbox = useSandbox();

test('the carriers of the sandbox pass every case over HTTP', async () => {
  const words = ['carrier', '--sandbox', '--url', `${sandbox.url}/sandbox/carrier`, '--json'];
  const { code, stdout, stderr } = await packageCommand(words);
  expect(failuresOf(JSON.parse(stdout))).toEqual([]);
  expect([code, stderr]).toEqual([0, '']);
});
