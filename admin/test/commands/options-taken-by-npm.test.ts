import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { runCommand } from '../../../test/support/world/command.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { adminProgram } from '../../cli/program.ts';

/** An operator's npm scripts, with the words before those that they receive. */
const scripts = { deploy: ['deploy'], plid: [] };

interface Offered {
  script: keyof typeof scripts;
  words: string[];
  option: Option;
}

function command(name: string): Command {
  const found = adminProgram().commands.find((each) => each.name() === name);
  if (found === undefined) throw new Error(`There is no command ${name}`);
  return found;
}

/** Every option of every command, with the words that name the command. */
function offered(
  script: keyof typeof scripts,
  command: Command,
  words: string[],
  above: Option[],
): Offered[] {
  const options = [...above, ...command.options];
  if (command.commands.length > 0)
    return command.commands.flatMap((each) => offered(script, each, [...words, each.name()], options));
  return options.map((option) => ({ script, words, option }));
}
const all = [
  ...offered('deploy', command('deploy'), [], []),
  ...offered('plid', adminProgram(), [], []).filter(({ option }) => option.long !== '--version'),
];

/** Runs a command as npm does that has kept options. @param folder of an .npmrc. */
const runByNpm = (
  script: keyof typeof scripts,
  words: string[],
  kept: Record<string, string>,
  folder = testFolder(),
) =>
  runCommand(adminProgram, [...scripts[script], ...words], {
    cwd: folder,
    env: {
      npm_lifecycle_event: script,
      npm_command: 'run',
      npm_config_local_prefix: folder,
      npm_config_userconfig: undefined,
      npm_config_globalconfig: undefined,
      // Nothing is reached from here, should an option go unnoticed.
      PLID_URL: 'http://127.0.0.1:9',
      PLID_ADMIN_TOKEN: 'a-token-that-is-never-sent-0000000000',
      CLOUDFLARE_API_TOKEN: '',
      ...kept,
    },
  });

const keyOf = ({ long = '', negate }: Option) =>
  `npm_config_${long.replace(negate ? /^--no-/ : /^--/, '').replaceAll('-', '_')}`;

test('every option that npm takes for itself is reported with the corrected command line', async () => {
  expect(all.length).toBeGreaterThan(130);
  expect(all.map(({ option }) => option.long)).toEqual(
    expect.arrayContaining(['--dry-run', '--file', '--leaked', '--yes', '--replace', '--url']),
  );
  for (const { script, words, option } of all) {
    const value = option.negate ? '' : option.required ? 'some-value' : 'true';
    const { code, output } = await runByNpm(script, words, { [keyOf(option)]: value });
    const given = option.required ? `${option.long}=some-value` : option.long;
    const what = `${script} ${words.join(' ')} ${option.long}: ${output}`;
    expect(code, what).toBe(2);
    expect(output, what).toContain(`npm interpreted ${option.long} as its own options, so nothing was done.`);
    expect(output, what).toContain(
      `Run: ${['npx plid-admin', ...scripts[script], ...words, given].join(' ')}\n`,
    );
  }
});

test.each([
  [
    'deploy',
    ['service', 'plid.staging.toml'],
    { npm_config_file: 'true' },
    'deploy service --file plid.staging.toml',
  ],
  [
    'deploy',
    ['service', 'KEYS', 'PHONE_KEY'],
    { npm_config_replace_secret: 'true' },
    'deploy service --replace-secret KEYS PHONE_KEY',
  ],
  [
    'plid',
    ['keys', 'rotate', 'service', 'a.toml', 'EVENT_KEY'],
    { npm_config_file: 'true', npm_config_secret: 'true' },
    'keys rotate service --file <path> --secret <name>',
  ],
  [
    'plid',
    ['doctor', 'https://login.example.com'],
    { npm_config_url: 'true' },
    'doctor --url https://login.example.com',
  ],
  [
    'plid',
    ['applications', 'create'],
    { npm_config_name: "Kim's shop" },
    "applications create --name='Kim'\\''s shop'",
  ],
  ['deploy', ['service'], { npm_config_file: '' }, 'deploy service --file <path>'],
  [
    'plid',
    ['applications', 'import'],
    { npm_config_replace_registry_host: 'all.json' },
    'applications import --replace all.json',
  ],
  [
    'plid',
    ['applications', 'update', 'demoshop000000000001', 'required'],
    { npm_config_parseable: 'true' },
    'applications update demoshop000000000001 --par required',
  ],
  ['deploy', ['service', '--all'], { npm_config_dry_run: 'true' }, 'deploy service --all --dry-run'],
] as const)('%s %j with %j is corrected to %s', async (script, words, kept, corrected) => {
  const { output } = await runByNpm(script, [...words], kept);
  expect(output).toContain(`npx plid-admin ${corrected}\n`);
});

