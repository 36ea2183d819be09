import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { applicationSettings } from '../../../packages/plid/command/application-options.ts';
import { packageSource } from '../../../packages/plid/command/init/package-source.ts';
import { carrierSettings } from '../../../packages/plid/command/own-carriers.ts';
import { packageManagerOf } from '../../../packages/plid/command/package-manager.ts';
import { readSandboxArguments } from '../../../packages/plid/command/sandbox-arguments.ts';
import { UsageError } from '../../../packages/plid/command/usage-error.ts';
import { welcome } from '../../../packages/plid/command/welcome.ts';
import type { Sandbox } from '../../../packages/plid/sandbox/index.ts';
import type { ListedPerson } from '../../../packages/plid/sandbox/listed-person.ts';
import { readOptions } from '../../../sandbox/start/options.ts';
import { publicSecrets } from '../../../sandbox/world/public-secrets.ts';
import { testFolder } from '../../support/world/isolation.ts';

/** A folder with these files. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(testFolder(), 'project-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

describe('plid sandbox', () => {
  test.each([
    [[], {}, {}],
    [['--port', '0'], {}, { port: 0 }],
    [['--port', '65535'], {}, { port: 65_535 }],
    [['--seed', 'a.json'], {}, { seed: 'a.json' }],
    [['--state', 'a', '--save', 'b'], { save: 'b' }, { state: 'a' }],
    [['--host', '0.0.0.0'], {}, { host: '0.0.0.0' }],
    [['--allow-host', 'a', '--allow-host', '10.0.2.2'], {}, { allowHosts: ['a', '10.0.2.2'] }],
    [['--carrier', 'K=http://localhost:4000'], { carriers: ['K=http://localhost:4000'] }, {}],
    [['--limits'], {}, { limits: true }],
    [['--log'], { withLog: true }, {}],
    [['--json'], { asJson: true }, {}],
  ])('with %j starts with these options', (words, changed, options) => {
    const choices = { application: undefined, guard: undefined, redirectUris: [] };
    const usual = { choices, carriers: [], withLog: false, asJson: false };
    const expected = { ...usual, ...changed, options: { port: 8787, allowHosts: [], ...options } };
    expect(readSandboxArguments(['sandbox', ...words])).toEqual({ sandbox: expected });
  });

  test.each([
    [['sandbox', '--port', '-1']],
    [['sandbox', '--port', '100000']],
    [['sandbox', '--port', 'x']],
    [['sandbox', 'more']],
    [['sandbox', '--unknown']],
    [['other']],
  ])('is not started by %j', (words) => {
    expect(() => readSandboxArguments(words)).toThrow(UsageError);
  });

  test.each([[[]], [['help']], [['--help']], [['-h']], [['sandbox', '--help']]])(
    '%j prints help',
    (words) => {
      expect(readSandboxArguments(words)).toEqual({ text: expect.stringContaining('--port <number>') });
    },
  );

  test.each([[['version']], [['--version']], [['-v']]])('%j prints the version', (words) => {
    expect(readSandboxArguments(words)).toEqual({ version: true });
  });
});

describe.each([
  ['plid sandbox', (words: string[]) => readSandboxArguments(['sandbox', ...words])],
  ['npm start', (words: string[]) => readOptions(words, {})],
])("%s reads the options of the developer's application", (_, read) => {
  const settingsOf = (...words: string[]) => {
    const given = read(words);
    if ('sandbox' in given) return applicationSettings(given.sandbox.choices);
    return 'redirectUris' in given ? applicationSettings(given) : undefined;
  };
  const application = 'http://localhost:3000';

  test.each<[string[], Record<string, string>]>([
    [[], {}],
    [['--application', `${application}/`], { APPLICATION_URL: application }],
    [
      ['--application', application, '--guard'],
      { APPLICATION_URL: application, GUARD: 'Y', PUBLIC_PATHS: '' },
    ],
    [
      ['--application', application, '--guard', '--public-paths', '/,/assets/*'],
      { APPLICATION_URL: application, GUARD: 'Y', PUBLIC_PATHS: '/,/assets/*' },
    ],
    [
      ['--redirect-uri', 'http://localhost:5173/callback', '--redirect-uri', 'https://a.example/cb'],
      { REDIRECT_URIS: 'http://localhost:5173/callback https://a.example/cb' },
    ],
  ])('%j: %j', (words, settings) => {
    expect(settingsOf(...words)).toEqual(settings);
  });

  test.each([
    [['--application', 'localhost:3000'], '--application needs an address such as http://localhost:3000'],
    [['--guard'], '--guard needs --application, which specifies the application to protect.'],
    [['--application', application, '--public-paths', '/'], '--public-paths needs --guard.'],
    [['--redirect-uri', '5173'], '--redirect-uri needs an address such as http://localhost:5173/callback'],
    [['--redirect-uri', 'http://localhost/a b'], '--redirect-uri needs an address'],
  ])('%j: %s', (words, message) => {
    expect(() => settingsOf(...words)).toThrow(message);
  });
});

describe('the carriers of a developer', () => {
  const address = 'http://localhost:4000';
  test.each([
    [[], undefined, { OWN_CARRIERS: '' }],
    [[`K=${address}/`], undefined, { OWN_CARRIERS: 'K', CARRIER_K: address }],
    [
      [`L=${address}`, 'S=https://plid.carrier.example/plid'],
      't',
      {
        ...{ OWN_CARRIERS: 'SL', CARRIER_S: 'https://plid.carrier.example/plid', CARRIER_L: address },
        ...{ CARRIER_S_TOKEN: 't', CARRIER_L_TOKEN: 't' },
      },
    ],
    [
      [address],
      undefined,
      { OWN_CARRIERS: 'SKL', CARRIER_S: address, CARRIER_K: address, CARRIER_L: address },
    ],
  ])('%j with the token %s become these settings', (given, token, settings) => {
    expect(carrierSettings(given, token)).toEqual(settings);
  });

  test.each([
    [[`K=${address}`, `K=${address}`], 'two carriers for K'],
    [[address, `S=${address}`], 'two carriers for S'],
    [[`X=${address}`], 'needs S, K, or L'],
    [['K=http://carrier.example'], 'needs the address'],
    [['K='], 'needs the address'],
    [[`K=${address}?a=b`], 'needs the address'],
    [[`K=${address}#a`], 'needs the address'],
    [['K=https://a@carrier.example'], 'needs the address'],
  ])('%j are refused: %s', (given, message) => {
    expect(() => carrierSettings(given, undefined)).toThrow(message);
  });
});

describe('the package manager of a project', () => {
  const commands = {
    npm: ['npm install', 'npm run', 'npx', 'node', 'npm install --save-dev'],
    yarn: ['yarn install', 'yarn run', 'yarn run', 'yarn node', 'yarn add --dev'],
    pnpm: ['pnpm install', 'pnpm run', 'pnpm exec', 'node', 'pnpm add --save-dev'],
    bun: ['bun install', 'bun run', 'bunx', 'node', 'bun add --dev'],
  };
  type Name = keyof typeof commands;

  test.each<[Record<string, string>, string | undefined, Name]>([
    [{}, undefined, 'npm'],
    [{}, 'npm/11.0.0 node/v26', 'npm'],
    [{}, 'pnpm/10.0.0 node/v26', 'pnpm'],
    [{}, 'yarn/4.0.0', 'yarn'],
    [{}, 'bun/1.2.0', 'bun'],
    [{}, 'other/1', 'npm'],
    [{ 'package-lock.json': '{}' }, 'pnpm/10.0.0', 'npm'],
    [{ 'yarn.lock': '' }, undefined, 'yarn'],
    [{ 'pnpm-lock.yaml': '' }, 'npm/11.0.0', 'pnpm'],
    [{ 'bun.lock': '' }, undefined, 'bun'],
    [{ 'bun.lockb': '' }, undefined, 'bun'],
  ])('with the files %j, run by %s, is %s', (files, npm_config_user_agent, expected) => {
    const { name, install, run, exec, node, add } = packageManagerOf(folderWith(files), {
      npm_config_user_agent,
    });
    expect([name, [install, run, exec, node, add]]).toEqual([expected, commands[expected]]);
  });
});

describe('the package in a new project', () => {
  const manifest = (entries: object) => ({ 'package.json': JSON.stringify(entries), 'plid.tgz': '' });

  test.each<[string, Record<string, string>, string | undefined, object]>([
    ['a file in the project', { 'plid.tgz': '' }, 'plid.tgz', { dependency: 'file:plid.tgz' }],
    [
      'a file of npm in the project',
      { 'a/plid.tgz': '' },
      'file:a/plid.tgz',
      { dependency: 'file:a/plid.tgz' },
    ],
    [
      'its dependency',
      manifest({ dependencies: { plid: 'file:plid.tgz' } }),
      undefined,
      { dependency: 'file:plid.tgz' },
    ],
    [
      'its dependency for development',
      manifest({ devDependencies: { plid: 'plid.tgz' } }),
      undefined,
      { dependency: 'file:plid.tgz' },
    ],
  ])('comes from %s', (_, files, given, source) => {
    expect(packageSource(given, folderWith(files), '0.1.0')).toEqual(source);
  });

  test('is copied from elsewhere, so that other machines can install it', () => {
    const from = path.join(folderWith({ 'plid-0.1.0.tgz': '' }), 'plid-0.1.0.tgz');
    const to = 'vendor/plid-0.1.0.tgz';
    expect(packageSource(from, folderWith({}), '0.1.0')).toEqual({
      dependency: `file:${to}`,
      copied: { from, to },
    });
  });

  test('is asked for if there is none', () => {
    expect(() => packageSource(undefined, folderWith({}), '0.1.0')).toThrow('Pass the file of the package');
    expect(() => packageSource('none.tgz', folderWith({}), '0.1.0')).toThrow('file not found: none.tgz');
  });
});

describe('the welcome of a sandbox', () => {
  const application = {
    client_id: 'id',
    client_secret: 'secret',
    name: 'Shop',
    redirect_uris: ['http://a', 'http://b'],
  };
  const sandbox = { url: 'http://localhost:8787', applications: [application] } as unknown as Sandbox;
  const people = (count: number) =>
    Array.from(
      { length: count },
      (_, at): ListedPerson => ({
        ...{ phoneNo: `0100000${String(at).padStart(4, '0')}`, name: '김하나', telcoCd: 'L' },
        mvno: at === 0 ? 'Y' : 'N',
      }),
    );

  test('lists twelve people at most, and says where more are', () => {
    const numbersIn = (text: string) => text.match(/^ {2}010\d{8} /gm)?.length;
    expect(numbersIn(welcome(sandbox, people(12), {}))).toBe(12);
    expect(welcome(sandbox, people(12), {})).not.toContain('more at');
    const text = welcome(sandbox, people(13), {});
    expect(numbersIn(text)).toBe(12);
    expect(text).toContain('… and 1 more at http://localhost:8787/sandbox');
    expect(text).toMatch(/01000000000 +김하나 +LG U\+ MVNO +waits for you/);
  });

  test.each([
    ['0.0.0.0', true],
    ['::', true],
    ['127.0.0.1', false],
    [undefined, false],
  ])('at the host %s warns of other machines: %s', (host, warns) => {
    const text = welcome(sandbox, [], host === undefined ? {} : { host });
    expect(text.includes('Every machine on this network can reach the sandbox.')).toBe(warns);
  });

  test('names your own application and the guard in front of it, and where the account page is then', () => {
    const text = welcome(sandbox, [], { application: 'http://localhost:3000', guard: { publicPaths: '' } });
    expect(text).toMatch(/Your application +http:\/\/localhost:8787\n/);
    expect(text).toContain(
      `key ${publicSecrets.IDENTITY_KEY}, iss http://localhost:8787, aud http://localhost:3000`,
    );
    expect(text).toMatch(/User account page +http:\/\/127\.0\.0\.1:8787\/account\n/);
    expect(text).not.toContain('Shop');
  });

  test('names the hosts, the credentials, and what Ctrl-C does', () => {
    const text = welcome(sandbox, [], { allowHosts: ['a', '10.0.2.2'] }, '/state');
    expect(text).toMatch(/Also at +a, 10\.0\.2\.2\n/);
    expect(text).toMatch(
      /client_id +id\n +client_secret +secret\n +redirect_uri +http:\/\/a\n +http:\/\/b\n/,
    );
    expect(text).toContain('Ctrl-C stops it, and keeps everything in /state.');
    expect(welcome(sandbox, [], {})).toContain('Ctrl-C stops it, and deletes everything in it.');
    expect(welcome(sandbox, [], {})).not.toContain('Also at');
  });
});
