import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { root } from './support/workers.ts';

const files = globSync('workers/**/wrangler.toml', { cwd: root });
const deployable = files.map((file) => ({
  file,
  config: unstable_readConfig({ config: path.join(root, file) }, { hideWarnings: true }),
}));
const local = unstable_readConfig({ config: path.join(root, 'wrangler.toml') }, { hideWarnings: true });

test('there is a worker for each route of the service and of the gateway', () => {
  expect(files.map((file) => path.dirname(file)).sort()).toEqual(
    expect.arrayContaining([
      'workers/gateway/callback',
      'workers/gateway/disconnect',
      'workers/gateway/login',
      'workers/gateway/logout',
      'workers/gateway/session',
      'workers/gateway/token',
      'workers/gateway/user',
      'workers/service/applications',
      'workers/service/authorize',
      'workers/service/disconnect',
      'workers/service/metadata',
      'workers/service/objects',
      'workers/service/subscribers',
      'workers/service/token',
      'workers/service/user',
    ]),
  );
});

test('no configuration binds the clock of the tests', () => {
  for (const file of [...files, 'wrangler.toml']) {
    expect(readFileSync(path.join(root, file), 'utf8'), file).not.toMatch(/\bCLOCK\b/);
  }
});

test('the sandbox has no configuration that could be deployed', () => {
  expect(files.filter((file) => file.includes('sandbox'))).toEqual([]);
  for (const { file, config } of deployable) {
    expect(
      config.durable_objects.bindings.map((object: { name: string }) => object.name),
      file,
    ).not.toContain('DIRECTORY');
  }
});

test('deploying the local world by mistake exposes nothing: no route, no workers.dev', () => {
  expect(local.workers_dev).toBe(false);
  expect(local.routes ?? []).toEqual([]);
  expect(local.route).toBeUndefined();
});

test.each(deployable)(
  '$file is served at its routes alone, not at workers.dev or preview addresses',
  ({ config }) => {
    expect(config.workers_dev).toBe(false);
    expect(config.preview_urls).toBe(false);
    expect(config.compatibility_date).toBe(local.compatibility_date);
  },
);

test('no secret stands in a configuration', () => {
  const secrets = ['KEYS', 'PHONE_KEY', 'ADMIN_TOKEN', 'CARRIER_TOKEN', 'CLIENT_SECRET'];
  for (const { file, config } of [...deployable, { file: 'wrangler.toml', config: local }]) {
    expect(
      Object.keys(config.vars).filter((name) => secrets.includes(name)),
      file,
    ).toEqual([]);
  }
});
