import { EventEmitter } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listedWorkers } from '../../../test/support/world/configurations.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { processIo, withIo } from '../../../tools/terminal/io.ts';
import { explainApiError } from '../../deploy/cloudflare/api-errors.ts';
import { exitGracefully } from '../../deploy/cloudflare/graceful-exit.ts';
import { deployerName } from '../../deploy/cloudflare/version-metadata.ts';
import type { Deployment } from '../../deploy/read/deployment.ts';
import { type DeploymentConfig, readConfig } from '../../deploy/settings/config.ts';
import { describeLimits } from '../../deploy/settings/rate-limits.ts';
import { isInCi } from '../../deploy/settings/secret-sources.ts';
import { passNames, rotatable } from '../../keys/key-entries.ts';
import { refuseUnstoredValue } from '../../keys/stored-secret.ts';

afterEach(() => void vi.restoreAllMocks());

const withEnv = <Result>(env: NodeJS.ProcessEnv, run: () => Result): Result =>
  withIo({ ...processIo, env }, run);

test.each([
  [{}, false],
  [{ CI: '' }, false],
  [{ CI: 'false' }, false],
  [{ CI: '0' }, false],
  [{ CI: 'true' }, true],
  [{ CI: '1' }, true],
])('the environment %j is that of CI: %s', (env, isThere) => {
  expect(withEnv(env, isInCi)).toBe(isThere);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  '%s ends a command once its locks are released',
  async (signal) => {
    const signals = new EventEmitter();
    const exit = vi.fn();
    withIo({ ...processIo, signals: signals as unknown as typeof process, exit }, exitGracefully);
    expect(signals.eventNames().sort()).toEqual(['SIGHUP', 'SIGINT', 'SIGTERM']);
    signals.emit(signal);
    await vi.waitFor(() => expect(exit.mock.calls).toEqual([[1]]));
  },
);

test.each([
  ['kim', 'laptop', 'kim@laptop'],
  ['k'.repeat(30), 'h'.repeat(30), `${'k'.repeat(30)}@${'h'.repeat(30)}`],
  ['k'.repeat(31), 'h'.repeat(31), `${'k'.repeat(30)}@${'h'.repeat(30)}`],
  ['김하나', '노트북', 'somebody@somebody'],
  ['kim; by lee', 'a b.local', 'kimbylee@ab.local'],
])('the user %s at %s deploys as %s', (username, host, name) => {
  vi.spyOn(os, 'userInfo').mockReturnValue({ username } as ReturnType<typeof os.userInfo>);
  vi.spyOn(os, 'hostname').mockReturnValue(host);
  expect(deployerName()).toBe(name);
});

describe('an error of Cloudflare about the permissions of a token', () => {
  const scripts = '/accounts/0/workers/scripts/plid-service-token';

  test.each([1000, 6003, 6111, 9106, 9109, 10000])('is recognized by the code %i', (code) => {
    expect(explainApiError(scripts, 400, code)).toContain('The token lacks a permission: Account › Workers');
    expect(explainApiError('/zones?name=example.com', 400, code)).toContain('rejected CLOUDFLARE_API_TOKEN');
  });

  test.each([
    ['/accounts/0/storage/kv/namespaces', 'Account › Workers KV Storage › Edit'],
    ['/zones/0/dns_records?name=a', 'Zone › DNS › Read'],
    ['/zones/0/workers/routes', 'Zone › Workers Routes › Edit'],
    [scripts, 'Account › Workers Scripts › Edit'],
    ['/accounts/0/workers/domains', 'Account › Workers Scripts › Edit'],
  ])('names for %s the permission %s', (path, permission) => {
    for (const status of [401, 403])
      expect(explainApiError(path, status)).toContain(`: ${permission}. Add it`);
  });

  test('names none for another path', () => {
    expect(explainApiError('/accounts/0/other', 403)).toMatch(/^The token lacks a permission\. Add it/);
  });
});

describe('the settings file of a deployment', () => {
  const folder = mkdtempSync(path.join(testFolder(), 'config-'));
  const read = (name: string, host: string, more = '') => {
    const file = path.join(folder, 'plid.deploy.toml');
    writeFileSync(file, `name = "${name}"\n[service]\nhost = "${host}"\nzone = "example.com"\n${more}`);
    try {
      return readConfig(file, 'service').name;
    } catch (failure) {
      return (failure as Error).message.replace(file, '…');
    }
  };
  const host = 'login.example.com';

  test.each([
    ['p', 'p'],
    ['p'.repeat(30), 'p'.repeat(30)],
    ['p'.repeat(31), expect.stringContaining('name needs up to 30 lowercase letters')],
    ['1plid', expect.stringContaining('name needs')],
    ['Plid', expect.stringContaining('name needs')],
  ])('may name the deployment %s', (name, result) => expect(read(name, host)).toEqual(result));

  test.each([
    [host, 'plid'],
    ['example.com', 'plid'],
    ['login.example.com.evil.com', "…: login.example.com.evil.com isn't in the zone example.com."],
    ['notexample.com', "…: notexample.com isn't in the zone example.com."],
    ['https://login.example.com', expect.stringContaining('service.host needs a host such as')],
    [`${'a'.repeat(250)}.com`, expect.stringContaining('service.host needs a host such as')],
  ])('may name the host %s', (name, result) => expect(read('plid', name)).toEqual(result));

  test.each([
    ['limits = { A = 1 }', 'plid'],
    ['limits = { A = 0 }', expect.stringContaining('needs a whole number of at least 1')],
    ['limits = { A = 1.5 }', expect.stringContaining('needs a whole number of at least 1')],
    ['settings = { A = 5 }', 'plid'],
    ['A_SECRET = "x"', expect.stringContaining('put settings under [service.settings]')],
    ['other = "x"', expect.stringMatching(/service\.other is unknown\.$/)],
  ])('may contain %s', (line, result) => expect(read('plid', host, line)).toEqual(result));
});

describe('a rate limit of the settings file', () => {
  const limitsOf = (limits: Record<string, number>) =>
    describeLimits(listedWorkers, { half: 'service', limits } as DeploymentConfig);

  test('of a challenge is at most that of the refusal, its default or the stated one', () => {
    expect(limitsOf({ SIGN_IN_CHALLENGE: 60 })).toEqual([
      'SIGN_IN_CHALLENGE is set to 60 per 60 seconds instead of 20',
    ]);
    expect(() => limitsOf({ SIGN_IN_CHALLENGE: 61 })).toThrow(
      '[service.limits]: SIGN_IN_CHALLENGE must be at most SIGN_IN_LIMIT, which is 60.',
    );
    expect(limitsOf({ SIGN_IN_CHALLENGE: 61, SIGN_IN_LIMIT: 61 })).toHaveLength(2);
    expect(() => limitsOf({ SIGN_IN_CHALLENGE: 20, SIGN_IN_LIMIT: 19 })).toThrow('which is 19');
  });

  test('is one of the half', () => {
    expect(() => limitsOf({ APP_LIMIT: 900 })).toThrow(
      /^\[service\.limits\]: APP_LIMIT is unknown; valid names: /,
    );
  });
});

describe('the rotation of a secret', () => {
  test('consists of these passes, as a rule and after a leak', () => {
    const described = Object.entries(rotatable).flatMap(([half, secrets]) =>
      Object.entries(secrets).map(([secret, { passes, leakedPasses, isShared, reseals }]) => {
        const more = `${isShared ? ', shared' : ''}${reseals ? ', re-encrypted' : ''}`;
        return `${half} ${secret}: ${passes?.join(' ') ?? 'none'}; ${leakedPasses.join(' ')}${more}`;
      }),
    );
    expect(described).toEqual([
      'service KEYS: add first drop; add first drop, re-encrypted',
      'service DISCLOSURE_KEY: add first drop; add first drop, re-encrypted',
      'service PHONE_KEY: none; replace',
      'service EVENT_KEY: add first drop; replace',
      'service OPENID_KEY: add first drop; replace',
      'service ADMIN_TOKEN: add drop; replace, shared',
      'service CARRIER_TOKEN: add drop; replace, shared',
      'gateway KEYS: add first drop; replace',
      'gateway OPENID_KEY: add first drop; replace',
      'gateway ADMIN_TOKEN: add drop; replace, shared',
      'gateway IDENTITY_KEY: add first drop; replace',
    ]);
  });

  test.each([...passNames, undefined])(
    'needs its new value in the environment first if it is to %s',
    (pass) => {
      const deployment = { config: { half: 'service' } } as Deployment;
      const refused = (env: NodeJS.ProcessEnv) => {
        try {
          withEnv(env, () => refuseUnstoredValue(deployment, 'KEYS', pass));
          return '';
        } catch (failure) {
          return (failure as Error).message;
        }
      };
      expect(refused({})).toBe('');
      const message = refused({ PLID_SERVICE_KEYS: 'k1:x' });
      expect(message !== '').toBe(pass === 'add' || pass === 'replace');
      if (message !== '') expect(message).toContain('PLID_SERVICE_KEYS');
    },
  );
});
