import { expect, test } from 'vitest';
import { seed } from '../support/seed.ts';
import { soakFor } from './soak.ts';

test('32 people log in while the runtime is killed and KV fails; all that they were told is as the audit finds it', {
  timeout: 300_000,
}, async () => {
  const { figures } = await soakFor({ seconds: 12, seed });
  expect(figures.logins).toBeGreaterThan(0);
  expect(figures.kills).toBeGreaterThan(0);
  expect(figures.faults.size).toBeGreaterThan(0);
});
