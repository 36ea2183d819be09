import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { linesWith, logLines } from '../../../test/support/assertions/log-lines.ts';
import { BrowserSession } from '../../../test/support/fixtures/browser-session.ts';
import { newSubscriber } from '../../../test/support/fixtures/phones.ts';
import { plid } from '../../../test/support/world/command.ts';
import { useWorld } from '../../../test/support/world/use-world.ts';

const name = 'u3Tq0_Rk-aB';
const authorize = { level: 'info', worker: 'service-authorize', request: '1111111111111111' };
/** An event in a line of its own. */
const event = { ...authorize, sign_in: name, events: { sign_in_denied: 1 }, carrier: 'K' };
const page = {
  ...authorize,
  sign_in: name,
  method: 'GET',
  route: '/oauth2/authorize/wait',
  status: 302,
  events: { sign_in_approved: 1, code_issued: 1 },
};
const gateway = {
  level: 'info',
  worker: 'gateway-callback',
  request: '2222222222222222',
  sign_in: name,
  method: 'GET',
  route: '/auth/callback',
  status: 400,
  reason: 'access_denied',
};
/** Of the same request, and of none. */
const beside = { ...authorize, level: 'warn', operation: 'reading a carrier’s answer' };
const other = { ...authorize, request: '3333333333333333', sign_in: 'another-one' };
const story = [event, page, gateway, beside];

const logs = (input: string, ...words: string[]) => plid(['logs', name, ...words], { input });
const parsed = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The text that `wrangler tail --format json` prints of an invocation. */
const tail = (lines: object[], at: number) =>
  JSON.stringify(
    {
      scriptName: 'plid',
      eventTimestamp: at,
      logs: [
        ...lines.map((line, place) => ({
          message: [JSON.stringify(line)],
          level: 'log',
          timestamp: at + place,
        })),
        { message: ['not a line of plid'], level: 'log', timestamp: at },
      ],
    },
    null,
    2,
  );

