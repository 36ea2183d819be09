import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command, Option } from 'commander';
import { UsageFailure } from '../../tools/terminal/failure.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** An option of the command that npm consumed instead of passing it on, with the value that npm parsed. */
interface TakenOption {
  option: Option;
  value: string;
}

/**
 * Environment variables for options that npm itself uses in `npm exec` and `npx`, such as `npx --yes plid-admin
 * …`.
 */
const optionsOfExec = ['npm_config_yes', 'npm_config_allow_scripts'];

/**
 * Rejects a command line if npm consumed some of its options. `npm run deploy service --dry-run` starts the
 * command with only `service`, and npm puts the option into the environment as `npm_config_dry_run`. `npm exec`
 * does the same, but `npx` doesn't. @param words the arguments that the command received. @throws {UsageFailure}
 * with the corrected command line.
 */
export function refuseOptionsTakenByNpm(
  program: Command,
  words: readonly string[],
  given: Environment,
): void {
  const { npm_lifecycle_event: script, npm_command: command = '' } = given;
  const isExec = command === 'exec';
  if (script === undefined || !(isExec || command.startsWith('run'))) return;
  const env = isExec ? { ...given, ...Object.fromEntries(optionsOfExec.map((key) => [key, ''])) } : given;
  const commands = commandsIn(program, words);
  const options = commands.flatMap((each) => each.options);
  const kept = options.flatMap((option) => readTakenOptions(option, options, words, env));
  if (kept.length === 0) return;
  const names = kept.map(({ option }) => option.long).join(' and ');
  const corrected = ['npx plid-admin', ...correctedArguments(commands, words, kept)].join(' ');
  throw new UsageFailure(
    `npm interpreted ${names} as its own options, so nothing was done. Run: ${corrected}`,
  );
}

/**
 * Finds the command and its parent commands in the arguments. If a value was separated from its option, the value
 * may be between the commands' names.
 */
function commandsIn(program: Command, words: readonly string[]): Command[] {
  const commands = [program];
  for (const word of words) {
    const next = commands.at(-1)?.commands.find((command) => command.name() === word);
    if (next !== undefined) commands.push(next);
  }
  return commands;
}

const nameOf = ({ long = '', negate }: Option): string => long.replace(negate ? /^--no-/ : /^--/, '');

/** Returns the variable in which npm stores an option. */
const keyOf = (option: Option): string => `npm_config_${nameOf(option).replaceAll('-', '_')}`;

/**
 * Returns the option with the value that npm consumed, or an empty list if npm didn't consume the option. @param
 * options all options of the command.
 */
function readTakenOptions(
  option: Option,
  options: readonly Option[],
  words: readonly string[],
  env: Environment,
): TakenOption[] {
  const spellings = [`--${nameOf(option)}`, `--no-${nameOf(option)}`];
  if (words.some((word) => spellings.includes(word.replace(/=.*$/s, '')))) return [];
  const [exact, keys] = [keyOf(option), options.map(keyOf)];
  // npm expands an abbreviation to the full name of its own option, such as --replace to --replace-registry-host.
  const key =
    exact in env ? exact : Object.keys(env).find((each) => each.startsWith(exact) && !keys.includes(each));
  const value = env[key ?? ''];
  // npm stores both --no-popup and --file= as an empty value.
  const hasNegation = options.some((other) => other.negate && keyOf(other) === exact);
  const isGiven = value === '' ? option.negate || (option.required && !hasNegation) : !option.negate;
  return key === undefined || value === undefined || !isGiven || isConfigured(key, value, env)
    ? []
    : [{ option, value }];
}

/**
 * Whether a value comes from npm's own configuration, which means from an .npmrc file or an environment variable
 * in upper case.
 */
function isConfigured(key: string, value: string, env: Environment): boolean {
  const name = key.replace('npm_config_', '').replaceAll('_', '-');
  if (Object.keys(env).some((other) => other !== key && other.toLowerCase() === key)) return true;
  const { npm_config_local_prefix: folder = '.', npm_config_userconfig, npm_config_globalconfig } = env;
  const files = [path.join(folder, '.npmrc'), npm_config_userconfig, npm_config_globalconfig];
  return files.some((file) => {
    if (!file || !existsSync(file)) return false;
    const lines = readFileSync(file, 'utf8').split('\n');
    const settings = lines.map((line) => line.split('=').map((part) => part.trim()));
    return settings.some(([set, to = 'true']) => set === name && (to === 'false' ? '' : to) === value);
  });
}

/**
 * Returns the arguments and the options that npm consumed, as the user must type them. If a space separated an
 * option from its value, the value arrived as a separate argument.
 */
function correctedArguments(
  commands: readonly Command[],
  words: readonly string[],
  kept: readonly TakenOption[],
) {
  const needing = kept.filter(({ option, value }) => option.required && value === 'true');
  const names = commands.map((command) => command.name());
  const given = words.filter((word) => !word.startsWith('-') && !names.includes(word));
  const surplus = needing.length === 0 ? [] : given.slice(commands.at(-1)?.registeredArguments.length ?? 0);
  const options = kept.map(({ option, value }) => {
    if (!option.required)
      return ['', 'true'].includes(value) ? option.long : `${option.long} ${quoted(value)}`;
    if (value === '') return option.flags;
    if (value !== 'true') return `${option.long}=${quoted(value)}`;
    const isClear = needing.length === 1 && (option.variadic ? surplus.length > 0 : surplus.length === 1);
    return isClear ? [option.long, ...surplus.map(quoted)].join(' ') : option.flags;
  });
  return [...words.filter((word) => !surplus.includes(word)).map(quoted), ...options];
}

/** Quotes an argument for a shell. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
