import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import vite from 'vite/package.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../packages/plid/package.json' with { type: 'json' };
import { codeBlocksOf } from '../../test/support/assertions/code-blocks.ts';
import { root } from '../../test/support/world/bundles.ts';
import { chromiumPath } from '../../test/support/world/chromium.ts';
import { freePort } from '../../test/support/world/example-process.ts';
import { hasJdk, withoutJdk } from '../../test/support/world/java-carrier.ts';
import { type FolderOnDisk, folderOnDisk } from './folder-on-disk.ts';
import { packAndInstall } from './packed/pack.ts';

/** docs/examples/ci in an empty folder, as a reader copies it: nothing there refers to this repository. */
const example = path.join(root, 'docs/examples/ci');
const read = (file: string) => readFileSync(path.join(example, file), 'utf8');

/** Playwright's own Chromium, which neither npm's cache nor this machine has: ours replaces it. */
const fetchesChromium = /^npx playwright install\b/;
/** Installing on a busy machine, in milliseconds. */
const patience = 300_000;

const [block, inOtherLanguages] = codeBlocksOf('docs/examples/ci/README.md');
const lines = block?.text.trim().split('\n') ?? [];
const installing = lines.filter((line) => /^npm /.test(line));
const testing = lines.filter((line) => !installing.includes(line) && !fetchesChromium.test(line));

/** The results of Node's runner, Vitest, and Playwright, in this order. */
const passed = /pass 5\b[\s\S]*fail 0\b[\s\S]* Tests .*3 passed[\s\S]*3 passed/;

/** The folder in which README.md has installed; the other tests begin with copies of its committed files. */
let application: FolderOnDisk;
const folders: FolderOnDisk[] = [];
function newFolder(): FolderOnDisk {
  const folder = folderOnDisk();
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) folder.remove();
});

beforeAll(async () => {
  application = newFolder();
  const packed = await packAndInstall();
  writeFileSync(path.join(application.path, `plid-${manifest.version}.tgz`), packed.tarball);
  packed.remove();
  for (const file of globSync('*', { cwd: example }))
    copyFileSync(path.join(example, file), path.join(application.path, file));
  writeFileSync(path.join(application.path, 'playwright.config.mjs'), await playwrightConfiguration());
  for (const line of installing) {
    await application.run(line);
    if (line.startsWith('npm init')) pinVite(path.join(application.path, 'package.json'));
  }
}, patience);

/** Keeps Vite at this project's version. If a registry lacks an optional package of a newer one, `npm ci` fails. */
function pinVite(file: string): void {
  const overrides = { vite: vite.version };
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), overrides }));
}

const playwrightConfiguration = async () => {
  const launchOptions = { executablePath: await chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] };
  return `export default { use: { launchOptions: ${JSON.stringify(launchOptions)} } };`;
};

/** The committed files, without the files that npm has installed. */
function checkOut(): FolderOnDisk {
  const folder = newFolder();
  const filter = (source: string) => !/node_modules|test-results|\.log$/.test(source);
  cpSync(application.path, folder.path, { recursive: true, filter });
  return folder;
}

test('the commands of README.md pass in an empty folder', { timeout: patience }, async () => {
  expect([installing.length, testing.length]).toEqual([2, 3]);
  const printed: string[] = [];
  for (const line of testing) printed.push(await application.run(line));
  expect(printed.join('\n')).toMatch(passed);
});

describe(
  'the commands of README.md in other languages, which start the sandbox, pass in',
  () => {
    const [python = '', java = ''] = inOtherLanguages?.text.trim().split('\n') ?? [];
    const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;

    test.skipIf(!isThere('python3'))('Python (skipped without it: apt-get install python3)', async () => {
      expect(await application.run(python)).toMatch(/Ran 3 tests[\s\S]*^OK$/m);
    });

    test.skipIf(!hasJdk)(`Java (${withoutJdk})`, async () => {
      expect((await application.run(java)).match(/^ok /gm)).toHaveLength(3);
    });
  },
  patience,
);

describe('github-workflow.yml', () => {
  const { jobs } = parse(read('github-workflow.yml')) as {
    jobs: Record<string, { steps: { run?: string; env?: Record<string, string> }[] }>;
  };
  const stepsOf = (job: string) =>
    (jobs[job]?.steps ?? []).filter(({ run = '' }) => run !== '' && !fetchesChromium.test(run));

  test('has two jobs, of which one runs the commands of README.md after npm ci', () => {
    expect(Object.keys(jobs)).toEqual(['login', 'other-languages']);
    expect(stepsOf('login').map(({ run }) => run)).toEqual(['npm ci', ...testing]);
  });

  test('passes with the commands of its other job, in order', { timeout: patience }, async () => {
    const folder = checkOut();
    const port = String(await freePort());
    const own = (text: string) => text.replaceAll('8787', port);
    const printed: string[] = [];
    for (const { run = '', env = {} } of stepsOf('other-languages')) {
      const given = Object.entries(env).map(([name, value]) => [name, own(value)]);
      printed.push(await folder.run(own(run), Object.fromEntries(given)));
    }
    expect(printed.join('\n')).toMatch(/Ran 3 tests[\s\S]*^OK$/m);
  });
});

test("the Dockerfile's server passes its health check", {
  timeout: patience,
}, async () => {
  const context = checkOut();
  const image = newFolder();
  // The Dockerfile empties npm's cache: one of its own, not this machine's.
  const env = { npm_config_cache: path.join(image.path, 'cache'), npm_config_prefer_offline: 'false' };
  const port = String(await freePort());
  const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
  const shellOf = (words: string) => (JSON.parse(words) as string[]).map(quoted).join(' ');
  const own = (words: string) => shellOf(words).replaceAll('8787', port).replaceAll('0.0.0.0', '127.0.0.1');
  const steps = read('Dockerfile').replaceAll('\\\n', ' ').split('\n');
  let health = '';
  for (const step of steps) {
    const [, name = '', given = ''] = /^([A-Z]+) (.*)$/.exec(step) ?? [];
    if (name === 'COPY') copy(given.split(' '), context.path, image.path);
    if (name === 'RUN') await image.run(given, env);
    if (name === 'HEALTHCHECK') health = own(given.slice(given.indexOf('[')));
    if (name === 'CMD') await image.run(`${own(given)} --port ${port} &`, env);
  }
  await expect
    .poll(() =>
      image.run(health).then(
        () => 'healthy',
        () => 'not yet',
      ),
    )
    .toBe('healthy');
  const answer = await fetch(`http://localhost:${port}/sandbox/applications`);
  expect(JSON.stringify(await answer.json())).toContain('myshop00000000000001');
});

/** `COPY a b ./` @throws if a file is missing. */
function copy(words: string[], from: string, to: string): void {
  const target = path.join(to, words.at(-1) ?? '');
  mkdirSync(target, { recursive: true });
  for (const file of words.slice(0, -1)) copyFileSync(path.join(from, file), path.join(target, file));
}
