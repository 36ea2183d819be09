import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { publicKeys } from '../../../sandbox/world/public-secrets.ts';
import { administer, consentTerms } from '../../support/requests/operator-requests.ts';
import { root } from '../../support/world/bundles.ts';
import { useSandbox } from '../../support/world/sandbox-world.ts';
import { useWorld } from '../../support/world/use-world.ts';

const client_id = 'myshop00000000000001';
const callback = 'http://application:3000/callback';
const seedWith = (redirect_uri: string) => ({
  applications: [{ client_id, name: '내 가게', redirect_uris: [redirect_uri] }],
});
const application = { name: 'Container Shop', attributes: ['ci'], ...consentTerms };

describe('a sandbox with the name of a container', () => {
  const sandbox = useSandbox({ allowHosts: ['application'], ...seedWith(callback) });
  const register = (redirect_uri: string) =>
    fetch(`${sandbox.url}/admin/applications`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${publicKeys.ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...application, redirect_uris: [redirect_uri] }),
    });

  test('registers an http callback there from a seed, and signs in', async () => {
    expect((await sandbox.signIn('01000000001')).code).toMatch(/^[\w.~-]{20,}$/);
  });

  test('registers it over the API of the operator', async () => {
    expect((await register(callback)).status).toBe(201);
  });

  test.each(['http://other:3000/callback', 'http://shop.example.com/', 'ftp://application/callback'])(
    'refuses %s',
    async (other) => {
      expect((await register(other)).status).toBe(400);
      await expect(sandbox.reset(seedWith(other))).rejects.toThrow('To use http at the name of a container');
    },
  );
});

describe('without that name', () => {
  const sandbox = useSandbox();
  const world = useWorld({ half: 'service' });

  test('a sandbox refuses it, and names the option', async () => {
    await expect(sandbox.reset(seedWith(callback))).rejects.toThrow('--allow-host');
  });

  test('a deployed service refuses it, because only the sandbox can allow it', async () => {
    const body = { ...application, redirect_uris: [callback] };
    expect((await administer(world, 'POST', '', { body })).status).toBe(400);
    const users = globSync('{workers,admin,packages,sandbox}/**/*.ts', {
      cwd: root,
      exclude: ['**/node_modules/**', '**/test/**', '**/dist/**'],
    }).filter((file) => readFileSync(path.join(root, file), 'utf8').includes('allowHttpCallbacksAt'));
    expect(users.sort()).toEqual([
      'sandbox/world/prepare-environment.ts',
      'workers/service/operator/applications/callback-address.ts',
    ]);
  });
});
