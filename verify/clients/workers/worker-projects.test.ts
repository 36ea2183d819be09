import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { codeBlocksOf } from '../../../test/support/assertions/code-blocks.ts';
import { initWorker, printedParts } from '../../../test/support/fixtures/generated-project.ts';
import { freePort } from '../../../test/support/world/example-process.ts';
import { installPackage } from '../../../test/support/world/installed-package.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { inTurn } from '../in-turn.ts';

/** The limit for building and starting a project on a busy machine, in milliseconds. */
const patience = 240_000;
const modules = path.join(import.meta.dirname, 'node_modules');
const env = { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}` };
const run = (cwd: string, program: string, ...words: string[]) =>
  promisify(execFile)(program, words, { cwd, env }).catch(({ stdout, stderr }) => {
    throw new Error(`${program} ${words.join(' ')}:\n${stdout}${stderr}`);
  });

let parent = '';
beforeAll(async () => {
  parent = mkdtempSync(path.join(testFolder(), 'other projects '));
  symlinkSync(modules, path.join(parent, 'node_modules'), 'junction');
}, patience);

/** Installs plid into a project. What the project had before is in the folder above it. */
async function addPackage(folder: string): Promise<void> {
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
  const installed = path.join(await installPackage(), 'node_modules/plid');
  cpSync(installed, path.join(folder, 'node_modules/plid'), { recursive: true });
}

/** Runs the project's own `dev`, and returns the status of each path. */
async function statusesInDevelopment(folder: string, ...paths: string[]): Promise<number[]> {
  const port = await freePort();
  const words = ['run', 'dev', '--', '--port', String(port)];
  const child = spawn('npm', words, { cwd: folder, env, detached: true, stdio: 'ignore' });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
    await exit;
  };
  onTestFinished(stop);
  const statusOf = (pathname: string) =>
    fetch(`http://localhost:${port}${pathname}`, { headers: { Accept: 'text/html' } }).then(
      ({ status }) => status,
      String,
    );
  await expect.poll(() => statusOf(paths[0] ?? '/'), { timeout: 90_000 }).toBe(200);
  const statuses = await Promise.all(paths.map(statusOf));
  await stop();
  return statuses.map(Number);
}

function edit(folder: string, file: string, change: (text: string) => string): void {
  const place = path.join(folder, file);
  const text = readFileSync(place, 'utf8');
  const changed = change(text);
  expect(changed, file).not.toBe(text);
  writeFileSync(place, changed);
}

async function tryVitePage(): Promise<void> {
  const creator = path.join(modules, 'create-vite/index.js');
  await run(parent, process.execPath, creator, 'my-page', '--template', 'react-ts', '--no-interactive');
  const folder = path.join(parent, 'my-page');
  await run(folder, 'npm', 'run', 'build');
  const { output } = await initWorker(folder, '--name', 'my-page');
  await addPackage(folder);
  // Before anything is added by hand, and after it.
  await run(folder, 'npm', 'run', 'build');
  expect(await statusesInDevelopment(folder, '/')).toEqual([200]);

  const [, line = '', plugin = ''] =
    /(import \{ cloudflare \}.*)\n\n {2}plugins: \[(.*)\]/.exec(output) ?? [];
  edit(folder, 'vite.config.ts', (text) => `${line}\n${text.replace('react()', `react(), ${plugin}`)}`);
  const reference = /\{ "path": "\.\/tsconfig\.worker\.json" \}/.exec(output)?.[0] ?? '';
  edit(folder, 'tsconfig.json', (text) => text.replace('"references": [', `"references": [${reference},`));
  await run(folder, 'npx', 'wrangler', 'types');
  await run(folder, 'npm', 'run', 'build');
  expect(await statusesInDevelopment(folder, '/', '/orders', '/auth/healthz')).toEqual([200, 200, 200]);
  expect((await run(folder, 'npm', 'run', 'test:sign-in')).stdout).toContain('pass 1');
}

