import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { installAdvice, npmCommand } from '../../../packages/plid/command/npm-command.ts';
import { newFolder } from '../../support/fixtures/generated-project.ts';

const words = ['install', '--prefix', 'C:\\Users\\김 하나\\cache'];
const nothing = () => false;
const only = (file: string) => (asked: string) => asked === file;
const linux = { platform: 'linux', execPath: '/opt/node/bin/node', exists: nothing } as const;
const windows = {
  platform: 'win32',
  execPath: 'C:\\Program Files\\nodejs\\node.exe',
  exists: nothing,
} as const;

describe('the command that runs npm', () => {
  test('is the npm that runs this program', () => {
    const npm_execpath = '/usr/lib/node_modules/npm/bin/npm-cli.js';
    expect(npmCommand(words, { npm_execpath }, linux)).toEqual({
      file: linux.execPath,
      words: [npm_execpath, ...words],
      shell: false,
    });
  });

  test.each([
    '/usr/share/yarn/bin/yarn.js',
    '/project/.yarn/releases/yarn-4.14.0.cjs',
    '/usr/lib/node_modules/pnpm/bin/pnpm.cjs',
    '/home/kim/.bun/bin/bun',
    undefined,
  ])('is never another package manager: %s', (npm_execpath) => {
    const npm = '/opt/node/lib/node_modules/npm/bin/npm-cli.js';
    const env = npm_execpath === undefined ? {} : { npm_execpath };
    expect(npmCommand(words, env, { ...linux, exists: only(npm) })).toEqual({
      file: linux.execPath,
      words: [npm, ...words],
      shell: false,
    });
    expect(npmCommand(words, env, linux)).toEqual({ file: 'npm', words, shell: false });
  });

  test('is the npm next to Node on Windows, without a shell', () => {
    const npm = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js';
    expect(npmCommand(words, {}, { ...windows, exists: only(npm) })).toEqual({
      file: windows.execPath,
      words: [npm, ...words],
      shell: false,
    });
    const npm_execpath = path.win32.join('D:\\npm', 'npm-cli.js');
    expect(npmCommand(words, { npm_execpath }, windows).words[0]).toBe(npm_execpath);
  });

  test('quotes words with spaces for the shell of Windows, which npm.cmd needs', () => {
    expect(npmCommand(words, {}, windows)).toEqual({
      file: 'npm "install" "--prefix" "C:\\Users\\김 하나\\cache"',
      words: [],
      shell: true,
    });
  });
});

test.each([
  [undefined, 'npm install --save-dev wrangler'],
  ['npm/11.19.1 node/v26.10.0 linux x64', 'npm install --save-dev wrangler'],
  ['yarn/1.22.22 npm/? node/v26.10.0 linux x64', 'yarn add --dev miniflare@5.0.0'],
  ['pnpm/10.1.0 npm/? node/v26.10.0 linux x64', 'pnpm add --save-dev miniflare@5.0.0'],
  ['bun/1.3.0 npm/? node/v26.10.0 linux x64', 'bun add --dev miniflare@5.0.0'],
])('the advice for %s is: %s', (npm_config_user_agent, command) => {
  const env = npm_config_user_agent === undefined ? {} : { npm_config_user_agent };
  expect(installAdvice('5.0.0', newFolder(), env)).toBe(command);
});

test('the lock file of a project names its package manager, whatever runs the command', () => {
  const folder = newFolder();
  writeFileSync(path.join(folder, 'pnpm-lock.yaml'), '');
  const npm_config_user_agent = 'npm/11.19.1 node/v26.10.0 linux x64';
  expect(installAdvice('5.0.0', folder, { npm_config_user_agent })).toBe(
    'pnpm add --save-dev miniflare@5.0.0',
  );
});
