import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { codeBlocksOf } from '../../support/assertions/code-blocks.ts';
import { readDocument } from '../../support/assertions/markdown.ts';
import { root } from '../../support/world/bundles.ts';
import { packageCommand } from '../../support/world/command.ts';
import { addMiniflare, installPackage } from '../../support/world/installed-package.ts';
import { testFolder } from '../../support/world/isolation.ts';

const archive = path.join(root, 'package.json');

/** The rows of docs/performance.md: the size of the Worker without and with its optional parts, in KiB. */
const [, sizeRows = ''] =
  /^\| `features` .*\n.*\n((?:\|.*\n)+)/m.exec(readDocument('docs/performance.md')) ?? [];
const statedSizes = [...sizeRows.matchAll(/^\|[^|]+\| ([\d.]+) /gm)].map(([, size]) => Number(size));

const newFolder = () => mkdtempSync(path.join(testFolder(), 'my worker-'));
const init = (cwd: string, ...words: string[]) =>
  packageCommand(['init', 'worker', '--package', archive, ...words], { cwd });
const run = (cwd: string, program: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [program, ...words], { cwd });

describe('plid init worker', () => {
  test('writes a project that signs a user in, and that wrangler deploys', async () => {
    const folder = newFolder();
    const { code, output } = await init(folder, '--name', 'shop');
    expect([code, output]).toEqual([0, expect.stringContaining('npm run dev')]);
    expect(readFileSync(path.join(folder, 'wrangler.jsonc'), 'utf8').split('\n').length).toBeLessThanOrEqual(
      32,
    );
    expect(readFileSync(path.join(folder, 'src/index.ts'), 'utf8').split('\n').length).toBeLessThanOrEqual(
      11,
    );
    const application = await installPackage();
    addMiniflare(application);
    for (const name of ['wrangler', 'typescript'])
      symlinkSync(
        path.join(root, 'node_modules', name),
        path.join(application, 'node_modules', name),
        'junction',
      );
    renameSync(path.join(application, 'node_modules'), path.join(folder, 'node_modules'));

    const wrangler = 'node_modules/wrangler/bin/wrangler.js';
    await run(folder, wrangler, 'types');
    await run(folder, path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit');
    const sizeOf = async (main: string) => {
      const { stdout } = await run(folder, wrangler, 'deploy', main, '--dry-run');
      return Number(/gzip: ([\d.]+) KiB/.exec(stdout)?.[1]);
    };
    const sizes = [await sizeOf('src/index.ts')];
    expect(sizes[0]).toBeLessThan(80);
    const [, withFeatures] = codeBlocksOf('docs/gateway/your-worker.md').filter(
      ({ language }) => language === 'js',
    );
    writeFileSync(path.join(folder, 'src/features.js'), withFeatures?.text ?? '');
    sizes.push(await sizeOf('src/features.js'));
    const ratios = sizes.map((size, index) => size / (statedSizes[index] ?? 0));
    const advice = `State it in docs/performance.md: ${sizes.join(' and ')} KiB.`;
    expect(ratios, advice).toEqual([expect.closeTo(1, 1), expect.closeTo(1, 1)]);
    expect((await run(folder, '--test', 'test/')).stdout).toContain('pass 1');
  });

  test('keeps existing files, completes package.json, and says what to add', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'wrangler.jsonc'), '{ "name": "mine" }');
    const own = { name: 'mine', scripts: { dev: 'vite' }, dependencies: { hono: '4.0.0' } };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(own));
    const { code, output } = await init(folder);
    expect(code).toBe(0);
    expect(output).toContain('Not changed, because they exist: wrangler.jsonc');
    expect(output).toContain('"new_sqlite_classes": ["PlidFlow", "PlidUser"]');
    expect(readFileSync(path.join(folder, 'wrangler.jsonc'), 'utf8')).toBe('{ "name": "mine" }');
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      name: 'mine',
      scripts: { dev: 'vite', deploy: 'wrangler deploy' },
      dependencies: { hono: '4.0.0', plid: expect.stringMatching(/^file:/) },
    });
  });

  test('changes neither configuration nor workflows of an existing project, and ignores its variables', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'wrangler.toml'), 'name = "mine"');
    writeFileSync(path.join(folder, 'package.json'), '\ufeff{ "name": "mine" }');
    writeFileSync(path.join(folder, '.gitignore'), 'dist');
    const { code, output } = await init(folder);
    expect([code, output]).toEqual([0, expect.stringContaining('exist: wrangler.jsonc')]);
    expect(readdirSync(folder)).not.toContain('wrangler.jsonc');
    expect(readdirSync(folder)).not.toContain('.github');
    expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('dist\n.dev.vars\n');
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
    [['init'], 'plid init needs what to write: plid init worker.', 2],
    [['init', 'gateway'], 'plid init needs what to write: plid init worker.', 2],
    [['init', 'worker', '--package', 'nowhere.tgz'], '--package: file not found: nowhere.tgz', 2],
    [['init', 'worker'], 'Pass the file of the package', 2],
  ])('rejects %j', async (words, message, expected) => {
    const { code, stderr } = await packageCommand(words, { cwd: newFolder() });
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)]);
  });
});