describe('plid logs', () => {
  const world = useWorld();

  test('finds a whole sign-in in the logs of service and gateway', async () => {
    const browser = new BrowserSession(world);
    const first = await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
    const id = first.headers.get('Plid-Sign-In') ?? '';
    const consent = await browser.submit(first, await newSubscriber(world));
    await browser.submit(consent);
    await linesWith(world, { worker: 'gateway-callback', route: '/auth/callback', sign_in: id });
    const { code, stdout } = await plid(['logs', id], { input: world.logs() });
    expect(code).toBe(0);
    const shown = stdout.split('\n').map((line) => line.trim().split(/ {2,}/)[1]);
    const written = logLines(world).filter(({ sign_in }) => sign_in === id);
    expect(written.length).toBeGreaterThan(5);
    expect(shown).toHaveLength(1 + written.length + 1);
    expect(shown.flatMap((what) => what?.match(/sign_in_approved|session_started/) ?? [])).toEqual([
      'sign_in_approved',
      'session_started',
    ]);
  });

  test('sorts the lines of tails by time, with all lines of their requests', async () => {
    const input = `${tail([gateway, other], 3_000)}\nnoise {\n${tail([beside, event, page], 1_000)}\n`;
    const { stdout } = await logs(input, '--json');
    expect(parsed(stdout)).toEqual([beside, event, page, gateway]);
    const text = (await logs(input)).stdout;
    expect(text).toMatch(/^1970-01-01 00:00:01\.001 +service-authorize +sign_in_denied +carrier=K$/m);
    expect(text).toMatch(
      /^1970-01-01 00:00:01\.002 +service-authorize +GET \/oauth2\/authorize\/wait 302, sign_in_approved, code_issued$/m,
    );
    expect(text).toMatch(
      /^1970-01-01 00:00:03\.000 +gateway-callback +GET \/auth\/callback 400 +reason=access_denied$/m,
    );
  });

  test('sorts lines that contain their own time, as stored by docs/operate/monitoring.md', async () => {
    const input = [page, gateway, event].map((line, index) =>
      JSON.stringify({ ...line, timestamp: 3_000 - index * 1_000 }),
    );
    const { stdout } = await logs(input.join('\n'));
    const rows = stdout.trim().split('\n').slice(1);
    expect(rows.map((row) => row.slice(0, 23))).toEqual([
      '1970-01-01 00:00:01.000',
      '1970-01-01 00:00:02.000',
      '1970-01-01 00:00:03.000',
    ]);
    expect(stdout).not.toContain('timestamp');
  });

  test.each<[string, string]>([
    ['lines', story.map((line) => JSON.stringify(line)).join('\n')],
    ['lines that end as on Windows', story.map((line) => `${JSON.stringify(line)}\r\n`).join('')],
    ['a list of events', JSON.stringify(story.map((source, timestamp) => ({ source, timestamp })))],
    [
      'an answer with events whose lines are text',
      JSON.stringify({
        result: {
          events: { events: story.map((line, timestamp) => ({ source: JSON.stringify(line), timestamp })) },
        },
      }),
    ],
  ])('reads %s', async (_, input) => {
    expect(parsed((await logs(input, '--json')).stdout)).toEqual(story);
  });

  test('reads a file relative to the current folder', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plid-logs-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, 'tail.json'), tail([event], 1));
    const { stdout } = await plid(['logs', name, 'tail.json', '--json'], { cwd: folder });
    expect(parsed(stdout)).toEqual([event]);
    const missing = await plid(['logs', name, 'nothing.json'], { cwd: folder });
    expect([missing.code, missing.stderr]).toEqual([1, "nothing.json can't be read.\n"]);
  });

  test('accepts an ID that begins with a hyphen', async () => {
    const line = { ...event, sign_in: '-3Tq0_Rk-aB' };
    const { stdout } = await plid(['logs', '-3Tq0_Rk-aB', '--json'], { input: JSON.stringify(line) });
    expect(parsed(stdout)).toEqual([line]);
  });

  test('collects the lines of one request by its ID', async () => {
    const input = [gateway, other].map((line) => JSON.stringify(line)).join('\n');
    const { stdout } = await plid(['logs', gateway.request, '--json'], { input });
    expect(parsed(stdout)).toEqual([gateway]);
  });

  test.each(['QDTE-NMZM', 'qdtenmzm', 'QDTE NMZM'])(
    'finds a sign-in by its support code: %s',
    async (code) => {
      const input = [...story, other].map((line) => JSON.stringify(line)).join('\n');
      expect(parsed((await plid(['logs', code, '--json'], { input })).stdout)).toEqual(story);
    },
  );

  test('prints filters for Workers Logs', async () => {
    const filters = async (code: string) => (await plid(['logs', code, '--filter'])).stdout;
    expect(await filters('QDTE-NMZM')).toBe('sign_in includes u3Tq0_\nrequest includes bb74ead3f4\n');
    expect(await filters('3M74 N4TQ')).toContain('request includes 1d0e4a9357\n');
    expect(await filters(name)).toContain(`sign_in includes ${name}\n`);
  });

  test('finds a request by its support code, read with confusable letters', async () => {
    // Its code is 1010-100A.
    const line = { ...gateway, sign_in: undefined, request: '000000080200800a' };
    const input = JSON.stringify(line);
    const { stdout } = await plid(['logs', 'iolo-LooA', '--json'], { input });
    expect(parsed(stdout)).toEqual([JSON.parse(input)]);
  });

  test('prints no control character of a line', async () => {
    const { stdout } = await logs(JSON.stringify({ ...event, client_id: 'a\u001b[31mb' }));
    expect(stdout).toContain('client_id=a [31mb');
  });

  test.each([
    ['1700000000-u3Tq0_Rk-aBcdefghijklm', "isn't a support code"],
    ['AAAAAAAAAAA', 'None of the 4 worker log lines belongs to AAAAAAAAAAA.'],
  ])('responds to %s: %s', async (id, says) => {
    const { code, stderr } = await plid(['logs', id], {
      input: story.map((line) => JSON.stringify(line)).join('\n'),
    });
    expect(code).toBe(1);
    expect(stderr).toContain(says);
  });
});
