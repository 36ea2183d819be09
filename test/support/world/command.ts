import { Console } from 'node:console';
import { EventEmitter } from 'node:events';
import { PassThrough, Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import { expect } from 'vitest';
import { adminProgram } from '../../../admin/cli/program.ts';
import { runProgram } from '../../../admin/cli/run-program.ts';
import { runCommand as runCommandOfPackage } from '../../../packages/plid/command/run-command.ts';
import manifest from '../../../packages/plid/package.json' with { type: 'json' };
import { startSandbox } from '../../../packages/plid/sandbox/index.ts';
import { runKits } from '../../../packages/plid-kits/command/run-kits.ts';
import { startCommand } from '../../../sandbox/start/command.ts';
import { templateFilesOf } from '../../../tools/package/template-files.ts';
import type { Io } from '../../../tools/terminal/io.ts';

interface Place {
  /** The folder of the command; the project's by default. */
  cwd?: string;
  /** Variables in addition to those of this process. */
  env?: Record<string, string | undefined>;
  /** Standard input, which is then no terminal. */
  input?: string;
  /** Keys typed at a terminal, if the command has one. */
  typed?: string;
  columns?: number;
}

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
  /** Both streams, in the order of their lines. */
  output: string;
}

/** The folder, environment, streams and signals of a command, and its output so far. */
function openPlace({ cwd = process.cwd(), env = {}, input = '', typed, columns }: Place) {
  const written = { stdout: '', stderr: '', output: '' };
  const terminal =
    typed === undefined && columns === undefined ? {} : { isTTY: true, columns: columns ?? 80 };
  const taking = (name: 'stdout' | 'stderr') => {
    const write = (chunk: unknown, _: unknown, done: () => void) => {
      written[name] += String(chunk);
      written.output += String(chunk);
      done();
    };
    return Object.assign(new Writable({ write }), terminal);
  };
  const [stdout, stderr] = [taking('stdout'), taking('stderr')];
  const stdin =
    typed === undefined ? Readable.from([input]) : Object.assign(new PassThrough().end(typed), terminal);
  const io: Io = {
    cwd,
    stdin,
    stdout,
    stderr,
    env: { ...process.env, ...env },
    console: new Console(stdout, stderr),
    signals: new EventEmitter(),
    exit: (code) => expect.unreachable(`the command has ended the process with ${code}`),
  };
  return { io, written };
}

/** Runs a command in this process, as its script does: only the parts that belong to a process are replaced. */
export async function runCommand(
  make: () => Command,
  words: readonly string[],
  place: Place = {},
): Promise<Ended> {
  const { io, written } = openPlace(place);
  return { code: await runProgram(make, words, io), ...written };
}

/** `plid-admin …` */
export const plid = (words: readonly string[], place?: Place) => runCommand(adminProgram, words, place);

/** `npm start -- …` with an end before it serves anything. */
export async function npmStartInProcess(words: readonly string[], place: Place = {}): Promise<Ended> {
  const { io, written } = openPlace(place);
  return { code: await startCommand(words, io), ...written };
}

/** `plid-kits …`, from these sources. */
export async function kitsCommand(words: readonly string[], place: Place = {}): Promise<Ended> {
  const { io, written } = openPlace(place);
  return { code: await runKits(words, io, () => manifest.version), ...written };
}

/** The package's command, from these sources. */
export async function packageCommand(words: readonly string[], place: Place = {}): Promise<Ended> {
  const { io, written } = openPlace(place);
  const start = {
    io,
    startSandbox,
    findRuntime: async () => undefined,
    version: () => manifest.version,
    readTemplate: templateFilesOf,
  };
  return { code: await runCommandOfPackage(words, start), ...written };
}
