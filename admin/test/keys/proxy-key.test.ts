import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plid } from '../../../test/support/world/command.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';

function folderOfGateway(secrets?: string): string {
  const folder = mkdtempSync(path.join(testFolder(), 'proxy-key-'));
  copyFileSync('admin/plid.deploy.example.toml', path.join(folder, 'plid.deploy.toml'));
  if (secrets !== undefined) writeFileSync(path.join(folder, 'plid-gateway.secrets'), secrets);
  return folder;
}
const [first, second] = ['1123456789abcdef'.repeat(4), '2123456789abcdef'.repeat(4)];

/** `printf 'plid proxy key' | openssl dgst -sha256 -hmac …` under the first key. Another value would lock out every configured proxy. */
const proxyKey = '575f1716b558854ca621e20ab53fa4325b19bdaf005c71a7ef1303233a2e572c';

test.each([first, `${first},${second}`])(
  'plid keys proxy prints an HMAC-SHA-256 with the first IDENTITY_KEY: %s',
  async (keys) => {
    const printed = await plid(['keys', 'proxy'], { cwd: folderOfGateway(`IDENTITY_KEY="${keys}"\n`) });
    expect(printed).toMatchObject({ code: 0, stderr: '', stdout: `${proxyKey}\n` });
  },
);

test("plid keys proxy prefers the IDENTITY_KEY of the environment to the file's", async () => {
  const cwd = folderOfGateway(`IDENTITY_KEY="${second}"\n`);
  const printed = await plid(['keys', 'proxy'], { cwd, env: { PLID_GATEWAY_IDENTITY_KEY: first } });
  expect(printed.stdout).toBe(`${proxyKey}\n`);
});

test.each([undefined, '', 'IDENTITY_KEY=""\n'])(
  'plid keys proxy fails before the first deployment: %j',
  async (secrets) => {
    const { code, stdout, stderr } = await plid(['keys', 'proxy'], { cwd: folderOfGateway(secrets) });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('has no IDENTITY_KEY. First run: npx plid-admin deploy gateway');
  },
);
