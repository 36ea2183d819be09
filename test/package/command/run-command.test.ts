import { EventEmitter } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Io } from '../../../packages/plid/command/io.ts';
import { runCommand } from '../../../packages/plid/command/run-command.ts';
import type { Sandbox } from '../../../packages/plid/sandbox/index.ts';
import { SandboxError } from '../../../packages/plid/sandbox/sandbox-error.ts';
import { testFolder } from '../../support/world/isolation.ts';

const url = 'http://localhost:8787';
const person = { name: '김하나', phoneNo: '01000000001', telcoCd: 'S', behaviour: 'approves' };
const application = {
  client_id: 'c'.repeat(20),
  client_secret: 's',
  name: 'Shop',
  redirect_uris: ['http://localhost:3000/cb'],
};

let [printed, errors]: [string[], string[]] = [[], []];
let signals = new EventEmitter();
let cwd = '';
const sandbox = { url, applications: [application], save: vi.fn(), stop: vi.fn() };
const startSandbox = vi.fn();
const findRuntime = vi.fn();

beforeEach(() => {
  [printed, errors, signals] = [[], [], new EventEmitter()];
  cwd = mkdtempSync(path.join(testFolder(), 'run-'));
  for (const spy of [sandbox.save, sandbox.stop, startSandbox, findRuntime]) spy.mockReset();
  startSandbox.mockResolvedValue(sandbox as unknown as Sandbox);
  findRuntime.mockResolvedValue('/runtime.js');
  vi.stubGlobal('fetch', async () => Response.json({ subscribers: [person] }));
});
afterEach(() => void vi.unstubAllGlobals());

function run(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const io = {
    ...{ env, cwd, signals, stdin: new PassThrough(), stderr: new PassThrough() },
    console: { log: (text: string) => printed.push(text), error: (text: string) => errors.push(text) },
  } as unknown as Io;
  const readTemplate = () => ({});
  return runCommand(words, { io, startSandbox, findRuntime, version: () => '1.2.3', readTemplate });
}

