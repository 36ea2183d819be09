import path from 'node:path';
import type { Command } from 'commander';
import { processIo } from '../../packages/plid/command/process-io.ts';
import { runCommand } from '../../packages/plid/command/run-command.ts';
import { runKits } from '../../packages/plid-kits/command/run-kits.ts';
import { root } from './sources.ts';

/** A command with its own description and help text. */
export interface CommandHelp {
  name: string;
  description: string;
  help: string;
}

/** Columns of a help text. */
const width = 100;

/** Loaded at run time, because the order of the rings allows no imports from sandbox and admin. */
const load = (file: string) => import(path.join(root, file));

const lines = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');

/** The commands of the package. They parse their own options, so plid-admin has no help for them. */
const ofPackage = ['sandbox', 'conformance', 'carrier'];

/** The commands of `plid-admin` that run something, from its commander program. */
export async function readAdminCommands(): Promise<CommandHelp[]> {
  const { adminProgram } = await load('admin/cli/program.ts');
  return runnable(adminProgram(), '');
}

function runnable(command: Command, name: string): CommandHelp[] {
  if (command.commands.length > 0)
    return command.commands.flatMap((part) => runnable(part, `${name} ${part.name()}`.trim()));
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
    getOutHelpWidth: () => width,
  });
  command.outputHelp();
  const isOfPackage = ofPackage.includes(name);
  return [{ name, description: command.description(), help: isOfPackage ? '' : lines(help) }];
}

/** The help of `npm start`. */
export async function readStartHelp(): Promise<string> {
  const { readOptions } = await load('sandbox/start/options.ts');
  return lines(readOptions(['--help']).help);
}

/** The help of a command of the packages, such as `plid sandbox` or `plid-kits carrier`. */
export async function readPackageHelp([program = '', ...words]: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const print = (text = '') => void printed.push(text);
  const io = { ...processIo, env: {}, cwd: root, console: { log: print, error: print } };
  if (program === 'plid-kits') await runKits([...words, '--help'], io, () => '');
  else
    await runCommand([...words, '--help'], {
      io,
      startSandbox: () => Promise.reject(new Error('Help starts nothing')),
      findRuntime: async () => undefined,
      version: () => '',
      readTemplate: () => ({}),
    });
  return lines(printed.join('\n'));
}
