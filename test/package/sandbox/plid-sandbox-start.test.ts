import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isPortInUse } from '../../../sandbox/start/port.ts';
import { root } from '../../support/world/bundles.ts';
import { freePort } from '../../support/world/example-process.ts';
import { testFolder } from '../../support/world/isolation.ts';
import { sandboxFolder, startSandbox, useSandbox } from '../../support/world/sandbox-world.ts';

const headers = { 'Content-Type': 'application/json' };

/** The processes of the sandbox at a port. */
const processesAt = (port: number) =>
  execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`socket-addr=entry=127.0.0.1:${port}`));

/** Starts a sandbox that stores everything in a folder of the test's own. */
async function withTemporary<Result>(folder: string, start: () => Promise<Result>): Promise<Result> {
  const own = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await start();
  } finally {
    if (own === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = own;
  }
}

/** A program that starts a sandbox, prints its address, and then runs the code `own`. */
function startProgram(folder: string, temporary: string, own: string) {
  const start = path.join(root, 'packages/plid/sandbox/start-sandbox.ts');
  const program = `
    const { startSandboxFrom } = await import(${JSON.stringify(start)});
    const sandbox = await startSandboxFrom(${JSON.stringify(folder)}, {});
    console.log(sandbox.url);
    ${own}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  return { child, url, exit: new Promise((resolve) => child.once('exit', resolve)) };
}

describe('starting a sandbox', () => {
  test('takes at most 5 s on an idle machine', async () => {
    // The tests' machine has other work at the same time: a process then gets a share of a processor.
    const share = Math.max(1, loadavg()[0] ?? 1) / availableParallelism();
    const started = performance.now();
    const sandbox = await startSandbox();
    const time = performance.now() - started;
    await sandbox.stop();
    expect(time).toBeLessThan(5_000 * Math.max(1, share));
  });

  test('and stopping it leaves no process, file, or port', async () => {
    const temporary = mkdtempSync(path.join(testFolder(), 'temporary-'));
    const sandbox = await withTemporary(temporary, () => startSandbox());
    const port = Number(new URL(sandbox.url).port);
    expect(processesAt(port)).toHaveLength(1);
    expect(readdirSync(temporary)).toHaveLength(1);
    await sandbox.signIn('01000000001');
    await sandbox.stop();
    await sandbox.stop();
    expect(processesAt(port)).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
    expect(await isPortInUse(port)).toBe(false);
  });

  test('at any free port uses a port that the system assigns to no other program', async () => {
    const sandbox = await startSandbox();
    await sandbox.stop();
    // Ports of Linux by default: 32768 to 60999. Other systems begin at 49152.
    expect(Number(new URL(sandbox.url).port)).toBeLessThan(32_768);
  });

  test('serves nothing before its seed is loaded', async () => {
    const port = await freePort();
    const client_id = 'myshop00000000000001';
    const redirect_uris = ['http://localhost:3000/callback'];
    const starting = startSandbox({ port, applications: [{ client_id, name: '내 가게', redirect_uris }] });
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`http://localhost:${port}/sandbox${path}`, init).catch(() => undefined);
    let answer: Response | undefined;
    while (answer === undefined) answer = await ask('/applications');
    const moved = ask('/clock', { method: 'POST', headers, body: JSON.stringify({ advance: 3_600 }) });
    const sandbox = await starting;
    await moved;
    try {
      expect(((await answer.json()) as { applications: object[] }).applications[0]).toMatchObject({
        client_id,
      });
      expect(Number(await sandbox.clock.now()) - Date.now() / 1000).toBeGreaterThan(3_000);
    } finally {
      await sandbox.stop();
    }
  });

  test('with an invalid seed leaves nothing', async () => {
    const temporary = mkdtempSync(path.join(testFolder(), 'temporary-'));
    const people = [{ phoneNo: '1' }] as never;
    const refused = withTemporary(temporary, () => startSandbox({ people }));
    await expect(refused).rejects.toThrow('people[0].phoneNo');
    expect(readdirSync(temporary)).toEqual([]);
  });

  test.each([
    ['is killed', 'setInterval(() => {}, 1_000)'],
    ['ends without a word', ''],
    ['ends by itself, at once', 'process.exitCode = 1; setTimeout(() => { process.exit(1) }, 10)'],
  ])('leaves nothing if the program that started it %s', async (_, own) => {
    const temporary = mkdtempSync(path.join(testFolder(), 'temporary-'));
    const program = startProgram(await sandboxFolder(), temporary, own);
    const port = Number(new URL(await program.url).port);
    if (own.startsWith('setInterval')) program.child.kill('SIGKILL');
    await program.exit;
    await expect.poll(() => readdirSync(temporary)).toEqual([]);
    expect(processesAt(port)).toEqual([]);
  });

  test('at a used port fails, and two sandboxes share nothing', async () => {
    const sandbox = await startSandbox();
    const other = await startSandbox();
    try {
      const port = Number(new URL(sandbox.url).port);
      await expect(startSandbox({ port })).rejects.toThrow(`The port ${port} cannot be used`);
      await sandbox.faults.set('carrier outage');
      expect((await other.signIn('01000000001')).code).not.toBe('');
    } finally {
      await Promise.all([sandbox.stop(), other.stop()]);
    }
  });
});