/** Runs the sandbox until it is ready, and then sends it a signal. */
async function runUntil(
  signal: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<number> {
  const code = run(['sandbox', ...words], env);
  await vi.waitUntil(() => signals.listenerCount(signal) > 0 || errors.length > 0);
  signals.emit(signal);
  return code;
}

describe('plid sandbox', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('runs until %s, stops, and saves nothing', async (signal) => {
    expect(await runUntil(signal, [])).toBe(0);
    expect([sandbox.stop.mock.calls.length, sandbox.save.mock.calls, errors]).toEqual([1, [], []]);
    expect(printed).toEqual([expect.stringContaining(`plid sandbox is ready: ${url}`)]);
    expect(printed[0]).toContain('김하나');
  });

  test('starts with its options, and paths from the current folder', async () => {
    await runUntil('SIGINT', [
      '--port',
      '0',
      '--seed',
      'a.json',
      '--state',
      'old',
      '--host',
      '0.0.0.0',
      '--limits',
    ]);
    const [[options, local] = []] = startSandbox.mock.calls;
    expect(options).toEqual({
      ...{ port: 0, allowHosts: [], host: '0.0.0.0', limits: true },
      ...{ seed: path.join(cwd, 'a.json'), state: path.join(cwd, 'old') },
    });
    expect(local).toEqual({
      runtime: '/runtime.js',
      settings: { OWN_CARRIERS: '' },
      onLoss: expect.any(Function),
    });
  });

  test('sends the requests of a network to the developer’s own carrier', async () => {
    await runUntil('SIGINT', ['--carrier', 'K=http://localhost:4000'], { PLID_CARRIER_TOKEN: 'token' });
    expect(startSandbox.mock.calls[0]?.[1].settings).toEqual({
      ...{ OWN_CARRIERS: 'K', CARRIER_K: 'http://localhost:4000', CARRIER_K_TOKEN: 'token' },
    });
  });

  test('prints the log only with --log', async () => {
    await runUntil('SIGINT', []);
    expect(startSandbox.mock.calls[0]?.[0]).not.toHaveProperty('log');
    await runUntil('SIGINT', ['--log']);
    startSandbox.mock.calls[1]?.[0].log('{"level":"info"}');
    expect(printed.at(-1)).toBe('{"level":"info"}');
  });

  test('prints one line of JSON with --json, and the log to standard error', async () => {
    await runUntil('SIGINT', ['--json', '--log']);
    startSandbox.mock.calls[0]?.[0].log('{"level":"info"}');
    expect(printed.map((line) => JSON.parse(line))).toEqual([{ url, applications: [application] }]);
    expect(errors).toEqual(['{"level":"info"}']);
  });

  test('starts in front of an application', async () => {
    await runUntil('SIGINT', ['--application', 'http://localhost:3000', '--guard']);
    expect(startSandbox.mock.calls[0]?.[1].settings).toMatchObject({
      ...{ APPLICATION_URL: 'http://localhost:3000', GUARD: 'Y', PUBLIC_PATHS: '' },
    });
    expect(printed[0]).toContain('behind the guard');
  });

  test('saves its state before it stops, and says where', async () => {
    const order: string[] = [];
    sandbox.save.mockImplementation(async (folder: string) => void order.push(folder));
    sandbox.stop.mockImplementation(async () => void order.push('stop'));
    expect(await runUntil('SIGTERM', ['--save', 'kept'])).toBe(0);
    expect(order).toEqual([path.join(cwd, 'kept'), 'stop']);
    expect(printed[0]).toContain(`keeps everything in ${path.join(cwd, 'kept')}.`);
  });

  test('stops if its state can’t be saved, and fails', async () => {
    sandbox.save.mockRejectedValue(new Error('The disk is full.'));
    expect(await runUntil('SIGTERM', ['--save', 'kept'])).toBe(1);
    expect([sandbox.stop.mock.calls.length, errors]).toEqual([1, ['The disk is full.']]);
  });

  test('isn’t started if its state would replace other files', async () => {
    writeFileSync(path.join(cwd, 'notes.txt'), 'x');
    expect(await run(['sandbox', '--save', '.'])).toBe(1);
    expect(errors).toEqual([`${cwd} is not empty and has no saved state. Choose another folder.`]);
    expect([findRuntime.mock.calls, startSandbox.mock.calls]).toEqual([[], []]);
  });

  test('fails if its runtime ends', async () => {
    startSandbox.mockImplementation(async (_, { onLoss }) => {
      setTimeout(() => onLoss(new SandboxError('The runtime has ended.')), 5);
      return sandbox;
    });
    expect(await run(['sandbox'])).toBe(1);
    expect([errors, sandbox.stop.mock.calls]).toEqual([['The runtime has ended.'], []]);
  });

  test('reports that it could not start, and fails otherwise with the fault', async () => {
    startSandbox.mockRejectedValueOnce(new SandboxError('The port 8787 cannot be used.'));
    expect(await run(['sandbox'])).toBe(1);
    expect(errors).toEqual(['The port 8787 cannot be used.']);
    startSandbox.mockRejectedValueOnce(new TypeError('a bug'));
    await expect(run(['sandbox'])).rejects.toThrow('a bug');
  });
});

describe('plid', () => {
  test.each([
    [['version'], '1.2.3'],
    [['--version'], '1.2.3'],
    [['help'], 'plid sandbox   Run the complete login service'],
    [[], 'plid sandbox   Run the complete login service'],
    [['init', '--help'], 'plid init <template>'],
  ])('%j succeeds and starts nothing', async (words, text) => {
    expect(await run(words)).toBe(0);
    expect([printed, errors]).toEqual([[expect.stringContaining(text)], []]);
    expect(startSandbox).not.toHaveBeenCalled();
  });

  test.each([
    [['other'], 2, 'Unknown command: other. See: plid --help'],
    [['conformance'], 2, 'Unknown command: conformance. See: plid --help'],
    [['sandbox', '--port', 'x'], 2, '--port needs a number from 0 to 65535, not: x. See: plid --help'],
    [['sandbox', '--unknown'], 2, expect.stringMatching(/'--unknown'.* See: plid --help$/)],
    [
      ['init', 'rails'],
      2,
      'plid init needs a template: express, hono, nextjs, worker. See: plid init --help',
    ],
  ])('%j ends with %i, and the reason', async (words, code, message) => {
    expect(await run(words)).toBe(code);
    expect([printed, errors]).toEqual([[], [message]]);
  });

  test('prints the reason as JSON with --json', async () => {
    expect(await run(['other', '--json'])).toBe(2);
    expect(JSON.parse(errors[0] ?? '')).toEqual({ error: 'Unknown command: other. See: plid --help' });
  });
});
