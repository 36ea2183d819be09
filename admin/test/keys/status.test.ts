import { copyFileSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plid } from '../../../test/support/world/command.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';

test.each(['service', 'gateway'] as const)('plid keys status %s needs the secrets file', async (half) => {
  const cwd = mkdtempSync(path.join(testFolder(), 'status-'));
  copyFileSync('admin/plid.deploy.example.toml', path.join(cwd, 'plid.deploy.toml'));
  const { code, stdout, stderr } = await plid(['keys', 'status', half], { cwd });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    new RegExp(
      `plid-${half}\\.secrets is missing or has no keys\\. Copy it from the machine that last deployed`,
    ),
  );
  expect(stderr).toContain(`Before the first deployment, run: npx plid-admin deploy ${half}`);
});