describe('the host names of a sandbox', () => {
  const sandbox = useSandbox({ host: '0.0.0.0', allowHosts: ['host.docker.internal', '10.0.2.2'] });
  interface Answer {
    status: number;
    location: string;
    policy: string;
    cookies: string[];
    text: string;
  }

  /** A request from elsewhere: to this machine, under another name. */
  const askAs = (host: string, way: string, method = 'GET', headers = {}, body = ''): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(sandbox.url);
      const sent = request(
        { host: '127.0.0.1', port, path: way, method, headers: { Host: host, ...headers } },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              location: answer.headers.location ?? '',
              policy: String(answer.headers['content-security-policy'] ?? ''),
              cookies: answer.headers['set-cookie'] ?? [],
              text: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });

  test("are this machine's and the allowed ones, also behind a mapped port", async () => {
    for (const host of ['localhost:9000', '127.0.0.1:8787', 'host.docker.internal', '10.0.2.2:8787'])
      expect((await askAs(host, '/sandbox/clock')).status, host).toBe(200);
  });

  test("don't include others, because a page could point its own name here", async () => {
    for (const host of ['evil.example', 'plid:8787', '10.0.2.3', 'localhost.evil.example']) {
      const { status, text } = await askAs(host, '/sandbox/clock');
      expect([status, text], host).toEqual([404, expect.stringContaining('--allow-host')]);
    }
  });

  test('are in every URL that the caller is redirected to', async () => {
    const host = 'host.docker.internal:8787';
    const { text } = await askAs(host, '/.well-known/oauth-authorization-server');
    const metadata = JSON.parse(text) as Record<string, string>;
    expect(metadata.issuer).toBe(`http://${host}`);
    expect(metadata.token_endpoint).toBe(`http://${host}/oauth2/token`);
    expect(text).not.toContain('localhost');
    const login = await askAs(host, '/auth/login?return_to=/');
    expect(login.location).toMatch(`http://${host}/oauth2/authorize`);
  });

  test('work for a whole sign-in of a browser', async () => {
    const host = '10.0.2.2:8787';
    const cookies = new Map<string, string>();
    const open = async (way: string, fields?: Record<string, string>): Promise<Answer & { way: string }> => {
      const form = fields && {
        Origin: `http://${host}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      };
      const sent = {
        ...form,
        Accept: 'text/html',
        Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      };
      const body = fields === undefined ? '' : new URLSearchParams(fields).toString();
      const answer = await askAs(host, way, fields === undefined ? 'GET' : 'POST', sent, body);
      for (const [, name = '', value = ''] of answer.cookies.map(
        (line) => /^([^=]+)=([^;]*)/.exec(line) ?? [],
      ))
        cookies.set(name, value);
      if (answer.location === '') return { ...answer, way };
      const { pathname, search, origin } = new URL(answer.location, `http://${host}`);
      expect(origin).toBe(`http://${host}`);
      return open(pathname + search);
    };
    const hidden = (page: string, action: string) => {
      const [form = ''] = new RegExp(`<form[^>]* action="${action}"[\\s\\S]*?</form>`).exec(page) ?? [];
      const inputs = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
      return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
    };
    const form = await open('/auth/login?return_to=/');
    const person = { name: '김하나', phoneNo: '01000000001', telcoCd: 'S' };
    const send = (action: string, page: string, fields = {}) =>
      open(action, { ...hidden(page, action), ...fields });
    const consent = await send('/oauth2/authorize/sign-in', form.text, person);
    const shop = await send('/oauth2/authorize/consent', consent.text);
    expect(shop.way).toBe('/');
    expect(shop.text).toContain('김하나');
  });
});
