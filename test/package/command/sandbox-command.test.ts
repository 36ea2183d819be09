import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isPortInUse } from '../../../sandbox/start/port.ts';
import { startApplication } from '../../support/fakes/application-stand-in.ts';
import { root } from '../../support/world/bundles.ts';
import { packageCommand, plid } from '../../support/world/command.ts';
import { freePort } from '../../support/world/example-process.ts';
import { addMiniflare, installPackage } from '../../support/world/installed-package.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { descendantsOf, isRunning } from '../../support/world/npm-start.ts';

let application = '';
let program = '';
beforeAll(async () => {
  application = await installPackage();
  program = path.join(application, 'node_modules/plid/command/index.js');
});

/** Runs the built `plid` to its end. */
async function runBuilt(words: readonly string[], env: Record<string, string> = {}) {
  const ended = await promisify(execFile)(process.execPath, [program, ...words], {
    cwd: application,
    env: { ...process.env, PLID_CLIENT_SECRET: 'b', ...env },
  }).catch((failure) => failure);
  return { code: ended.code ?? 0, output: String(ended.stdout), errors: String(ended.stderr) };
}

/** The same from the sources, in this process. */
async function run(...words: string[]) {
  const { code, stdout, stderr } = await packageCommand(words, { env: { PLID_CLIENT_SECRET: 'b' } });
  return { code, output: stdout, errors: stderr };
}

