import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { isPlaceholder } from '../../../workers/core/worker/settings.ts';
import { codeBlocksOf } from '../../support/assertions/code-blocks.ts';
import { readDocument } from '../../support/assertions/markdown.ts';
import {
  initWorker as init,
  installInto,
  newFolder,
  printedParts,
  rawConfigurationIn,
  wrangler,
} from '../../support/fixtures/generated-project.ts';
import { root } from '../../support/world/bundles.ts';
import { packageCommand } from '../../support/world/command.ts';
import { installPackage } from '../../support/world/installed-package.ts';

/** The rows of docs/verification/tables/performance.md: the size of the Worker without and with its optional parts, in KiB. */
const [, sizeRows = ''] =
  /^\| `features` .*\n.*\n((?:\|.*\n)+)/m.exec(readDocument('docs/verification/tables/performance.md')) ?? [];
const statedSizes = [...sizeRows.matchAll(/^\|[^|]+\| ([\d.]+) /gm)].map(([, size]) => Number(size));

const run = (cwd: string, program: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [program, ...words], { cwd });
const npm = (cwd: string, ...words: string[]) => promisify(execFile)('npm', words, { cwd });
const git = (cwd: string, ...words: string[]) => promisify(execFile)('git', words, { cwd });

describe('plid init worker', () => {
  test('writes a project that signs a user in, and that wrangler deploys', async () => {
    const folder = newFolder();
    const { code, output } = await init(folder, '--name', 'shop');
    expect([code, output]).toEqual([0, expect.stringContaining('npm run dev')]);
    expect(readFileSync(path.join(folder, 'wrangler.jsonc'), 'utf8').split('\n').length).toBeLessThanOrEqual(
      35,
    );
    expect(readFileSync(path.join(folder, 'src/index.ts'), 'utf8').split('\n').length).toBeLessThanOrEqual(
      13,
    );
    const variables = Object.values(rawConfigurationIn(folder).vars ?? {});
    expect([variables.length, variables.every(isPlaceholder)]).toEqual([2, true]);
    await installInto(folder);
    await run(folder, wrangler, 'types');
    expect(readFileSync(path.join(folder, 'worker-configuration.d.ts'), 'utf8')).toMatch(/\bKEYS: string;/);
    await run(folder, path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit');
    const sizeOf = async (main: string) => {
      const { stdout } = await run(folder, wrangler, 'deploy', main, '--dry-run');
      return Number(/gzip: ([\d.]+) KiB/.exec(stdout)?.[1]);
    };
    const sizes = [await sizeOf('src/index.ts')];
    const [, withFeatures] = codeBlocksOf('docs/gateway/your-worker.md').filter(
      ({ language }) => language === 'js',
    );
    writeFileSync(path.join(folder, 'src/features.js'), withFeatures?.text ?? '');
    sizes.push(await sizeOf('src/features.js'));
    expect(Math.max(...sizes)).toBeLessThan(80);
    const ratios = sizes.map((size, index) => size / (statedSizes[index] ?? 0));
    const advice = `State it in docs/verification/tables/performance.md: ${sizes.join(' and ')} KiB.`;
    expect(ratios, advice).toEqual([expect.closeTo(1, 1), expect.closeTo(1, 1)]);
    // The test needs no settings: it runs without .dev.vars.
    rmSync(path.join(folder, '.dev.vars'));
    expect((await run(folder, '--test', 'test/*.test.mjs')).stdout).toContain('pass 1');
    // Programs that start workerd, esbuild, and npm.
  }, 90_000);

  test('keeps existing files, completes package.json, and says what to add', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'wrangler.jsonc'), '{ "name": "mine" }');
    const own = {
      name: 'mine',
      scripts: { dev: 'node dev.js', test: 'vitest' },
      dependencies: { hono: '4.0.0' },
    };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(own, undefined, '\t'));
    const { code, output } = await init(folder);
    expect(code).toBe(0);
    expect(output).toContain('Not changed, because they exist: wrangler.jsonc');
    expect(output).toContain('Completed: package.json');
    for (const added of [
      '"PlidFlow": { "type": "durable-object", "storage": "sqlite" }',
      '"dev": { "port": 3000 }',
      '"compatibility_flags": ["global_fetch_strictly_public"]',
      '"redact_query_string": true',
      '"SERVICE_URL": "<origin of the login service>"',
      'createGateway({',
    ])
      expect(output).toContain(added);
    expect(readFileSync(path.join(folder, 'wrangler.jsonc'), 'utf8')).toBe('{ "name": "mine" }');
    const text = readFileSync(path.join(folder, 'package.json'), 'utf8');
    expect(text).toContain('\n\t"name": "mine"');
    expect(JSON.parse(text)).toEqual({
      name: 'mine',
      scripts: {
        dev: 'node dev.js',
        test: 'vitest',
        sandbox: 'plid sandbox',
        'test:sign-in': 'node --test scripts/sign-in-test.mjs',
        deploy: 'wrangler deploy',
      },
      dependencies: { hono: '4.0.0', plid: expect.stringMatching(/^file:/) },
      devDependencies: { wrangler: expect.any(String) },
    });
  });

  test('writes only its test and local settings into an existing Worker project', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'wrangler.toml'), 'name = "mine"\n[assets]\ndirectory = "public"');
    writeFileSync(path.join(folder, 'package.json'), '\ufeff{ "name": "mine" }');
    writeFileSync(path.join(folder, '.gitignore'), 'dist\n*.tgz');
    const { code, output } = await init(folder);
    expect([code, output]).toEqual([0, expect.stringContaining('exist: wrangler.toml')]);
    expect(output).toContain('Completed: .gitignore, package.json');
    expect(output).toContain('In "assets", set "run_worker_first" to true.');
    expect(readdirSync(folder).sort()).toEqual([
      '.dev.vars',
      '.dev.vars.example',
      '.gitignore',
      'package.json',
      'scripts',
      'wrangler.toml',
    ]);
    expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('dist\n*.tgz\n.dev.vars\n*.secrets\n');
    expect(readFileSync(path.join(folder, 'scripts/sign-in-test.mjs'), 'utf8')).toContain(
      "configPath: 'wrangler.toml'",
    );
    expect(parseToml(printedParts(output))).toMatchObject({
      dev: { port: 3000 },
      compatibility_flags: ['global_fetch_strictly_public'],
      vars: { CLIENT_ID: '<client ID that it issued>' },
      secrets: { required: ['KEYS', 'CLIENT_SECRET'] },
      kv_namespaces: [{ binding: 'STATES' }, { binding: 'SESSIONS' }],
      durable_objects: { bindings: [{ name: 'FLOW' }, { name: 'USER' }] },
      exports: { PlidFlow: { type: 'durable-object', storage: 'sqlite' } },
      ratelimits: expect.arrayContaining([
        { name: 'STATE_LIMIT', namespace_id: '1011', simple: { limit: 600, period: 60 } },
      ]),
    });
  });

  test('keeps the way in which an existing Worker declares its Durable Objects', async () => {
    const printed = async (configuration: string) => {
      const folder = newFolder();
      writeFileSync(path.join(folder, 'wrangler.jsonc'), configuration);
      return printedParts((await init(folder)).output);
    };
    const migrations = '"migrations": [{ "tag": "plid-v1", "new_sqlite_classes": ["PlidFlow", "PlidUser"] }]';
    expect(await printed('{ "migrations": [{ "tag": "v1" }] }')).toContain(migrations);
    for (const other of ['{ "exports": {} }', '{}', '{\n  // no migrations yet\n}']) {
      expect(await printed(other)).not.toContain('migrations');
      expect(await printed(other)).toContain('"exports": { "PlidFlow":');
    }
  });

  test('puts the Worker of a page that Vite builds beside its sources, and prints the lines for Vite', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'vite.config.ts'), '');
    writeFileSync(path.join(folder, 'tsconfig.json'), '{ "files": [], "references": [] }');
    writeFileSync(
      path.join(folder, 'package.json'),
      '{ "scripts": { "dev": "vite", "build": "vite build" } }',
    );
    const { output } = await init(folder, '--name', 'my-shop');
    expect(output).toContain("import { cloudflare } from '@cloudflare/vite-plugin';");
    expect(output).toContain('server: { port: 3000, strictPort: true }');
    expect(output).toContain('{ "path": "./tsconfig.worker.json" }');
    expect(existsSync(path.join(folder, 'src'))).toBe(false);
    expect(rawConfigurationIn(folder)).toMatchObject({
      main: 'worker/index.ts',
      assets: { binding: 'ASSETS', run_worker_first: true },
    });
    expect(readFileSync(path.join(folder, 'scripts/sign-in-test.mjs'), 'utf8')).toContain(
      "configPath: 'dist/my_shop/wrangler.json'",
    );
  });

  test('lists the secrets of an existing Worker, because wrangler reads no other ones in development', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'wrangler.jsonc'), '{}');
    writeFileSync(path.join(folder, '.env'), 'OWN_SECRET=1\nCLIENT_ID=mine\n# NOT=1\n');
    const { output } = await init(folder);
    expect(printedParts(output)).toContain('"required": ["KEYS", "CLIENT_SECRET", "OWN_SECRET"]');
    // With a .dev.vars, wrangler would no longer read .env.
    expect(output).toContain('Add to .env:');
    expect(existsSync(path.join(folder, '.dev.vars'))).toBe(false);
  });

  test.each([
    ['4.127.1', true],
    ['^4.99.0', true],
    ['3', true],
    ['4.128.0', false],
    ['^4.164.0', false],
    ['4', false],
    ['latest', false],
  ])('with wrangler %s asks for an upgrade: %s', async (wrangler, isAsked) => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ devDependencies: { wrangler } }));
    const { output } = await init(folder);
    expect(output.includes('versions before 4.128.0 ignore redact_query_string')).toBe(isAsked);
  });

  test.each([
    ['pnpm-lock.yaml', 'pnpm install', 'pnpm exec wrangler types', 'pnpm run sandbox'],
    ['bun.lock', 'bun install', 'bunx wrangler types', 'bun run sandbox'],
    ['yarn.lock', 'yarn install', 'yarn run wrangler types', 'yarn run sandbox'],
    ['package-lock.json', 'npm install', 'npx wrangler types', 'npm run sandbox'],
  ])('prints the commands of the package manager with the lock file %s', async (file, ...commands) => {
    const folder = newFolder();
    writeFileSync(path.join(folder, file), '');
    const { output } = await init(folder);
    for (const command of commands) expect(output).toContain(`\n  ${command}`);
    expect(existsSync(path.join(folder, '.github/workflows'))).toBe(file === 'package-lock.json');
  });

  // npm and pnpm write `file:`. Bun and Yarn don't.
  test.each(['file:../plid-0.1.0.tgz', '../plid-0.1.0.tgz'])(
    'installs the package from the file that package.json names as %s',
    async (plid) => {
      const folder = path.join(newFolder(), 'shop');
      mkdirSync(folder);
      writeFileSync(path.join(folder, '../plid-0.1.0.tgz'), 'archive');
      writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ dependencies: { plid } }));
      expect((await packageCommand(['init', 'worker'], { cwd: folder })).code).toBe(0);
      expect(readFileSync(path.join(folder, 'vendor/plid-0.1.0.tgz'), 'utf8')).toBe('archive');
      const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
      expect(dependencies).toEqual({ plid: 'file:vendor/plid-0.1.0.tgz' });
    },
  );

  test.each(['^0.1.0', 'npm:plid@0.1.0', 'https://example.com/plid-0.1.0.tgz', 'github:owner/plid'])(
    'asks for the file if package.json names %s',
    async (plid) => {
      const folder = newFolder();
      writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ dependencies: { plid } }));
      const { code, stderr } = await packageCommand(['init', 'worker'], { cwd: folder });
      expect([code, stderr]).toEqual([2, expect.stringContaining('Pass the file of the package')]);
    },
  );

  test('prints the local settings, with a key, if .dev.vars exists', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, '.dev.vars'), 'OWN=1\n');
    const { output } = await init(folder);
    expect(output).toMatch(/Add to \.dev\.vars:[\s\S]*SERVICE_URL="http:\/\/localhost:8787"[\s\S]*KEYS="k1:/);
    expect(readFileSync(path.join(folder, '.dev.vars'), 'utf8')).toBe('OWN=1\n');
  });

  test('copies an archive from elsewhere, so that npm ci installs it in a copy of the project', async () => {
    const folder = newFolder();
    const packed = newFolder();
    await npm(await installPackage(), 'pack', './node_modules/plid', '--pack-destination', packed);
    const [name = ''] = readdirSync(packed);
    writeFileSync(path.join(folder, '.gitignore'), 'node_modules/\n*.tgz\n');
    const { output } = await init(folder, '--package', path.join(packed, name));
    expect(output).toContain(`Commit vendor/${name}: package.json installs the package from it.`);
    expect(output).toContain(`vendor/${name}, package.json`);
    const file = path.join(folder, 'package.json');
    const { devDependencies, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
    expect(manifest.dependencies).toEqual({ plid: `file:vendor/${name}` });
    expect(Object.keys(devDependencies)).toEqual(['wrangler', 'typescript']);
    // An older major would check the project otherwise than this repository's tests do.
    const { devDependencies: own } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    expect(devDependencies).toEqual({ wrangler: own.wrangler, typescript: `^${own.typescript}` });

    // Without the packages of the registry, npm needs no network.
    writeFileSync(file, JSON.stringify(manifest));
    await npm(folder, 'install', '--offline');
    await git(folder, 'init', '--quiet');
    await git(folder, 'add', '.');
    const copy = newFolder();
    await git(folder, 'checkout-index', '--all', `--prefix=${copy}/`);
    rmSync(packed, { recursive: true });
    rmSync(folder, { recursive: true });
    // The cache of this machine may contain the package, under the checksum of the lock file.
    await npm(copy, 'ci', '--offline', '--cache', newFolder());
    expect(readdirSync(path.join(copy, 'node_modules/plid/gateway'))).toContain('index.js');
  });

  test('keeps an archive and a dependency that the project has', async () => {
    const folder = newFolder();
    const archives = newFolder();
    for (const version of ['0.1.0', '0.2.0'])
      writeFileSync(path.join(archives, `plid-${version}.tgz`), version);
    const initFrom = (version: string) =>
      init(folder, '--package', path.join(archives, `plid-${version}.tgz`));
    await initFrom('0.1.0');
    writeFileSync(path.join(folder, 'vendor/plid-0.1.0.tgz'), 'own');
    rmSync(path.join(folder, 'package.json'));
    expect((await initFrom('0.1.0')).output).toMatch(/Not changed.*vendor\/plid-0\.1\.0\.tgz/);
    expect(readFileSync(path.join(folder, 'vendor/plid-0.1.0.tgz'), 'utf8')).toBe('own');
    expect((await initFrom('0.2.0')).output).not.toContain('vendor');
    expect(readdirSync(path.join(folder, 'vendor'))).toEqual(['plid-0.1.0.tgz']);
  });

  test('writes nothing next to a package.json that is not JSON', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'package.json'), '{');
    const { code, stderr } = await init(folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining("package.json isn't JSON")]);
    expect(readdirSync(folder)).toEqual(['package.json']);
  });

  test('makes a key of its own for each project, which only the developer can read', async () => {
    const keys = await Promise.all(
      [newFolder(), newFolder()].map(async (folder) => {
        await init(folder);
        expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toContain('.dev.vars');
        expect(readFileSync(path.join(folder, '.dev.vars.example'), 'utf8')).toBe('KEYS=\nCLIENT_SECRET=\n');
        return /KEYS="(.+)"/.exec(readFileSync(path.join(folder, '.dev.vars'), 'utf8'))?.[1];
      }),
    );
    expect(keys[0]).toMatch(/^k1:[\w+/]{43}=$/);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test.each([
    [['init'], 'plid init needs a template: express, hono, nextjs, worker.', 2],
    [['init', 'gateway'], 'plid init needs a template: express, hono, nextjs, worker.', 2],
    [['init', 'worker', '--package', 'nowhere.tgz'], '--package: file not found: nowhere.tgz', 2],
    [['init', 'worker'], 'Pass the file of the package', 2],
  ])('rejects %j', async (words, message, expected) => {
    const { code, stderr } = await packageCommand(words, { cwd: newFolder() });
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)]);
  });
});
