import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Io } from '../../../packages/plid/command/io.ts';
import { runKits } from '../../../packages/plid-kits/command/run-kits.ts';

const url = 'http://localhost:8787';
let [printed, errors]: [string[], string[]] = [[], []];
const send = vi.fn();

beforeEach(() => {
  [printed, errors] = [[], []];
  send.mockReset();
  vi.stubGlobal('fetch', send);
});
afterEach(() => void vi.unstubAllGlobals());

function run(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const io = {
    ...{ env, cwd: '/', stdin: new PassThrough(), stderr: new PassThrough() },
    console: { log: (text: string) => printed.push(text), error: (text: string) => errors.push(text) },
  } as unknown as Io;
  return runKits(words, io, () => '1.2.3');
}

describe('plid-kits', () => {
  test.each([
    ...[[], ['help'], ['--help'], ['-h']].map((words): [string[], string] => [
      words,
      'plid-kits   Test another program',
    ]),
    ...[['version'], ['--version'], ['-v']].map((words): [string[], string] => [words, '1.2.3']),
    [['conformance', '--help'], 'plid-kits conformance   Test a login service'],
    [['carrier', '--help'], 'plid-kits carrier   Test a carrier'],
  ])('%j succeeds and sends nothing', async (words, text) => {
    expect(await run(words)).toBe(0);
    expect([printed, errors]).toEqual([[expect.stringContaining(text)], []]);
    expect(send).not.toHaveBeenCalled();
  });

  test.each([
    [['other'], 2, 'Unknown command: other. See: plid-kits --help'],
    [['help', 'carrier'], 2, 'Unknown command: help carrier. See: plid-kits --help'],
    [['carrier', '--unknown'], 2, expect.stringMatching(/ See: plid-kits carrier --help$/)],
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
    expect(send).not.toHaveBeenCalled();
  });

  test('prints the reason as JSON with --json', async () => {
    expect(await run(['carrier', '--json'])).toBe(2);
    expect(JSON.parse(errors[0] ?? '')).toEqual({
      error: expect.stringMatching(/^Set --url and --customer/),
    });
  });

  test('escapes control characters of the words that it prints', async () => {
    expect(await run(['\u001b[2J'])).toBe(2);
    expect(errors).toEqual(['Unknown command: \\u001b[2J. See: plid-kits --help']);
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
