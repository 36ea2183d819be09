import { AsyncLocalStorage } from 'node:async_hooks';
import type { Writable } from 'node:stream';
import type { Io as PackageIo } from '../../packages/plid/command/io.ts';

type Output = Writable & { isTTY?: boolean; columns?: number };

/** Everything that a command has of the process in which it runs. */
export interface Io extends PackageIo {
  stdout: Output;
  stderr: Output;
  /** Ends everything at once. */
  exit(code: number): void;
}

export const processIo: Io = {
  env: process.env,
  get cwd() {
    return process.cwd();
  },
  // Each stream is opened where it is first used.
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  console,
  signals: process,
  exit: (code) => process.exit(code),
};

const running = new AsyncLocalStorage<Io>();

/** Those of the command that runs here; of this process, where none was given any. */
export const io = (): Io => running.getStore() ?? processIo;

/** Runs a command with these, and everything that it calls and awaits. */
export const withIo = <Result>(given: Io, run: () => Result): Result => running.run(given, run);
