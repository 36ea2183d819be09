import type { Io } from './io.ts';

/** The process as a command uses it. Each stream is opened only when a command first uses it. */
export const processIo: Io = {
  env: process.env,
  cwd: process.cwd(),
  get stdin() {
    return process.stdin;
  },
  get stderr() {
    return process.stderr;
  },
  console,
  signals: process,
};
