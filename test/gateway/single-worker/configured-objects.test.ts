import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.resetModules());

const module = () => import('../../../workers/gateway/single-worker/configured-objects.ts');

test.each([
  ['RETENTION_DAYS', '30'],
  ['CLOCK', undefined],
  ['CLIENT_ID', 'from code'],
])('the objects take %s from the code, not from a variable of the application', async (name, inCode) => {
  const { completed, setObjectSettings } = await module();
  setObjectSettings(() => ({ [name]: inCode }));
  const env = { [name]: 'from a variable', OWN: 'of the application' };
  expect(completed(env)).toMatchObject({ [name]: inCode, OWN: 'of the application' });
});

test('the objects read no clock from a variable, even before a gateway is made', async () => {
  const { completed } = await module();
  expect(completed({ CLOCK: 'https://attacker.example' })).toMatchObject({ CLOCK: undefined });
});
