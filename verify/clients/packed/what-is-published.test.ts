import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../test/support/world/bundles.ts';
import { esbuild } from '../../../tools/configuration/esbuild.ts';
import { entrySizes, statedSizes } from './entry-sizes.ts';
import { hoverTexts } from './hover-texts.ts';
import { type Consumer, packAndInstall } from './pack.ts';

let consumer: Consumer;
beforeAll(async () => {
  consumer = await packAndInstall();
}, 180_000);
afterAll(() => consumer?.remove());

const imported = [
  ...['plid/client', 'plid/events', 'plid/express', 'plid/fields', 'plid/identity'],
  ...['plid/sandbox', 'plid/sandbox/playwright', 'plid/sandbox/vitest', 'plid/web'],
];

describe('the published package', () => {
  const files = () =>
    globSync('**/*', { cwd: consumer.package }).filter((file) =>
      statSync(path.join(consumer.package, file)).isFile(),
    );

  test('contains the code, documents, and types, without sources, tests, or local paths', () => {
    const allowed =
      /^(?:package\.json|seed\.schema\.json|LICENSE|README(?:\.ko)?\.md|(?:sandbox|gateway)\/NOTICES\.txt|gateway\/(?:shared|outside-worker)\/[\w-]+\.js|index(?:\.d)?\.c?[jt]s|(?:carrier|client|configuration|command(?:\/init(?:\/\w+)?)?|crypto|events|express|fields|gateway|http|identity|protocol|sandbox|web)\/[\w-]+(?:\.d)?\.(?:c?[jt]s|json))$/;
    expect(files().filter((file) => !allowed.test(file))).toEqual([]);
    expect(files().filter((file) => /\.c?ts$/.test(file) && !/\.d\.c?ts$/.test(file))).toEqual([]);
    const texts = files().map((file) => readFileSync(path.join(consumer.package, file), 'utf8'));
    expect(texts.filter((text) => text.includes(root))).toEqual([]);
  });

  test('is small, and the modules for every runtime are tiny', () => {
    const sizeOf = (pattern: RegExp) =>
      files()
        .filter((file) => pattern.test(file))
        .reduce((sum, file) => sum + statSync(path.join(consumer.package, file)).size, 0) / 1024;
    expect(consumer.tarball.length / 1024).toBeLessThan(680);
    expect(sizeOf(/^(?!(?:sandbox|gateway|express|command)\/).*\.js$/)).toBeLessThan(155);
  });

  test.each(['README.md', 'README.ko.md'])('has the size of each entry point in its %s', async (readme) => {
    const measured = await entrySizes(consumer);
    const stated = statedSizes(readFileSync(path.join(consumer.package, readme), 'utf8'));
    const isClose = (entry: string, size: number) => Math.abs((stated.get(entry) ?? 0) / size - 1) <= 0.1;
    const differs =
      stated.size !== measured.size || [...measured].some(([entry, size]) => !isClose(entry, size));
    const rows = (sizes: Map<string, number>) =>
      [...sizes].map(([entry, size]) => `| \`${entry}\` | ${size.toFixed(1)} |`).join('\n');
    if (differs) expect(rows(stated), 'Copy the measured rows into the README.').toBe(rows(measured));
    expect(differs).toBe(false);
  });

  test('has no dependencies, scripts, or private fields in its package.json', () => {
    const manifest = JSON.parse(readFileSync(path.join(consumer.package, 'package.json'), 'utf8'));
    const ofHouse = /ependencies|scripts|overrides|allow|private/i;
    expect(Object.keys(manifest).filter((name) => ofHouse.test(name))).toEqual([]);
  });

  test('has a complete package.json, except for owner and address', () => {
    const manifest = JSON.parse(readFileSync(path.join(consumer.package, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      name: 'plid',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      description: expect.stringMatching(/.{40}/),
      keywords: expect.arrayContaining(['sign-in', 'phone-number']),
      license: 'MIT',
      type: 'module',
      engines: { node: '>=20.19' },
      publishConfig: { access: 'public', provenance: true },
    });
  });

  test('lets a bundler remove imports without use, except where a module has side effects', async () => {
    const contents = imported.map((name) => `import '${name}';`).join('\n');
    const { outputFiles } = await esbuild.build({
      stdin: { contents, resolveDir: consumer.folder },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
      external: ['plid/sandbox*'],
    });
    const rest = outputFiles[0]?.text.split('\n').filter((line) => /^(?!\/\/)\S/.test(line));
    const sandbox = imported.filter((name) => name.startsWith('plid/sandbox'));
    expect(rest).toEqual(sandbox.map((name) => `import "${name}";`));
  });

  test.each([
    {
      imported: 'plid/client',
      some: ['UserRecord.plid', 'Client.startSignIn', 'Paths.token', 'PlidError.requestId'],
    },
    {
      imported: 'plid/fields',
      some: ['UserRecord.birthdate', 'UserAnswer.code', 'BirthAttributes.agegroup'],
    },
    {
      imported: 'plid/events',
      some: ['DisconnectedEvent.time', 'EventError.response', 'EventOptions.issuer'],
    },
    { imported: 'plid/identity', some: ['IdentityVerifier.why', 'Identity.login', 'IdentityOptions.key'] },
    { imported: 'plid/web', some: ['PlidSignIn.handle', 'PlidSignInOptions.cookieKey', 'SessionStore.read'] },
    { imported: 'plid/express', some: ['PlidSignIn.routes', 'PlidSignInOptions.outcomes', 'SignedIn.user'] },
  ])('documents $imported and each member for editors', ({ imported, some }) => {
    const texts = hoverTexts(consumer, imported);
    expect([...texts.keys()]).toEqual(expect.arrayContaining(some));
    expect([...texts].filter(([, text]) => text === '').map(([name]) => name)).toEqual([]);
    for (const [name, text] of texts) if (name.endsWith('.birthdate')) expect(text).toMatch(/^YYMMDD/);
  });

  test('contains the license of every bundled package', () => {
    const notices = readFileSync(path.join(consumer.package, 'sandbox/NOTICES.txt'), 'utf8');
    for (const name of ['itty-router', 'valibot'])
      expect(notices).toMatch(new RegExp(`^${name}\n\n[^-]*MIT`, 'm'));
  });

  test('passes publint', async () => {
    const tarball = new Uint8Array(consumer.tarball).buffer;
    const { messages } = await publint({ pack: { tarball }, strict: true });
    expect(messages).toEqual([]);
  });

  test('passes attw, which reports only that the gateway has no CommonJS copy', async () => {
    const { exports } = JSON.parse(readFileSync(path.join(consumer.package, 'package.json'), 'utf8'));
    const found = await checkPackage(createPackageFromTarballData(consumer.tarball));
    if (!found.types) throw new Error('The package has no types');
    expect(Object.keys(found.entrypoints)).toEqual(Object.keys(exports));
    // Workers load only ES modules, so only a CommonJS program on Node would need the copy.
    const gateway = Object.keys(exports).filter((name) => name.startsWith('./gateway'));
    expect(found.problems).toEqual(
      gateway.map((entrypoint) => ({
        kind: 'CJSResolvesToESM',
        entrypoint,
        resolutionKind: 'node16-cjs',
      })),
    );
  });

  test.each(['nodenext', 'bundler'])(
    'compiles in a strict program with %s module resolution',
    (resolution) => {
      const use = imported.map(
        (name, index) => `import * as m${index} from '${name}';\nconsole.log(m${index});`,
      );
      const typed = `import { createClient, type Client } from 'plid/client';
      const client: Client = createClient({ service: 'https://x.example', clientId: 'c', redirectUri: 'https://y.example' });
      const name: string | undefined = (await client.user('t')).name;
      const { gender, foreign, telcoCd } = await client.user('t');
      const values: ['F' | 'M' | undefined, 'L' | 'F' | undefined, 'S' | 'K' | 'L' | undefined] = [gender, foreign, telcoCd];
      // @ts-expect-error: there is no such attribute
      console.log(values, name, (await client.user('t')).nickname);`;
      writeFileSync(path.join(consumer.folder, 'program.ts'), `${use.join('\n')}\n${typed}`);
      writeFileSync(path.join(consumer.folder, 'package.json'), '{"type": "module"}');
      const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
      const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
      const flags = [
        '--module',
        module,
        '--moduleResolution',
        resolution,
        '--target',
        'es2022',
        '--noEmit',
        '--strict',
      ];
      const types = ['--types', 'node', '--typeRoots', path.join(root, 'node_modules/@types')];
      const run = () =>
        execFileSync(process.execPath, [compiler, ...flags, ...types, 'program.ts'], {
          cwd: consumer.folder,
        }).toString();
      expect(run()).toBe('');
    },
  );
});
