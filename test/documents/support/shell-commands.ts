import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { adminProgram } from '../../../admin/cli/program.ts';
import project from '../../../package.json' with { type: 'json' };
import { templateNames } from '../../../packages/plid/command/init/init.ts';
import { manifestOf } from '../../../packages/plid/command/init/worker/worker-manifest.ts';
import type { WorkerProject } from '../../../packages/plid/command/init/worker/worker-project.ts';
import { readSandboxArguments } from '../../../packages/plid/command/sandbox-arguments.ts';
import { readOptions } from '../../../sandbox/start/options.ts';
import { readDocument } from '../../support/assertions/markdown.ts';
import { root } from '../../support/world/test-workers.ts';

/** Commands that every system has, or that their page names as needed; their parameters are not checked. */
const common =
  'adb apt-get cat cd curl cut date docker echo export git gradle jq kill mkdir mvn openssl printf umask'.split(
    ' ',
  );

/** The words of each simple command in lines of a shell, without comments, quotes and redirections. */
export function commandsIn(text: string): string[][] {
  const joined = text.replace(/\\\n\s*/g, ' ');
  return joined.split('\n').flatMap((line) => {
    const tokens = line.match(/"[^"]*"|'[^']*'|&&|\|\||[|;&]|#.*$|[^\s"'|;&]+(?:"[^"]*"|'[^']*')?/g) ?? [];
    const commands: string[][] = [[]];
    for (const token of tokens) {
      if (token.startsWith('#')) break;
      if (/^(?:&&|\|\||[|;&])$/.test(token)) commands.push([]);
      else commands.at(-1)?.push(token.replace(/^["']|["']$/g, ''));
    }
    return commands.map(withoutAssignments).filter(([first]) => first !== undefined);
  });
}

function withoutAssignments(words: string[]): string[] {
  const start = words.findIndex((word) => !/^\w+=/.test(word));
  return start < 0 ? [] : words.slice(start);
}

/** The fault of a command, as far as it shows without running the command; undefined if there is none. */
export function faultOf([program = '', ...words]: string[]): string | undefined {
  if (program.startsWith('.ci/')) return faultOfExecutable(program);
  if (program === 'npm') return faultOfNpm(words.filter((word) => word !== '--silent'));
  if (program === 'npx') return faultOfNpx(words);
  if (program === 'sudo') return faultOf(words);
  // 1Password's `op run … -- command` runs a command with secrets from the vault.
  if (program === 'op') return faultOf(words.slice(words.indexOf('--') + 1));
  // Pages call a clone of this repository `../plid`.
  if (program === 'cp' || program === 'node') return faultOfFile(words[0]?.replace(/^\.\.\/plid\//, ''));
  const directory = words[words.indexOf('--directory') + 1];
  if (words.includes('--directory')) return faultOfFile(directory);
  return common.includes(program) ? undefined : `the command ${program} is unknown`;
}

const generated = manifestOf(
  { name: 'shop', manifest: undefined, configuration: undefined, usesVite: false } as WorkerProject,
  '',
);
/** Whether a project that `plid init worker` has written has a script of this name, and this repository has none. */
const isOfGeneratedProject = (script: string): boolean =>
  script in (generated.scripts ?? {}) && !(script in project.scripts);

function faultOfNpm([command = '', ...words]: string[]): string | undefined {
  const script = command === 'run' ? (words.shift() ?? '') : command;
  const given = words.slice(words[0] === '--' ? 1 : 0);
  if (['audit', 'ci', 'deprecate', 'install', 'pack', 'publish', 'version'].includes(script))
    return undefined;
  if (script === '') return undefined;
  if (isOfGeneratedProject(script)) return undefined;
  if (!(script in project.scripts)) return `package.json has no script ${script}`;
  if (script === 'start') return faultOfStart(given);
  return given.map(faultOfPath).find((fault) => fault !== undefined);
}

function faultOfNpx([program = '', ...words]: string[]): string | undefined {
  if (program === '--no' || program === '--') return faultOfNpx(words);
  if (program === 'node') return faultOfFile(words[0]);
  if (program === 'plid-kits') return faultOfKit(words);
  if (program === 'plid' || /\/plid-[\d.]+\.tgz$/.test(program)) return faultOfOwnCommand(words);
  if (program === 'plid-admin') return faultOfAdmin(words);
  const config = words[words.indexOf('--config') + 1];
  if (words.includes('--config')) return faultOfFile(config);
  if (!existsSync(path.join(root, 'node_modules/.bin', program))) return `npm brings no ${program}`;
  return words.map(faultOfPath).find((fault) => fault !== undefined);
}

/** Commands of `plid-kits`, which parse their own options. */
const kits = ['conformance', 'carrier'];

/** The fault of a command of `plid-kits`. */
function faultOfKit([command = '', ...words]: string[]): string | undefined {
  if (!kits.includes(command)) return `plid-kits has no command ${command}`;
  const help = readDocument(`packages/plid-kits/command/${command}.ts`);
  return words.find((word) => /^--(?!help$)/.test(word) && !help.includes(`\n  ${word} `));
}

/** The fault of a command of the package. */
function faultOfOwnCommand(words: string[]): string | undefined {
  const [command = '', template = ''] = words;
  if (command === 'init')
    return templateNames.includes(template) ? undefined : `there is no template ${template}`;
  try {
    readSandboxArguments(words);
    return undefined;
  } catch (failure) {
    return (failure as Error).message;
  }
}

const faultOfFile = (file = '') =>
  existsSync(path.join(root, file)) ? undefined : `there is no file ${file}`;
function faultOfExecutable(file: string): string | undefined {
  try {
    accessSync(path.join(root, file), constants.X_OK);
    return undefined;
  } catch {
    return `${file} isn't executable`;
  }
}

const faultOfPath = (word: string) => (/^[\w-]+\/.*\.\w+$/.test(word) ? faultOfFile(word) : undefined);

function faultOfStart(words: string[]): string | undefined {
  try {
    readOptions(
      words.map((word) => (word === '…' || word.startsWith('https://…') ? 'http://localhost:1' : word)),
      { PLID_CLIENT_SECRET: 'x'.repeat(64) },
    );
    return undefined;
  } catch (failure) {
    return (failure as Error).message;
  }
}

/** Checks the words against the parser of the operator's program. */
function faultOfAdmin(words: string[]): string | undefined {
  if (words[0] === 'sandbox') return faultOfOwnCommand(words);
  if (kits.includes(words[0] ?? '')) return faultOfKit(words);
  if (words[0] === 'sample' && words[1] !== undefined)
    return faultOfFile(`docs/examples/${words[1]}/package.json`);
  let command = adminProgram();
  const known = new Set(['--help', '--version']);
  for (const word of words) {
    const next = command.commands.find((sub) => sub.name() === word);
    if (next !== undefined) command = next;
    else if (command.commands.length > 0 && !word.startsWith('-')) return `plid-admin has no command ${word}`;
    for (const { long } of command.options) if (long) known.add(long);
  }
  const unknown = words.find((word) => word.startsWith('--') && !known.has(word));
  return unknown === undefined ? undefined : `plid-admin ${command.name()} knows no ${unknown}`;
}
