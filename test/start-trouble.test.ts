import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wranglerEnvironment } from '../scripts/local/environment.ts';
import { program } from '../scripts/local/wrangler.ts';
import { freePort } from './support/world/example-process.ts';
import { npmStart, untilFree } from './support/world/npm-start.ts';
import { copyProject } from './support/world/project-copy.ts';

const { folder, remove } = copyProject();
const port = String(await freePort());
const directory = mkdtempSync(path.join(tmpdir(), 'plid-trouble-'));
/** Every connection by which something would leave this machine. */
let outward = 0;
let proxy: Server;
let proxyUrl: string;
beforeAll(async () => {
  proxy = createServer((socket) => {
    outward += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  proxyUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => {
  proxy.close();
  remove();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts the copy of the project, which cannot work. @returns what it says. */
async function failToStart(words: string[], more: Parameters<typeof npmStart>[1] = {}): Promise<string> {
  const env = { HTTPS_PROXY: proxyUrl, ...more.env };
  const started = npmStart(words, { folder, ...more, env });
  const since = Date.now();
  expect(await started.exit, started.output()).not.toBe(0);
  expect(Date.now() - since).toBeLessThan(25_000);
  expect(started.output()).not.toMatch(/^\s+at .*:\d+/m);
  return started
    .output()
    .replace(/^Building the workers …\n/, '')
    .trim();
}

const state = (name: string) => path.join(directory, name);

describe('npm start says in a sentence', () => {
  test('which options there are', async () => {
    const started = npmStart(['--help']);
    expect(await started.exit).toBe(0);
    for (const option of [
      '--port <number>',
      '--application <address>',
      '--persist-to <directory>',
      '--help',
    ]) {
      expect(started.output()).toMatch(new RegExp(`^ {2}npm start -- ${option} `, 'm'));
    }
  });

  test.each([
    [['--prot', '8788'], "Unknown option '--prot'. See: npm start -- --help"],
    [['8788'], "Unexpected argument '8788'. See: npm start -- --help"],
    [['--port'], "Option '--port <value>' argument missing. See: npm start -- --help"],
    [['--port', 'abc'], '--port needs a number from 1 to 65535, not: abc'],
    [['--port', '65536'], '--port needs a number from 1 to 65535, not: 65536'],
    [
      ['--application', 'localhost:3000'],
      '--application needs an address such as http://localhost:3000, not: localhost:3000',
    ],
    [
      ['--persist-to', '/dev/null/x', '--port', port],
      'plid cannot write to /dev/null/x (ENOTDIR). Make it writable, and start again.',
    ],
  ])('%j: %s', async (words, sentence) => {
    expect(await failToStart(words)).toBe(sentence);
  });

  test('that a port is taken', async () => {
    const { port: taken } = new URL(proxyUrl);
    expect(await failToStart(['--port', taken])).toBe(
      `Something answers at port ${taken} already. Stop it, or: npm start -- --port ${Number(taken) + 1}`,
    );
  });

  test('that the project cannot be written to', async () => {
    // Not by permissions, which root ignores: a file stands where the folder would be made.
    const inTheWay = path.join(folder, '.wrangler');
    writeFileSync(inTheWay, '');
    const said = await failToStart(['--port', String(await freePort())]);
    rmSync(inTheWay);
    expect(said).toMatch(
      /^plid cannot write to .*\.wrangler.* \(E\w+\)\. Make it writable, and start again\.$/,
    );
  });

  test('that wrangler ended, without a look for a newer version', async () => {
    outward = 0;
    mkdirSync(state('odd'));
    writeFileSync(path.join(state('odd'), 'preferences'), 'a file in the place of a folder');
    // Nobody has looked for one lately.
    const env = { TMPDIR: mkdtempSync(path.join(directory, 'tmp-')) };
    const said = await failToStart(['--port', String(await freePort()), '--persist-to', state('odd')], {
      env,
    });
    expect(said).toMatch(/^wrangler cannot write a file that it needs: .*preferences.*$/);
    expect(outward).toBe(0);
  }, 60_000);

  test('which setting is wrong', async () => {
    mkdirSync(state('keys'));
    writeFileSync(path.join(state('keys'), '.dev.vars'), 'KEYS=nonsense\n');
    const said = await failToStart(['--port', String(await freePort()), '--persist-to', state('keys')]);
    expect(said).toMatch(
      /^The local world does not work\. KEYS is missing in \.dev\.vars, or wrong: .* npm start/,
    );
  }, 60_000);

  test('what the compiler found', async () => {
    const file = path.join(folder, 'workers/local.ts');
    appendFileSync(file, "import './no-such-file.ts';\n");
    const said = await failToStart(['--port', String(await freePort()), '--persist-to', state('build')]);
    expect(said).toMatch(
      /^The local world does not work\. The workers could not be built:\n\n.*Could not resolve "\.\/no-such-file\.ts"/,
    );
    expect(said).toContain('workers/local.ts:');
  }, 60_000);
});

test('npx wrangler dev in a fresh clone answers every address with a sentence that says to run npm start', async () => {
  const fresh = copyProject();
  const words = [program, 'dev', '--port', port, '--inspector-port', '0'];
  const wrangler = spawn(process.execPath, words, {
    cwd: fresh.folder,
    env: { ...wranglerEnvironment(state('wrangler')), CI: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let log = '';
  for (const output of [wrangler.stdout, wrangler.stderr]) output.on('data', (chunk) => (log += chunk));
  try {
    await expect
      .poll(
        () =>
          fetch(`http://localhost:${port}/`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 40_000 },
      )
      .toBe(500);
    for (const address of ['/', '/sandbox', '/docs', '/oauth2/authorize', '/auth/login', '/nowhere']) {
      const answer = await fetch(`http://localhost:${port}${address}`);
      const text = await answer.text();
      expect([answer.status, text.split('\n')], address).toEqual([
        500,
        [expect.stringContaining('run npm start'), ''],
      ]);
    }
    expect(log).toContain('run npm start');
    expect(log).not.toMatch(/^\s+at .*:\d+/m);
  } finally {
    process.kill(-(wrangler.pid ?? 0), 'SIGKILL');
    await untilFree(Number(port));
    fresh.remove();
  }
}, 90_000);
