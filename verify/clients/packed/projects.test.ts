import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../../test/support/world/bundles.ts';
import { folderOnDisk } from '../folder-on-disk.ts';
import { type Consumer, packAndInstall } from './pack.ts';

// Projects that load no ES module, ignore `exports`, or do not run on Node: each finds the package as it was packed.
const clients = path.join(root, 'verify/clients/node_modules');
const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'verify/clients/package.json'), 'utf8'));
/** The limit for starting a runtime on a busy machine, in milliseconds. */
const patience = 120_000;

let consumer: Consumer;
let kits: Consumer;
beforeAll(async () => {
  consumer = await packAndInstall();
  kits = await packAndInstall('plid-kits');
  symlinkSync(kits.package, path.join(consumer.folder, 'node_modules/plid-kits'), 'junction');
}, 180_000);
afterAll(() => {
  consumer?.remove();
  kits?.remove();
});

/** Installs the sandbox's runtime: the stable one, or the one that it was built with. */
function install(miniflare: 'miniflare' | 'miniflare-4'): void {
  const from = miniflare === 'miniflare' ? path.join(root, 'node_modules') : clients;
  const installed = path.join(consumer.folder, 'node_modules/miniflare');
  rmSync(installed, { force: true });
  symlinkSync(path.join(from, miniflare), installed, 'junction');
}

/** A separate project next to the installed package. @returns a function that runs a program in it and returns its output. */
function project(name: string, files: Record<string, string>) {
  const folder = path.join(consumer.folder, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  return async (program: string, ...words: string[]) => {
    const { stdout, stderr } = await promisify(execFile)(program, words, { cwd: folder }).catch((failure) => {
      throw new Error(`${failure.stdout}${failure.stderr}`);
    });
    return `${stdout}${stderr}`;
  };
}

const login = `
    const { client_id, client_secret, redirect_uris: [redirectUri] } = sandbox.application;
    const client = createClient({ service: sandbox.url, clientId: client_id, clientSecret: client_secret, redirectUri });
    const { code } = await sandbox.signIn('01000000001');
    const { access_token } = await client.exchange(code);
    const { name } = await client.user(access_token);`;

test('Jest with the stable miniflare runs a complete sign-in in the sandbox', {
  timeout: patience,
}, async () => {
  install('miniflare-4');
  const run = project('jest', {
    'package.json': '{}',
    'login.test.js': `const { createClient, PlidRefusal } = require('plid/client');
const { describeConformance, runConformance, sandboxTarget } = require('plid-kits/conformance');
const { startSandbox } = require('plid/sandbox');
test('a person logs in', async () => {
  const sandbox = await startSandbox();
  try {${login}
    expect(name).toBe('김하나');
    await expect(client.exchange(code)).rejects.toThrow(PlidRefusal);
    await sandbox.person('01000000001').change({ name: '하나둘' });
    await sandbox.save('saved');
  } finally {
    await sandbox.stop();
  }
}, 60_000);
test('goes on from what was saved, and keeps to the specification', async () => {
  const sandbox = await startSandbox({ state: 'saved' });
  try {
    expect((await sandbox.person('01000000001').read()).name).toBe('하나둘');
    const report = await runConformance(sandboxTarget(sandbox), ['4.2']);
    expect(describeConformance(report)).toContain('✓');
    expect(report.failed).toBe(0);
  } finally {
    await sandbox.stop();
  }
}, 60_000);`,
  });
  const jest = path.join(clients, 'jest/bin/jest.js');
  expect(await run(process.execPath, jest, '--no-cache')).toContain('2 passed');
});

test("Bun runs a complete sign-in in the sandbox, which doesn't keep the program running", {
  timeout: patience,
}, async () => {
  install('miniflare');
  const run = project('bun', {
    'package.json': '{ "type": "module" }',
    'login.js': `import { createClient } from 'plid/client';
import { startSandbox } from 'plid/sandbox';
import { plidSignIn } from 'plid/web';
    const sandbox = await startSandbox();${login}
    const options = { service: sandbox.url, clientId: client_id, clientSecret: client_secret, redirectUri };
    const outcomes = { signed_in: ({ user }) => new Response(user.name), automatic: () => undefined };
    const plid = plidSignIn({ ...options, outcomes, cookieKey: '0123456789abcdef'.repeat(2) });
    const begun = await plid.login(new Request('http://localhost/login'));
    const { location } = await sandbox.signInAt(begun.headers.get('Location'), '01000000001');
    const headers = { Cookie: begun.headers.getSetCookie()[0].split(';')[0] };
    const end = await plid.callback(new Request(location, { headers }));
    console.log(process.versions.bun, name, await end.text(), end.headers.getSetCookie().length);`,
  });
  const bun = path.join(clients, 'bun/bin/bun.exe');
  expect(await run(bun, 'login.js')).toContain(`${devDependencies.bun} 김하나 김하나 1`);
});

const use = `import { createClient } from 'plid/client';
import { decryptField } from 'plid/fields';
import { identityVerifier } from 'plid/identity';
import { plidSignIn } from 'plid/web';
import { startSandbox } from 'plid/sandbox';
import { sandboxFixtures } from 'plid/sandbox/playwright';
`;
const functions = [
  ...['createClient', 'decryptField', 'identityVerifier', 'plidSignIn', 'startSandbox', 'sandboxFixtures'],
];
const print = `console.log([${functions}].map((one) => typeof one).join());`;
const printed = `${functions.map(() => 'function').join()}\n`;

test('TypeScript without support for exports (node10) compiles and runs the package', {
  timeout: patience,
}, async () => {
  const compilerOptions = {
    module: 'commonjs',
    moduleResolution: 'node10',
    target: 'es2022',
    strict: true,
    esModuleInterop: true,
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules/@types')],
  };
  const run = project('node10', {
    'package.json': '{}',
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['program.ts'] }),
    'program.ts': `${use}${print}
// @ts-expect-error: there is no such option
createClient({ service: 'https://login.example.com', clientId: 'c', redirectUri: 'https://a.example', secret: '' });`,
  });
  expect(await run(process.execPath, path.join(clients, 'typescript-5/bin/tsc'))).toBe('');
  expect(await run(process.execPath, 'program.js')).toBe(printed);
});

