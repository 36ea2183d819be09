import { Console } from 'node:console';
import { EventEmitter } from 'node:events';
import { PassThrough, Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import { expect } from 'vitest';
import { plidProgram } from '../../../scripts/cli/program.ts';
import { runProgram } from '../../../scripts/cli/run-program.ts';

interface Place {
  /** The folder in which the command is given; the project's by default. */
  cwd?: string;
  /** Variables beside those of this process. */
  env?: Record<string, string | undefined>;
  /** What comes by standard input, which is then no terminal. */
  input?: string;
  /** What is typed at a terminal, where the command has one. */
  typed?: string;
  /** The columns of that terminal. */
  columns?: number;
}

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
  /** Both, as they came. */
  output: string;
}

/** Runs a command in this process, as its script does: only what it has of the process is another one. */
export async function runCommand(
  make: () => Command,
  words: readonly string[],
  place: Place = {},
): Promise<Ended> {
  const { cwd = process.cwd(), env = {}, input = '', typed, columns } = place;
  const ended = { stdout: '', stderr: '', output: '' };
  const terminal =
    typed === undefined && columns === undefined ? {} : { isTTY: true, columns: columns ?? 80 };
  const taking = (name: 'stdout' | 'stderr') => {
    const write = (chunk: unknown, _: unknown, done: () => void) => {
      ended[name] += String(chunk);
      ended.output += String(chunk);
      done();
    };
    return Object.assign(new Writable({ write }), terminal);
  };
  const [stdout, stderr] = [taking('stdout'), taking('stderr')];
  const stdin =
    typed === undefined ? Readable.from([input]) : Object.assign(new PassThrough().end(typed), terminal);
  const code = await runProgram(make, words, {
    ...{ cwd, stdin, stdout, stderr, env: { ...process.env, ...env } },
    ...{ console: new Console(stdout, stderr), signals: new EventEmitter() },
    exit: (ended) => expect.unreachable(`the command has ended the process with ${ended}`),
  });
  return { code, ...ended };
}

/** `npm run plid -- …` */
export const plid = (words: readonly string[], place?: Place) => runCommand(plidProgram, words, place);