/** Starts `plid sandbox`, and waits until it is ready. */
async function start(env: Record<string, string>, ...words: string[]) {
  const child: ChildProcess = spawn(process.execPath, [program, 'sandbox', ...words], {
    cwd: application,
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await expect.poll(() => output, { timeout: 20_000 }).toContain('Ctrl-C');
  return {
    child,
    exit,
    output: () => output,
    errors: () => errors,
    url: /ready: (\S+)/.exec(output)?.[1] ?? '',
  };
}

describe('plid', () => {
  test('is executable in the build, as npm makes it when it installs', () => {
    expect(() => accessSync(program, constants.X_OK)).not.toThrow();
  });

  test('prints its version and its help', async () => {
    const { version } = JSON.parse(readFileSync(path.join(root, 'packages/plid/package.json'), 'utf8'));
    expect((await runBuilt(['--version'])).output).toBe(`${version}\n`);
    // `npx plid --help` would print the help of npm.
    expect((await runBuilt(['version'])).output).toBe(`${version}\n`);
    for (const words of [[], ['help'], ['--help'], ['sandbox', '-h']])
      expect((await run(...words)).output).toContain('--allow-host <name>');
  });

  test.each<[string[], string, number]>([
    [['sandbox', '--prot', '1'], "Unknown option '--prot'. See: plid --help", 2],
    [['sandbox', '--port', 'x'], '--port needs a number from 0 to 65535, not: x.', 2],
    [['sandbox', '--host', '10.1.2.3'], 'The host must be one of', 1],
    [['sandbox', '--seed', '/nowhere.json'], 'The seed /nowhere.json cannot be read', 1],
    [['sandbox', '--state', '/nowhere'], 'No saved sandbox state found in /nowhere.', 1],
    [['sandbox', '--save', root], `${root} is not empty and has no saved state. Choose another folder.`, 1],
    [['box'], 'Unknown command: box. See: plid --help', 2],
    [['sandbox', 'now'], 'Unknown command: sandbox now.', 2],
  ])('rejects %j with one line that says what to do, and %s', async (words, message, expected) => {
    const { code, errors } = await run(...words);
    expect(code).toBe(expected);
    expect(errors).toContain(message);
    expect(errors.trim().split('\n')).toHaveLength(1);
  });
});

describe('plid sandbox without an installed runtime', () => {
  /** A program in place of npm, which installs this repository's miniflare, or fails. */
  function npmThat(script: string): Record<string, string> {
    const folder = mkdtempSync(path.join(testFolder(), 'cache-'));
    const npm = path.join(folder, 'npm-cli.js');
    writeFileSync(npm, script);
    return { npm_execpath: npm, XDG_CACHE_HOME: folder };
  }
  const installing = `const fs = require('fs'), path = require('path');
    const [folder, wanted] = [process.argv[process.argv.indexOf('--prefix') + 1], process.argv.at(-1)];
    fs.appendFileSync(path.join(__dirname, 'asked'), wanted + '\\n');
    fs.mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
    fs.symlinkSync(${JSON.stringify(path.join(root, 'node_modules/miniflare'))}, path.join(folder, 'node_modules/miniflare'));`;

  test('installs it once into the cache folder, and lists where to click, users, and credentials', async () => {
    const env = npmThat(installing);
    const first = await start(env, '--port', '0');
    expect(first.errors()).toMatch(/^Installing the sandbox's runtime \(miniflare \S+\) once, into /);
    const people = [
      '01000000001  김하나',
      '01000000010  서알뜰      KT MVNO  approves at once',
      'never answers',
    ];
    for (const shown of ['/sandbox/side-by-side', ...people, 'client_secret'])
      expect(first.output()).toContain(shown);
    expect(first.output().split('\n').length).toBeLessThanOrEqual(36);
    expect(first.output().match(/client_secret/g)).toHaveLength(1);
    const second = await start(env, '--port', '0');
    expect(second.errors()).toBe('');
    const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const asked = readFileSync(path.join(env.XDG_CACHE_HOME ?? '', 'asked'), 'utf8');
    expect(asked).toBe(`miniflare@${devDependencies.miniflare}\n`);
  });

  test('leaves nothing behind if npm fails, and says what to do', async () => {
    const env = npmThat("console.error('npm error network getaddrinfo ENOTFOUND'); process.exit(1);");
    const ended = await runBuilt(['sandbox', '--port', '0'], env);
    expect(ended.code).toBe(1);
    expect(ended.errors).toContain(
      "The sandbox's runtime could not be installed (npm error network getaddrinfo ENOTFOUND). Check the network, or run in your project: npm install --save-dev wrangler",
    );
    expect(readdirSync(path.join(env.XDG_CACHE_HOME ?? '', 'plid'))).toEqual([]);
  });

  test('never runs Yarn in place of npm', async () => {
    const { npm_execpath = '', XDG_CACHE_HOME = '' } = npmThat('');
    const yarn = path.join(path.dirname(npm_execpath), 'yarn.js');
    writeFileSync(yarn, "require('node:fs').writeFileSync(__dirname + '/ran', '')");
    const ended = await runBuilt(['sandbox', '--port', '0'], {
      XDG_CACHE_HOME,
      npm_execpath: yarn,
      npm_config_user_agent: 'yarn/1.22.22 npm/? node/v26.10.0 linux x64',
      PATH: XDG_CACHE_HOME,
    });
    expect([ended.code, ended.errors]).toEqual([
      1,
      expect.stringContaining(
        '(npm is not installed). Check the network, or run in your project: yarn add --dev miniflare@',
      ),
    ]);
    expect(readdirSync(XDG_CACHE_HOME)).not.toContain('ran');
  });

  test('sends requests of one network to the developer’s own carrier', async () => {
    const { url: carrier, received } = await startApplication(() => new Response(null, { status: 500 }));
    const { url } = await start(npmThat(installing), '--port', '0', '--carrier', `K=${carrier}`);
    const client_id = 'demoshop000000000001';
    const signIn = (phoneNo: string) =>
      fetch(`${url}/sandbox/sign-in`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ phoneNo, client_id }),
      });
    expect((await signIn('01000000001')).status).toBe(200);
    expect(received).toEqual([]);
    expect((await signIn('01000000002')).status).not.toBe(200);
    expect(received.map((request) => request.url)).toContain('/confirm');
  });
});

