import type { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** The parts of the process that a command uses. */
export interface Io {
  env: NodeJS.ProcessEnv;
  /** Working directory for relative paths. */
  cwd: string;
  stdin: Readable & { isTTY?: boolean };
  stderr: Writable;
  /** Writes lines to standard output and to standard error. */
  console: Pick<Console, 'log' | 'error'>;
  /** Emits SIGINT, SIGTERM, and SIGHUP. */
  signals: Pick<EventEmitter, 'on' | 'once'>;
}
