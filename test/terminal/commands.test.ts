import { execFile } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnsOf } from '../../scripts/terminal/layout.ts';
import { root } from '../support/world/bundles.ts';
import { startProxy } from '../support/world/http-proxy.ts';
import { hasTerminal, onTerminal } from '../support/world/terminal.ts';
import { serviceSecrets } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  proxy = await startProxy(world, { origin: world.service });
});
afterAll(() => proxy?.close());

const program = [process.execPath, path.join(root, 'scripts/plid.ts')];
const nowhere = 'http://localhost:9';

/** Runs the command line tool with environment variables. @returns what it says. */
function plid(words: string[], variables: Record<string, string> = {}) {
  const [node = '', script = ''] = program;
  const env = { ...process.env, PLID_ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN, ...variables };
  return new Promise<{ stdout: string; stderr: string }>((resolve) => {
    execFile(node, [script, ...words], { env }, (_, stdout, stderr) => resolve({ stdout, stderr }));
  });
}

describe('PLID_URL', () => {
  test('is the address where --url is not given', async () => {
    const { stdout } = await plid(['applications', 'list'], { PLID_URL: proxy.url });
    expect(stdout).toContain('demoshop000000000001');
    const given = await plid(['applications', 'list', '--url', proxy.url], { PLID_URL: nowhere });
    expect(given.stdout).toContain('demoshop000000000001');
  });

  test('is named by every error about the address that came from it, and by no other', async () => {
    const ends = / The address is that of PLID_URL\.\n$/;
    for (const command of [['applications', 'list'], ['people', 'show', '01000000001'], ['doctor']]) {
      expect((await plid(command, { PLID_URL: 'login' })).stderr).toMatch(ends);
    }
    expect((await plid(['applications', 'list'], { PLID_URL: nowhere })).stderr).toMatch(ends);
    expect((await plid(['applications', 'list'], { PLID_URL: 'http://login.example.com' })).stderr).toMatch(
      ends,
    );
    const { stderr } = await plid(['applications', 'list', '--url', 'login'], { PLID_URL: nowhere });
    expect(stderr).toMatch(/^login is not the address of a service\./);
    expect(stderr).not.toMatch(ends);
  });

  test.each(['applications', 'people', 'doctor'])(
    'stands in the help of %s, with the address',
    async (command) => {
      const text = async (variables = {}) =>
        (await plid([command, '--help'], variables)).stdout.replaceAll(/\s+/g, ' ');
      expect(await text({ PLID_URL: 'https://login.example.com' })).toMatch(
        /--url <address> .*PLID_URL.*\(default: "https:\/\/login\.example\.com"\)/,
      );
      expect(await text({ PLID_URL: '' })).toContain('(default: "http://localhost:8787")');
    },
  );
});

describe.runIf(hasTerminal)('on a terminal', () => {
  const shown = async (words: string[], columns: number, variables = {}) => {
    const env = { PLID_URL: proxy.url, PLID_ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN, ...variables };
    const run = onTerminal([...program, ...words], { columns, env });
    await run.exit;
    return run.output();
  };
  const wider = (text: string, columns: number) =>
    stripVTControlCharacters(text)
      .split('\n')
      .filter((line) => columnsOf(line) > columns);

  test.each([80, 50])('a table fits into %i columns', async (columns) => {
    const output = await shown(['applications', 'list'], columns);
    expect(wider(output, columns)).toEqual([]);
    expect(output).toMatch(columns === 80 ? /demoshop000000000001 .* Demo Shop\n/ : /\nNAME +Demo Shop\n/);
  });

  test.each([80, 50])('what is known of an application fits into %i columns', async (columns) => {
    const output = await shown(['applications', 'show', 'demoshop000000000001'], columns);
    expect(output).toContain('주식회사 데모숍');
    expect(wider(output, columns).filter((line) => !/ (?:https?:\S+|[\w,]+)$/.test(line))).toEqual([]);
  });

  test('headings and failures have a colour, unless NO_COLOR is set or somebody pipes them on', async () => {
    expect(await shown(['applications', 'list'], 120)).toContain('\x1b[1mCLIENT ID ');
    expect(await shown(['people', 'show', '?'], 80)).toContain('\x1b[31m');
    for (const words of [
      ['applications', 'list'],
      ['people', 'show', '?'],
    ]) {
      expect(await shown(words, 120, { NO_COLOR: '1' })).not.toContain('\x1b[');
      const { stdout, stderr } = await plid(words, { PLID_URL: proxy.url });
      expect(stdout + stderr).not.toContain('\x1b[');
    }
  });
});