test('an option taken by npm is reported as JSON with --json', async () => {
  const { code, stderr } = await runByNpm('plid', ['keys', 'status', 'service', '--json'], {
    npm_config_file: 'x',
  });
  expect(code).toBe(2);
  expect(JSON.parse(stderr)).toEqual({ error: expect.stringContaining('npm interpreted --file') });
});

const missing = "plid.deploy.toml doesn't exist";

test("a setting of npm itself isn't reported as a taken option", async () => {
  const folder = mkdtempSync(path.join(testFolder(), 'npmrc-'));
  writeFileSync(path.join(folder, '.npmrc'), '; ours\nyes = true\ndry-run\nfile=plid.deploy.toml\n');
  const byFile = { npm_config_yes: 'true', npm_config_dry_run: 'true', npm_config_file: 'plid.deploy.toml' };
  for (const [kept, where] of [
    [byFile, folder],
    [{ npm_config_yes: '', npm_config_dry_run: '', npm_config_registry: 'https://npm.example' }, undefined],
    [{ npm_config_yes: 'true', NPM_CONFIG_YES: 'true' }, undefined],
  ] as const) {
    const { code, output } = await runByNpm('deploy', ['service'], kept, where);
    expect([code, output]).toEqual([1, expect.stringContaining(missing)]);
  }
  const other = await runByNpm('deploy', ['service'], { ...byFile, npm_config_file: 'other.toml' }, folder);
  expect(other.output).toContain('npm interpreted --file as its own options');
});

test('options that arrive, and commands run without npm, are not reported', async () => {
  const arrived = await runByNpm('deploy', ['service', '--file=plid.deploy.toml'], { npm_config_file: 'x' });
  expect(arrived.output).toContain(missing);
  const { output } = await runByNpm('deploy', ['service'], {
    npm_config_dry_run: 'true',
    npm_command: 'test',
  });
  expect(output).toContain(missing);
});

test.each(['run', 'run-script'])(
  '--yes is reported if npm_command is %s, and not if it is exec',
  async (name) => {
    // npm 11 sets run, and npm 10 sets run-script.
    const kept = { npm_lifecycle_event: 'deploy', npm_config_yes: 'true' };
    const { code, output } = await runByNpm('deploy', ['service'], { ...kept, npm_command: name });
    expect(code).toBe(2);
    expect(output).toContain('Run: npx plid-admin deploy service --yes\n');
    const exec = await runByNpm('deploy', ['service'], { ...kept, npm_command: 'exec' });
    expect(exec.output).toContain(missing);
  },
);

test('npm exec takes the same options as npm run, except its own', async () => {
  const exec = { npm_lifecycle_event: 'npx', npm_command: 'exec' };
  const kept = await runByNpm('deploy', ['service'], { ...exec, npm_config_dry_run: 'true' });
  expect(kept.code).toBe(2);
  expect(kept.output).toContain('Run: npx plid-admin deploy service --dry-run\n');
  for (const own of [{ npm_config_yes: 'true' }, { npm_config_allow_scripts: 'esbuild' }]) {
    const { output } = await runByNpm('deploy', ['service'], { ...exec, ...own });
    expect(output).toContain(missing);
  }
});
