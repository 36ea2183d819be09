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
    [['conformance', '--help'], 'plid conformance   Test a login service'],
    [['carrier', '--help'], 'plid carrier   Test a carrier'],
  ])('%j succeeds and starts nothing', async (words, text) => {
    expect(await run(words)).toBe(0);
    expect([printed, errors]).toEqual([[expect.stringContaining(text)], []]);
    expect(startSandbox).not.toHaveBeenCalled();
  });

  test.each([
    [['other'], 2, 'Unknown command: other. See: plid --help'],
    [['sandbox', '--port', 'x'], 2, '--port needs a number from 0 to 65535, not: x. See: plid --help'],
    [['sandbox', '--unknown'], 2, expect.stringMatching(/'--unknown'.* See: plid --help$/)],
    [
      ['init', 'rails'],
      2,
      'plid init needs a template: express, hono, nextjs, worker. See: plid init --help',
    ],
    [['carrier', '--unknown'], 2, expect.stringMatching(/ See: plid carrier --help$/)],
    [
      ['carrier', '--only', 'x'],
      2,
      expect.stringMatching(/^--only x has no cases\. Valid values: .*confirm/),
    ],
    [
      ['conformance', '--section', '9.9'],
      2,
      expect.stringMatching(/^--section 9\.9 has no cases\. Valid values: .*4\.2/),
    ],
    [['conformance', '--timeout', '0'], 2, '--timeout needs a number of seconds, not: 0.'],
    [['conformance', '--issuer', 'x'], 2, expect.stringMatching(/^--issuer needs an address such as/)],
    [
      ['conformance', '--other-client-id', 'x'],
      2,
      '--other-client-id needs PLID_OTHER_CLIENT_SECRET in the environment.',
    ],
    [
      ['conformance', '--openid-client-id', 'x'],
      2,
      '--openid-client-id needs PLID_OPENID_CLIENT_SECRET in the environment.',
    ],
    [['conformance'], 2, expect.stringMatching(/^Set --url, --client-id, and --redirect-uri/)],
  ])('%j ends with %i, and the reason', async (words, code, message) => {
    expect(await run(words)).toBe(code);
    expect([printed, errors]).toEqual([[], [message]]);
  });

  test('prints the reason as JSON with --json', async () => {
    expect(await run(['carrier', '--json'])).toBe(2);
    expect(JSON.parse(errors[0] ?? '')).toEqual({
      error: expect.stringMatching(/^Set --url and --customer/),
    });
  });
});

describe('a kit that reaches nothing to test', () => {
  const conformance = [
    'conformance',
    '--url',
    url,
    '--client-id',
    'c',
    '--redirect-uri',
    'http://localhost/cb',
  ];
  const carrier = ['carrier', '--url', `${url}/carrier`, '--customer', '김하나,01000000001,S'];
  const env = { PLID_CLIENT_SECRET: 's', PLID_CARRIER_TOKEN: 't' };
  const failing = (code: string) => async () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });
  };

  test.each([
    [conformance, failing('ECONNREFUSED'), `No response from ${url} (ECONNREFUSED). Check --url.`],
    [
      conformance,
      async () => Response.json({ error: 'invalid_client', message: 'x' }, { status: 401 }),
      `The service at ${url} rejected this client ID or secret with invalid_client.`,
    ],
    [
      carrier,
      failing('ENOTFOUND'),
      `No response from the carrier at ${url}/carrier (ENOTFOUND). Check --url.`,
    ],
    ...['ECONNRESET', 'UND_ERR_SOCKET'].map((code): [string[], () => Promise<Response>, string] => [
      carrier,
      failing(code),
      `The carrier at ${url}/carrier closed the connection without a response. See the output of the carrier.`,
    ]),
    ...[401, 403].map((status): [string[], () => Promise<Response>, string] => [
      carrier,
      async () => Response.json({}, { status }),
      `The carrier at ${url}/carrier rejected PLID_CARRIER_TOKEN: it responded with ${status}.`,
    ]),
    [
      carrier,
      async () => Response.json({}, { status: 404 }),
      `No carrier found at ${url}/carrier. The calls confirm and outcome don't exist below this address. Check --url.`,
    ],
  ])('%j fails with the reason', async (words, answer, message) => {
    vi.stubGlobal('fetch', answer);
    expect(await run(words, env)).toBe(1);
    expect([printed, errors]).toEqual([[], [message]]);
  });
});
