import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/support/world/example-process.ts';
import { descendantsOf, isRunning, npmStart, type Process } from '../../../test/support/world/npm-start.ts';
import { copyProject } from '../../../test/support/world/project-copy.ts';
import { isPortInUse } from '../../start/port.ts';
import { hasTerminal, onTerminal } from '../support/terminal.ts';

const { folder, remove } = copyProject();
let port: number;
let origin: string;
beforeAll(async () => {
  port = await freePort();
  origin = `http://localhost:${port}`;
});
afterAll(remove);

/** The processes of a test, which must not outlive it. */
let left: Process[] = [];
afterEach(() => {
  for (const each of left.filter(isRunning)) {
    try {
      process.kill(each.pid, 'SIGKILL');
    } catch {
      // The process has ended meanwhile.
    }
  }
  left = [];
});

const start = () => npmStart(['--port', String(port)], { folder });
async function startAndWait() {
  const started = start();
  await started.running;
  left = started.processes();
  return started;
}

async function expectNothingLeft(): Promise<void> {
  expect(left.length).toBeGreaterThan(4);
  await expect.poll(() => left.filter(isRunning), { timeout: 8_000 }).toEqual([]);
  expect(await isPortInUse(port)).toBe(false);
}

const processOf = (part: string): Process => {
  const found = left.findLast(({ command }) => command.includes(part));
  if (found === undefined) throw new Error(`nothing runs ${part}`);
  return found;
};
const statusOf = async (address: string) =>
  (await fetch(address, { signal: AbortSignal.timeout(4_000) })).status;

describe('npm start leaves no process', () => {
  test.each(['SIGHUP', 'SIGTERM'] as const)(
    'when only npm gets a %s',
    async (signal) => {
      await startAndWait();
      process.kill(processOf('sandbox/start.ts').pid, signal);
      await expectNothingLeft();
    },
    60_000,
  );

  test.runIf(hasTerminal)(
    'when its terminal is closed',
    async () => {
      const words = ['npm', 'start', '--silent', '--', '--port', String(port)];
      const started = onTerminal(words, { columns: 80, cwd: folder });
      await expect.poll(started.output, { timeout: 40_000 }).toContain('Ctrl-C stops it.');
      left = descendantsOf(started.pid);
      started.close();
      await expectNothingLeft();
    },
    60_000,
  );

  test.runIf(hasTerminal)(
    'when its terminal is closed without a signal',
    async () => {
      const words = ['setsid', '--wait', 'npm', 'start', '--silent', '--', '--port', String(port)];
      const started = onTerminal(words, { columns: 80, cwd: folder });
      await expect.poll(started.output, { timeout: 40_000 }).toContain('Ctrl-C stops it.');
      left = descendantsOf(started.pid);
      started.close();
      await expectNothingLeft();
    },
    60_000,
  );

  test('when the reader of its output has ended', async () => {
    const started = await startAndWait();
    started.stopReading();
    // The log has nowhere to go. It may end before the answer is whole.
    await fetch(`${origin}/sandbox`).catch(() => {});
    await expectNothingLeft();
  }, 60_000);

  test('when it is stopped during the build', async () => {
    const started = start();
    await expect
      .poll(() =>
        started
          .processes()
          .map(({ command }) => command)
          .join('\n'),
      )
      .toContain('dev');
    await expect.poll(started.output).toContain('Building the workers');
    left = started.processes();
    started.signal('SIGTERM');
    await expectNothingLeft();
    expect(started.output()).not.toContain('plid is running');
  }, 60_000);

  test("when wrangler's first process is killed, and reports it", async () => {
    const started = await startAndWait();
    process.kill(processOf('wrangler/bin/wrangler.js').pid, 'SIGKILL');
    expect(await started.exit).toBe(1);
    expect(started.output()).toMatch(/wrangler exited unexpectedly.*npm start\n$/);
    await expectNothingLeft();
  }, 60_000);
});

describe('a crash of the runtime', () => {
  test("restarts the workers' runtime, or stops everything with a message if it served the port", async () => {
    const started = await startAndWait();
    process.kill(processOf('socket-addr=entry=127.0.0.1').pid, 'SIGKILL');
    await expect.poll(started.output).toContain('crash #1');
    await expect.poll(() => statusOf(`${origin}/sandbox`).catch(() => 0)).toBe(200);

    process.kill(processOf('socket-addr=entry=localhost').pid, 'SIGKILL');
    expect(await started.exit).toBe(1);
    expect(started.output()).toMatch(/\nThe runtime crashed.*Start it again with: npm start\n$/);
    await expectNothingLeft();
  }, 60_000);
});

describe("a source that doesn't compile", () => {
  test('is reported in every response until it is fixed', async () => {
    const started = await startAndWait();
    const file = path.join(folder, 'sandbox/subscriber-identity.ts');
    const before = readFileSync(file, 'utf8');
    onTestFinished(() => writeFileSync(file, before));
    const line = before.split('\n').length;
    appendFileSync(file, 'const broken = ;\n');
    await expect.poll(() => statusOf(`${origin}/sandbox`).catch(() => 0)).toBe(500);
    for (const address of ['/', '/oauth2/token', '/auth/session', '/nowhere']) {
      const answer = await fetch(origin + address);
      const text = await answer.text();
      expect([answer.status, answer.headers.get('Content-Type')]).toEqual([500, 'text/plain; charset=utf-8']);
      expect(text).toContain(`sandbox/subscriber-identity.ts:${line}:`);
      expect(text).toContain('const broken = ;');
    }
    expect(started.output()).toContain(`sandbox/subscriber-identity.ts:${line}:`);
    writeFileSync(file, before);
    await expect.poll(() => statusOf(`${origin}/sandbox`).catch(() => 0)).toBe(200);
    expect(started.output()).not.toContain('\x1b');

    appendFileSync(file, 'const broken = ;\n');
    await expect.poll(() => statusOf(`${origin}/sandbox`).catch(() => 0)).toBe(500);
    started.signal('SIGTERM');
    await expectNothingLeft();
  }, 90_000);
});
