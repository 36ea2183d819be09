import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command, Option } from 'commander';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plid } from '../../../test/support/world/command.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { adminProgram } from '../../cli/program.ts';
import { answerCommands, client_id } from './support/canned-api.ts';

const url = 'https://login.example.com';
const now = new Date('2026-11-20T03:00:00Z');

let requests: string[];
beforeEach(() => {
  requests = answerCommands();
  vi.useFakeTimers({ now, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A command with all its options, and those of the commands above it. */
function commandAt(words: readonly string[]): { command: Command; options: Option[] } {
  return words.reduce(
    ({ command, options }, word) => {
      const next = command.commands.find((one) => one.name() === word) as Command;
      return { command: next, options: [...options, ...next.options] };
    },
    { command: adminProgram(), options: [] as Option[] },
  );
}

/** The values of an option: each choice, or one for its placeholder. */
const samplesOf = ({ flags, argChoices }: Option): string[][] => {
  const [, kind = ''] = /<(\w+)/.exec(flags) ?? [];
  const values: Record<string, string> = {
    ...{
      text: '텍스트',
      address: 'https://new.example/a',
      list: 'name,phoneNo',
      number: '15',
      date: '2026-11-02',
    },
    ...{
      uris: 'https://new.example/a',
      uri: 'https://new.example/a',
      name: 'new-name',
      scopes: 'openid phone',
    },
    ...{ file: 'logo.svg', client_id },
  };
  if (kind === '') return [[]];
  return (argChoices ?? [values[kind] ?? expect.unreachable(`no value for ${flags}`)]).map((value) => [
    value,
  ]);
};

const required = Object.entries({
  ...{
    name: '책방',
    'redirect-uri': 'https://books.example/cb',
    recipient: '주식회사 책방',
    purpose: '회원 식별',
  },
  ...{ retention: '1년', 'privacy-url': 'https://books.example/privacy', attributes: 'ci,name' },
}).flatMap(([name, value]) => [`--${name}`, value]);
const reason = ['--reason', 'ticket 1'];

/** The commands that call an API, and the words that each needs. */
const commands: Record<string, string[]> = {
  'applications list': [],
  'applications create': required,
  'applications show': [client_id],
  'applications terms': [client_id],
  'applications history': [client_id],
  'applications update': [client_id, '--name', '새 이름'],
  'applications rotate': [client_id],
  'applications retire': [client_id, 's2'],
  'applications delete': [client_id],
  'applications export': [],
  'applications import': ['export.json'],
  'applications reseal': [],
  'reviewers list': [client_id],
  'reviewers add': [client_id],
  'reviewers remove': [client_id, 'r1'],
  'relying-parties create': ['--id', 'books', '--redirect-uri', 'https://books.example/cb'],
  'people show': ['010-0000-0001', ...reason],
  'people erase': ['plid-of-kim', '--yes', ...reason],
  'people end-passkeys': ['plid-of-kim', '--yes', ...reason],
  'people affected': ['--application', client_id, ...reason],
  'events list': [client_id],
  'events resend': [client_id, 'j1'],
};

/** Further words that some options need to take effect. */
const besides: Record<string, string[]> = {
  '--for': ['--at', 'https://product.example'],
  '--at': ['--for', 'authjs'],
  '--no-pkce': ['--for', 'keycloak'],
};

/** The command without options, and with each of its options. */
function variantsOf(name: string, words: string[]): string[][] {
  const { options } = commandAt(name.split(' '));
  const own = options.filter(({ long }) => long !== '--url' && long !== '--help');
  const variants = own.flatMap((option) => {
    const long = option.long ?? '';
    const at = words.indexOf(long);
    const others =
      at === -1 ? words : [...words.slice(0, at), ...words.slice(at + (option.required ? 2 : 1))];
    return samplesOf(option).map((value) => [...others, long, ...value, ...(besides[long] ?? [])]);
  });
  return [words, ...variants];
}

/** Runs a command. @returns what it sent and printed. */
async function run(
  name: string,
  words: readonly string[],
  cwd: string,
): Promise<{ sent: string; printed: string }> {
  requests.length = 0;
  const all = [...name.split(' '), ...words, '--url', url];
  const env = { PLID_ADMIN_TOKEN: 'kim:secret', PLID_URL: undefined };
  const { code, output } = await plid(all, { cwd, env });
  const sent = requests.map((request) => `  > ${request}\n`).join('');
  const end = code === 0 ? '' : `\n  exit status ${code}`;
  return { sent, printed: `${output.trimEnd().replaceAll(/^/gm, '  ')}${end}` };
}

/** A folder with the files that the commands read. */
function folderWithFiles(): string {
  const cwd = mkdtempSync(path.join(testFolder(), 'transcripts-'));
  writeFileSync(path.join(cwd, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const applications = [{ client_id, name: '가게' }];
  writeFileSync(
    path.join(cwd, 'export.json'),
    JSON.stringify({
      format: 'plid applications',
      version: 1,
      service: url,
      exported: now.toISOString(),
      applications,
    }),
  );
  return cwd;
}

test('the list of commands has every command of its groups', () => {
  const groups = [...new Set(Object.keys(commands).map((name) => name.split(' ')[0] ?? ''))];
  const all = groups.flatMap((group) =>
    commandAt([group]).command.commands.map((one) => `${group} ${one.name()}`),
  );
  expect(Object.keys(commands).toSorted()).toEqual(all.toSorted());
  expect(all.length).toBeGreaterThan(20);
});

test.each(Object.entries(commands))(
  '%s sends and prints what is written, with each option',
  async (name, words) => {
    const cwd = folderWithFiles();
    // The logo is found from the folder of the process.
    const at = path.join(cwd, 'logo.svg');
    const parts: string[] = [];
    const alone = await run(name, words, cwd);
    for (const variant of variantsOf(name, words)) {
      const { sent, printed } = await run(
        name,
        variant.map((word) => (word === 'logo.svg' ? at : word)),
        cwd,
      );
      const isSame = variant !== words && printed === alone.printed;
      parts.push(`$ ${[name, ...variant].join(' ')}\n${sent}${isSame ? '  (the same output)' : printed}\n`);
    }
    // New secrets and their digests are random.
    const text = parts.join('\n').replaceAll(/\b[0-9a-f]{64}\b/g, '(64 hexadecimal digits)');
    await expect(text).toMatchFileSnapshot(`transcripts/${name.replace(' ', '-')}.txt`);
  },
);

const everyCommand = (command: Command, words: string[] = []): string[][] => [
  words,
  ...command.commands.flatMap((part) => everyCommand(part, [...words, part.name()])),
];

test('the help of every command equals its recorded text', async () => {
  const parts: string[] = [];
  // The package's own commands print their help themselves.
  for (const words of everyCommand(adminProgram()).filter(
    ([name = '']) => !/^(?:sandbox|conformance|carrier)$/.test(name),
  ))
    parts.push(
      `$ ${['plid-admin', ...words].join(' ')} --help\n${(await plid([...words, '--help'], { columns: 100, env: { PLID_URL: undefined } })).stdout}`,
    );
  expect(parts.length).toBeGreaterThan(40);
  await expect(parts.join('\n')).toMatchFileSnapshot('transcripts/help.txt');
});
