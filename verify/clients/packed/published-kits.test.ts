import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../../test/support/world/bundles.ts';
import { type Consumer, packAndInstall } from './pack.ts';

let consumer: Consumer;
beforeAll(async () => {
  consumer = await packAndInstall('plid-kits');
}, 180_000);
afterAll(() => consumer?.remove());

const manifest = () => JSON.parse(readFileSync(path.join(consumer.package, 'package.json'), 'utf8'));

test('the kits contain the code, documents, and types, without sources, tests, or local paths', () => {
  const files = globSync('**/*', { cwd: consumer.package }).filter((file) =>
    statSync(path.join(consumer.package, file)).isFile(),
  );
  const allowed =
    /^(?:package\.json|LICENSE|README(?:\.ko)?\.md|(?:carrier|command|(?:carrier-kit|conformance)(?:\/cases)?|crypto|http|protocol|test-suite|plid\/(?:command|sandbox))\/[\w-]+(?:\.d)?\.(?:c?[jt]s|json))$/;
  expect(files.filter((file) => !allowed.test(file))).toEqual([]);
  expect(files.filter((file) => /\.c?ts$/.test(file) && !/\.d\.c?ts$/.test(file))).toEqual([]);
  const texts = files.map((file) => readFileSync(path.join(consumer.package, file), 'utf8'));
  expect(texts.filter((text) => text.includes(root))).toEqual([]);
  expect(consumer.tarball.length / 1024).toBeLessThan(200);
});

test('the manifest of the kits is complete, except for owner and address', () => {
  const { dependencies, private: isPrivate, scripts, ...rest } = manifest();
  expect([dependencies, isPrivate, scripts]).toEqual([undefined, undefined, undefined]);
  expect(rest).toMatchObject({
    name: 'plid-kits',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    description: expect.stringMatching(/.{40}/),
    license: 'MIT',
    bin: { 'plid-kits': 'command/index.js' },
    engines: { node: '>=20.19' },
    publishConfig: { access: 'public', provenance: true },
  });
});

test('the kits pass publint and attw', async () => {
  const tarball = new Uint8Array(consumer.tarball).buffer;
  expect((await publint({ pack: { tarball }, strict: true })).messages).toEqual([]);
  const found = await checkPackage(createPackageFromTarballData(consumer.tarball));
  if (!found.types) throw new Error('The package has no types');
  expect(Object.keys(found.entrypoints)).toEqual(Object.keys(manifest().exports));
  expect(found.problems).toEqual([]);
});

test.each(['nodenext', 'bundler'])(
  'the kits compile in a strict program with %s module resolution',
  (resolution) => {
    writeFileSync(
      path.join(consumer.folder, 'program.ts'),
      `import { carrierSchemas, type Carrier } from 'plid-kits/carrier';
import { runConformance } from 'plid-kits/conformance';
const call: keyof Carrier = 'confirm';
// @ts-expect-error: there is no such call
const other: keyof Carrier = 'ring';
console.log(call, other, carrierSchemas, runConformance);`,
    );
    writeFileSync(path.join(consumer.folder, 'package.json'), '{"type": "module"}');
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
    const flags = ['--module', module, '--moduleResolution', resolution, '--target', 'es2022'];
    const types = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules/@types')];
    const words = [compiler, ...flags, '--noEmit', '--strict', ...types, 'program.ts'];
    expect(execFileSync(process.execPath, words, { cwd: consumer.folder }).toString()).toBe('');
  },
);

test('the command of the kits prints its version, and runs a kit', () => {
  const run = (...words: string[]) => {
    const program = path.join(consumer.package, 'command/index.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
      env: { PLID_CLIENT_SECRET: 's' },
    });
    return [status, stdout.toString(), stderr.toString()];
  };
  expect(run('--version')).toEqual([0, `${manifest().version}\n`, '']);
  const application = ['--client-id', 'a', '--redirect-uri', 'http://localhost:3000/callback'];
  expect(run('conformance', '--url', 'http://localhost:1', ...application)).toEqual([
    1,
    '',
    expect.stringMatching(/^No response from http:\/\/localhost:1 /),
  ]);
});
