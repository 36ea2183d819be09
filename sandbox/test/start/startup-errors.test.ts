import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { npmStartInProcess } from '../../../test/support/world/command.ts';
import { freePort } from '../../../test/support/world/example-process.ts';
import { npmStart } from '../../../test/support/world/npm-start.ts';
import { copyProject } from '../../../test/support/world/project-copy.ts';

const { folder, remove } = copyProject();
const port = String(await freePort());
const directory = mkdtempSync(path.join(tmpdir(), 'plid-trouble-'));
/** The number of connections that would leave this machine. */
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

/** Starts the copy of the project, which cannot work. @returns its output. */
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

/** The same for a command that ends before it starts anything: in this process. @param cwd the project's folder. */
async function refused(words: string[], cwd = folder): Promise<string> {
  const { code, stdout, stderr } = await npmStartInProcess(words, { cwd });
  expect([code, stdout]).toEqual([1, '']);
  return stderr.trim();
}

const state = (name: string) => path.join(directory, name);

describe('npm start reports', () => {
  test('its options', async () => {
    const started = npmStart(['--help']);
    expect(await started.exit).toBe(0);
    for (const option of [
      '--port <number>',
      '--application <address>',
      '--persist-to <directory>',
      '--help',
    ]) {
      expect(started.output()).toMatch(new RegExp(`^ {2}${option} `, 'm'));
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
    expect(await refused(words)).toBe(sentence);
  });

  test('that the port is in use', async () => {
    const { port: taken } = new URL(proxyUrl);
    expect(await refused(['--port', taken])).toBe(
      `Port ${taken} is in use. Stop the program that uses it, or run: npm start -- --port ${Number(taken) + 1}`,
    );
  });

  test("that the project folder isn't writable", async () => {
    // A file replaces the folder, because root ignores permissions.
    const inTheWay = path.join(folder, '.wrangler');
    writeFileSync(inTheWay, '');
    const said = await refused(['--port', String(await freePort())]);
    rmSync(inTheWay);
    expect(said).toMatch(
      /^plid cannot write to .*\.wrangler.* \(E\w+\)\. Make it writable, and start again\.$/,
    );
  });

  test('that wrangler ended, without looking for a newer version', async () => {
    outward = 0;
    mkdirSync(state('odd'));
    writeFileSync(path.join(state('odd'), 'preferences'), 'a file instead of a folder');
    // No recent check for a newer wrangler is stored here.
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
      /^The local environment does not work\. This worker is not set up\. Fix these settings: KEYS needs keys in the form id:base64/,
    );
  }, 60_000);

  test("the compiler's error", async () => {
    const file = path.join(folder, 'sandbox/local.ts');
    appendFileSync(file, "import './no-such-file.ts';\n");
    const said = await failToStart(['--port', String(await freePort()), '--persist-to', state('build')]);
    expect(said).toMatch(
      /^The local environment does not work\. The workers could not be built:\n\n.*Could not resolve "\.\/no-such-file\.ts"/,
    );
    expect(said).toContain('sandbox/local.ts:');
  }, 60_000);
});
