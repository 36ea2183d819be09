import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type Phone,
  phoneAtTerminal,
  phoneByCommand,
  phoneOfSandbox,
} from '../../../packages/plid-kits/carrier-kit/phone.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('a phone at the terminal', () => {
  /** @param line that the developer types. @returns the result, and what the terminal showed. */
  async function at<Result>(line: string, use: (phone: Phone) => Promise<Result>) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const phone = phoneAtTerminal(input, output);
    input.end(`${line}\n`);
    const result = await use(phone).finally(() => output.end());
    return { result, shown: await text(output) };
  }

  test.each([
    ['approve', 'approve with 42'],
    ['deny', 'deny the request'],
    ['wrong', 'tap a number other than 42'],
    ['type', 'type 42'],
  ] as const)('is asked to %s', async (action, instruction) => {
    const { shown } = await at('', (phone) => phone.act(action, 'r-1', '42'));
    expect(shown).toContain(`On the phone, ${instruction}. Request ID: r-1.\n`);
    expect(shown).toContain('Press Enter when done');
  });

  test('is asked for the number of requests that wait', async () => {
    const { result, shown } = await at(' 2 ', (phone) => phone.count());
    expect(result).toBe(2);
    expect(shown).toContain('How many requests are waiting?');
    await expect(at('two', (phone) => phone.count())).rejects.toMatchObject({
      came: expect.stringContaining('two'),
    });
    await expect(at('', (phone) => phone.count())).rejects.toMatchObject({
      came: expect.stringContaining('nothing'),
    });
  });
});

describe('a phone that a command answers', () => {
  test('is given the action, the request, and its digits', async () => {
    const command = '[ "$*" = "approve r-1 42" ] || { echo "not $*" >&2; exit 1; }; :';
    await phoneByCommand(command).act('approve', 'r-1', '42');
    await expect(phoneByCommand(command).act('deny', 'r-1', '42')).rejects.toMatchObject({
      came: expect.stringContaining('not deny r-1 42'),
    });
  });

  test('counts with the last line of the command, in its folder and environment', async () => {
    const place = { env: { ...process.env, WAITING: '3' }, cwd: '/' };
    expect(await phoneByCommand('[ "$PWD" = / ] && echo x && echo $WAITING #', place).count()).toBe(3);
    await expect(phoneByCommand('echo many #').count()).rejects.toMatchObject({
      came: expect.stringContaining('many'),
    });
  });
});

describe('a phone of the sandbox', () => {
  const requests = [
    { id: 'r-1', status: 'pending', match: '42', choices: ['42', '17', '93'] },
    { id: 'r-2', status: 'approved', match: '42', choices: ['42', '17', '93'] },
    { id: 'r-3', status: 'pending', match: '17', choices: ['42', '17', '93'] },
  ];

  async function phoneWith() {
    const sent: unknown[][] = [];
    vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
      const path = address.replace('http://localhost:8787/sandbox', '');
      if (method !== 'GET')
        sent.push([method, path, body === undefined ? undefined : JSON.parse(String(body))]);
      return Response.json({ applications: [], requests, notices: [], request: requests[0] });
    });
    return { phone: await phoneOfSandbox('http://localhost:8787/sandbox/carrier', '01099990001'), sent };
  }

  test.each([
    ['approve', ['POST', '/requests/r-1/approve', { match: '42' }]],
    ['type', ['POST', '/requests/r-1/approve', { match: '42' }]],
    ['wrong', ['POST', '/requests/r-1/approve', { match: '17' }]],
    ['deny', ['POST', '/requests/r-1/deny', undefined]],
  ] as const)('can %s', async (action, request) => {
    const { phone, sent } = await phoneWith();
    await phone.act(action, 'r-1', '42');
    expect(sent).toEqual([request]);
  });

  test.each(['r-2', 'r-4'])('answers no request that doesn’t wait (%s)', async (id) => {
    const { phone, sent } = await phoneWith();
    await expect(phone.act('approve', id, '42')).rejects.toMatchObject({
      expected: 'a waiting request on the phone',
    });
    expect(sent).toEqual([]);
  });

  test('counts the requests that wait, and moves the clock', async () => {
    const { phone, sent } = await phoneWith();
    expect(await phone.count()).toBe(2);
    await phone.advance?.(90);
    expect(sent).toEqual([['POST', '/clock', { advance: 90 }]]);
  });
});