const worker: Record<string, string> = {
  'package.json': JSON.stringify({
    name: 'my-worker',
    private: true,
    type: 'module',
    scripts: { dev: 'wrangler dev', build: 'wrangler deploy --dry-run', test: 'vitest run' },
    devDependencies: { '@cloudflare/vitest-plugin': '1.5.0', vitest: '5.1.1', wrangler: '4.164.0' },
  }),
  'wrangler.jsonc': `{
  "name": "my-worker",
  "main": "src/index.ts",
  "compatibility_date": "2026-10-01"
}
`,
  'src/index.ts': `export default {
  fetch: () => new Response('Hello World!'),
};
`,
  'vitest.config.ts': `import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

export default defineConfig({ plugins: [cloudflareTest({ wrangler: { configPath: './wrangler.jsonc' } })] });
`,
  'test/index.spec.ts': `import { exports } from 'cloudflare:workers';
import { expect, it } from 'vitest';

it('says hello', async () => {
  const answer = await exports.default.fetch('https://example.com/');
  expect(await answer.text()).toBe('Hello World!');
});
`,
};

async function tryWorkerWithVitest(): Promise<void> {
  const folder = path.join(parent, 'my-worker');
  for (const [file, text] of Object.entries(worker)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const commands = async () => {
    await run(folder, 'npm', 'test');
    await run(folder, 'npm', 'run', 'build');
  };
  await commands();
  const { output } = await initWorker(folder);
  await addPackage(folder);
  await commands();
  expect(await statusesInDevelopment(folder, '/')).toEqual([200]);

  edit(folder, 'wrangler.jsonc', (text) => text.replace(/\n\}\n$/, `,\n${printedParts(output)}\n}\n`));
  const [, wrapping = ''] =
    /its default export:\n\n([\s\S]*?\n {2}export default gateway;)/.exec(output) ?? [];
  edit(folder, 'src/index.ts', (text) => `${text.replace('export default', 'const app =')}\n${wrapping}\n`);
  expect(output).toContain('Let your tests request http://localhost instead of https://example.com.');
  edit(folder, 'test/index.spec.ts', (text) => text.replace('https://example.com', 'http://localhost'));
  rmSync(path.join(folder, '.wrangler'), { recursive: true, force: true });
  await commands();
  expect(await statusesInDevelopment(folder, '/', '/auth/healthz')).toEqual([200, 200]);
  expect((await run(folder, 'npm', 'run', 'test:sign-in')).stdout).toContain('pass 1');
}

/** The files of docs/sandbox/testing.md for a Worker, in a project that `plid init worker` has written. */
async function tryDocumentedTests(): Promise<void> {
  const folder = path.join(parent, 'my-shop');
  mkdirSync(path.join(folder, 'tests'), { recursive: true });
  await initWorker(folder, '--name', 'my-shop');
  await addPackage(folder);
  for (const { heading, language, text } of codeBlocksOf('docs/sandbox/testing.md')) {
    const [, file] = /^`(.+\.ts)`$/.exec(heading) ?? [];
    if (file !== undefined && language === 'ts') writeFileSync(path.join(folder, file), `${text}\n`);
  }
  await run(folder, 'npx', 'wrangler', 'types');
  const tests = { extends: './tsconfig.json', include: ['*.ts', 'src', 'tests'] };
  writeFileSync(path.join(folder, 'tsconfig.tests.json'), JSON.stringify(tests));
  await run(folder, 'npx', 'tsc', '-p', 'tsconfig.tests.json');
  expect((await run(folder, 'npx', 'vitest', 'run')).stdout).toMatch(/Tests .*1 passed/);
}

const projects = [
  { name: 'a Worker with documented tests', tryProject: tryDocumentedTests },
  { name: 'a page of npm create vite', tryProject: tryVitePage },
  { name: 'a Worker with Vitest', tryProject: tryWorkerWithVitest },
];

test.each(inTurn(projects))('$name works with the sign-in', { timeout: patience }, ({ tryProject }) =>
  tryProject(),
);
