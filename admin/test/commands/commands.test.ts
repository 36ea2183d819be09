import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasTerminal, onTerminal } from '../../../sandbox/test/support/terminal.ts';
import { root } from '../../../test/support/world/bundles.ts';
import { plid as runPlid } from '../../../test/support/world/command.ts';
import { startProxy } from '../../../test/support/world/http-proxy.ts';
import { serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { useWorld } from '../../../test/support/world/use-world.ts';
import { columnsOf } from '../../../tools/terminal/layout.ts';
import { adminProgram } from '../../cli/program.ts';

const world = useWorld({ half: 'service' });
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  proxy = await startProxy(world, { origin: world.service });
});
afterAll(() => proxy?.close());

const program = [process.execPath, path.join(root, 'admin/bin/plid-admin.ts')];
const nowhere = 'http://localhost:9';

/** Runs the command line tool with environment variables, at a terminal if it has columns. */
const plid = (words: string[], variables: Record<string, string> = {}, columns?: number) =>
  runPlid(words, {
    env: { PLID_ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN, ...variables },
    ...(columns !== undefined && { columns }),
  });

describe('an invalid command line', () => {
  test.each([
    [['keys', 'status'], 'Specify <half>: service or gateway. See --help.\n'],
    [['people', 'show'], 'Specify <person>. See --help.\n'],
    [['keys', 'status', 'servce'], 'servce is not valid. Valid values: service, gateway.\n'],
    [
      ['doctor', 'https://login.example.com'],
      'doctor takes fewer arguments. See: npx plid-admin doctor --help\n',
    ],
  ])('gets an error sentence without a stack: %j', async (words, sentence) => {
    expect(await plid(words)).toMatchObject({ code: 2, stdout: '', stderr: sentence });
    const asJson = await plid([...words, '--json']);
    if (words[0] !== 'keys') expect(JSON.parse(asJson.stderr)).toEqual({ error: sentence.trim() });
    else expect(asJson.code).toBe(2);
  });
});

const everyCommand = (command: Command, path: string[] = []): { command: Command; path: string[] }[] => [
  { command, path },
  ...command.commands.flatMap((part) => everyCommand(part, [...path, part.name()])),
];
const ofPackage = ['sandbox', 'conformance', 'carrier'];
const commands = everyCommand(adminProgram()).filter(({ path }) => !ofPackage.includes(path.join(' ')));

describe('the help of plid-admin', () => {
  test.each(commands)('of $path has an example and the exit status', async ({ path }) => {
    const { stdout } = await plid([...path, '--help']);
    expect(stdout).toMatch(/\nExamples:\n {2}(?:npx plid-admin|wrangler) /);
    expect(stdout).toContain('Exit status: 0');
  });

  test('describes commands, options, and arguments without a full stop or a third person', () => {
    const described = commands.flatMap(({ command }) => [
      command.description(),
      ...[...command.options, ...command.registeredArguments].map(({ description }) => description),
    ]);
    expect(described.length).toBeGreaterThan(100);
    expect(described.filter((text) => /\.$|^[a-z]|^\w+[^s]s (?:the|a|an) /.test(text))).toEqual([]);
  });
});

describe('PLID_URL', () => {
  test('is the default of --url', async () => {
    const { stdout } = await plid(['applications', 'list'], { PLID_URL: proxy.url });
    expect(stdout).toContain('demoshop000000000001');
    const given = await plid(['applications', 'list', '--url', proxy.url], { PLID_URL: nowhere });
    expect(given.stdout).toContain('demoshop000000000001');
  });

  test('is named in every error about its address, and in no other', async () => {
    const ends = / The address comes from PLID_URL\.\n$/;
    for (const command of [
      ['applications', 'list'],
      ['people', 'show', '01000000001', '--reason', 'ticket 1'],
      ['doctor'],
    ]) {
      expect((await plid(command, { PLID_URL: 'login' })).stderr).toMatch(ends);
    }
    expect((await plid(['applications', 'list'], { PLID_URL: nowhere })).stderr).toMatch(ends);
    expect((await plid(['applications', 'list'], { PLID_URL: 'http://login.example.com' })).stderr).toMatch(
      ends,
    );
    const { stderr } = await plid(['applications', 'list', '--url', 'login'], { PLID_URL: nowhere });
    expect(stderr).toMatch(/^login isn't the URL of a service\./);
    expect(stderr).not.toMatch(ends);
  });

  test.each(['applications', 'people', 'doctor'])(
    'is shown in the help of %s, with the address',
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

const wider = (text: string, columns: number) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => columnsOf(line) > columns);

describe('at a terminal', () => {
  const shown = async (words: string[], columns: number) =>
    (await plid(words, { PLID_URL: proxy.url }, columns)).stdout;

  test.each([80, 50])('fits a table into %i columns', async (columns) => {
    const output = await shown(['applications', 'list'], columns);
    expect(wider(output, columns)).toEqual([]);
    expect(output).toMatch(columns === 80 ? /demoshop000000000001 .* Demo Shop\n/ : /\nNAME +Demo Shop\n/);
  });

  test.each([80, 50])('fits the fields of an application into %i columns', async (columns) => {
    const output = await shown(['applications', 'show', 'demoshop000000000001'], columns);
    expect(output).toContain('주식회사 데모숍');
    expect(wider(output, columns).filter((line) => !/ (?:https?:\S+|[\w,]+)$/.test(line))).toEqual([]);
  });
});

test.runIf(hasTerminal)(
  'headings and failures are colored at a terminal, unless NO_COLOR is set or the output is piped',
  async () => {
    const shown = async (words: string[], variables = {}) => {
      const env = { PLID_URL: proxy.url, PLID_ADMIN_TOKEN: serviceSecrets.ADMIN_TOKEN, ...variables };
      const run = onTerminal([...program, ...words], { columns: 80, env });
      await run.exit;
      return run.output();
    };
    const list = ['applications', 'list'];
    const output = await shown(list);
    expect(output).toContain('\x1b[1mCLIENT ID ');
    expect(wider(output, 80)).toEqual([]);
    expect(await shown(list, { NO_COLOR: '1' })).not.toContain('\x1b[');
    expect(await shown(['people', 'show', '?'])).toContain('\x1b[31m');
    for (const words of [list, ['people', 'show', '?']])
      expect((await plid(words, { PLID_URL: proxy.url })).output).not.toContain('\x1b[');
  },
);
