import { AsyncLocalStorage } from 'node:async_hooks';
import type { Writable } from 'node:stream';
import type { Io as PackageIo } from '../../packages/plid/command/io.ts';

type Output = Writable & { isTTY?: boolean; columns?: number };

/** The parts of the process that a command uses. */
export interface Io extends PackageIo {
  stdout: Output;
  stderr: Output;
  /** Ends the process at once. */
  exit(code: number): void;
}

export const processIo: Io = {
  env: process.env,
  get cwd() {
    return process.cwd();
  },
  // Streams are opened on first use.
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

/** The streams of the running command; default: those of the process. */
export const io = (): Io => running.getStore() ?? processIo;

/** Runs a command, including everything that it awaits, with these streams. */
export const withIo = <Result>(given: Io, run: () => Result): Result => running.run(given, run);