describe('plid sandbox', () => {
  beforeAll(() => addMiniflare(application));

  test.each(['SIGINT', 'SIGTERM'] as const)('serves its seed until a %s', async (signal) => {
    const seed = path.join(application, 'seed.json');
    const client_id = 'myshop00000000000001';
    const [other, client_secret] = ['othershop00000000002', 'a1'.repeat(32)];
    writeFileSync(
      seed,
      JSON.stringify({
        applications: [
          { client_id, name: '내 가게', redirect_uris: ['http://localhost:4000/'] },
          { client_id: other, client_secret, name: '다른 가게', redirect_uris: ['http://localhost:5000/'] },
        ],
      }),
    );
    const port = await freePort();
    const { child, exit, output, url } = await start({}, '--port', String(port), '--seed', seed, '--log');
    expect(url).toBe(`http://localhost:${port}`);
    expect(output().match(/client_secret +[0-9a-f]{64}$/gm)).toHaveLength(2);
    for (const shown of [client_id, other, client_secret, 'http://localhost:5000/'])
      expect(output()).toContain(shown);
    const answer = await fetch(`${url}/sandbox/sign-in`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ phoneNo: '01000000001', client_id }),
    });
    expect(await answer.json()).toMatchObject({
      location: expect.stringContaining('http://localhost:4000/?code='),
    });
    await expect.poll(output).toContain('"route":"/oauth2/authorize/consent"');
    child.kill(signal);
    expect(await exit).toBe(0);
    expect(await isPortInUse(port)).toBe(false);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends with a reason and status 1 if its inner process gets a %s',
    async (signal) => {
      const { child, exit, errors, url } = await start({}, '--port', '0');
      const inner = descendantsOf(child.pid ?? 0).find(({ command }) => command.includes('sandbox-process'));
      const runtimes = descendantsOf(inner?.pid ?? 0);
      expect(runtimes.length).toBeGreaterThan(0);
      process.kill(inner?.pid ?? 0, signal);
      expect(await exit).toBe(1);
      expect(errors()).toMatch(
        /^The sandbox has ended by itself \((?:status \d+|SIGKILL)\)\. Start it again\.$/m,
      );
      await expect.poll(() => isPortInUse(Number(new URL(url).port))).toBe(false);
      await expect.poll(() => runtimes.filter(isRunning)).toEqual([]);
    },
  );

  test('saves its state at the end, and continues from it', async () => {
    const first = await start({}, '--port', '0', '--save', 'kept');
    expect(first.output()).toContain(
      `Ctrl-C stops it, and keeps everything in ${path.join(application, 'kept')}.`,
    );
    await fetch(`${first.url}/sandbox/clock`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ advance: 86_400 }),
    });
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    const second = await start({}, '--port', '0', '--state', 'kept');
    const { now } = (await (await fetch(`${second.url}/sandbox/clock`)).json()) as { now: number };
    expect(now).toBeGreaterThan(Date.now() / 1000 + 86_000);
  });

  test('reports a used port', async () => {
    const { url } = await start({}, '--port', '0');
    const port = new URL(url).port;
    expect((await runBuilt(['sandbox', '--port', port])).errors).toContain(`The port ${port} cannot be used`);
  });
});

describe('in a clone of the repository', () => {
  const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

  test("plid-admin has the package's commands, each with its help", async () => {
    const { stdout } = await plid(['help']);
    expect(stdout).toMatch(/^ {2}sandbox .*^ {2}conformance /ms);
    expect((await plid(['sandbox', '--help'])).stdout).toContain('--allow-host <name>');
    expect((await plid(['conformance', '--help'])).stdout).toContain('--sign-in <command>');
    expect(await plid(['conformance', '--prot'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'--prot'"),
    });
  });

  test('a background sandbox of npm ends with kill $!', async () => {
    const port = await freePort();
    const words = ['exec', '--', 'plid-admin', 'sandbox', '--port', String(port)];
    const npm = spawn('npm', words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void npm.kill('SIGKILL'));
    await expect.poll(() => isPortInUse(port), { timeout: 30_000 }).toBe(true);
    npm.kill('SIGTERM');
    await ended(npm);
    await expect.poll(() => isPortInUse(port), { timeout: 15_000 }).toBe(false);
  });
});

test("a program uses the miniflare of the project's wrangler, if the package itself may not load one", async () => {
  const store = await installPackage();
  const project = mkdtempSync(path.join(testFolder(), 'project-'));
  const modules = path.join(project, 'node_modules');
  mkdirSync(path.join(modules, 'wrangler/node_modules'), { recursive: true });
  writeFileSync(path.join(modules, 'wrangler/index.js'), '');
  const installed = path.join(root, 'node_modules/miniflare');
  const start = (words: string[]) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', words.join('\n')], { cwd: project });
  const program = [
    `import { startSandbox } from ${JSON.stringify(path.join(store, 'node_modules/plid/sandbox/index.js'))};`,
    'const sandbox = await startSandbox();',
    "console.log((await sandbox.signIn('01000000001')).code.length > 100);",
    'await sandbox.stop();',
  ];
  await expect(start(program)).rejects.toThrow('The sandbox runs on miniflare, which is not installed.');
  symlinkSync(installed, path.join(modules, 'wrangler/node_modules/miniflare'), 'junction');
  expect((await start(program)).stdout).toBe('true\n');
});

test('a program with the installed package can use plid/sandbox', async () => {
  const test = path.join(application, 'test.mjs');
  writeFileSync(
    test,
    `import { startSandbox } from 'plid/sandbox';
    const sandbox = await startSandbox();
    console.log((await sandbox.signIn('01000000001')).code.length > 100);
    await sandbox.stop();`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [test], { cwd: application });
  expect(stdout).toBe('true\n');
});