test('Parcel bundles the package', { timeout: patience }, async () => {
  // Pages need no sandbox.
  const portable = use.split('\n').slice(0, 4);
  const run = project('parcel', {
    'package.json': '{ "private": true }',
    'program.js': `${portable.join('\n')}
console.log([createClient, decryptField, identityVerifier, plidSignIn].map((one) => typeof one).join());`,
  });
  const parcel = path.join(clients, 'parcel/lib/bin.js');
  await run(process.execPath, parcel, 'build', 'program.js', '--no-cache', '--dist-dir', 'out');
  expect(await run(process.execPath, 'out/program.js')).toBe(`${Array(4).fill('function').join()}\n`);
});

test('npm installs the package next to the stable miniflare', { timeout: patience }, async () => {
  const folder = folderOnDisk();
  try {
    writeFileSync(path.join(folder.path, 'plid.tgz'), consumer.tarball);
    const [, stable] = devDependencies['miniflare-4'].split('@');
    await folder.run(`npm install --package-lock-only --ignore-scripts ./plid.tgz miniflare@${stable}`);
    const { packages } = JSON.parse(readFileSync(path.join(folder.path, 'package-lock.json'), 'utf8'));
    expect(packages).toMatchObject({
      'node_modules/plid': { resolved: 'file:plid.tgz' },
      'node_modules/miniflare': { version: stable },
    });
  } finally {
    folder.remove();
  }
});

test.each(['import("plid")', 'Promise.resolve().then(() => require("plid"))'])(
  "%s fails with an error that lists the package's entry points",
  async (load) => {
    const run = project('bare', { 'program.cjs': `${load}.catch(({ message }) => console.log(message));` });
    const said = await run(process.execPath, 'program.cjs');
    const { exports } = JSON.parse(readFileSync(path.join(consumer.package, 'package.json'), 'utf8'));
    const names = Object.keys(exports).filter((name) => !/^\.$|\*|json$/.test(name));
    expect(names.length).toBeGreaterThan(4);
    for (const name of names) expect(said).toContain(name.replace('.', 'plid'));
  },
);
