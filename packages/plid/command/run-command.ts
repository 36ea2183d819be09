import { resolve } from 'node:path';
import { SandboxError, type startSandbox } from '../sandbox/index.ts';
import { refuseUnrelatedFolder } from '../sandbox/saved-state.ts';
import { carrier } from './carrier.ts';
import { conformance } from './conformance.ts';
import { exitWithNpm } from './exit-with-npm.ts';
import type { Io } from './io.ts';
import { readSandboxArguments, type SandboxCommand } from './sandbox-arguments.ts';
import { UsageError } from './usage-error.ts';
import { welcome } from './welcome.ts';

interface Start {
  io: Io;
  /** Starts a sandbox from the package or from sources. */
  startSandbox: typeof startSandbox;
  version: () => string;
}

/** Commands that test another program. */
const kits = new Map([
  ['conformance', conformance],
  ['carrier', carrier],
]);

/**
 * Runs `plid sandbox`, `plid conformance`, or `plid carrier`. @returns the exit code: 1 for a failure, 2 for an
 * invalid command line.
 */
export async function runCommand(words: readonly string[], start: Start): Promise<number> {
  try {
    const [command = '', ...more] = words;
    const kit = kits.get(command);
    if (kit !== undefined) return (await kit(more, start.io)) ? 0 : 1;
    const asked = readSandboxArguments(words);
    if ('text' in asked) start.io.console.log(asked.text);
    else if ('version' in asked) start.io.console.log(start.version());
    else await serve(asked.sandbox, start);
    return 0;
  } catch (failure) {
    if (!(failure instanceof SandboxError)) throw failure;
    const asJson = words.includes('--json');
    start.io.console.error(asJson ? JSON.stringify({ error: failure.message }) : failure.message);
    return failure instanceof UsageError ? 2 : 1;
  }
}

/** Runs a sandbox until it is stopped. */
async function serve({ withLog, save, ...asked }: SandboxCommand, { startSandbox, io }: Start) {
  const { console, signals, cwd } = io;
  // Called before the port is opened, because npm may exit while the sandbox starts.
  exitWithNpm();
  const { seed, state } = asked;
  const kept = save === undefined ? undefined : resolve(cwd, save);
  if (kept !== undefined) refuseUnrelatedFolder(kept);
  const options = {
    ...asked,
    ...(typeof seed === 'string' && { seed: resolve(cwd, seed) }),
    ...(state !== undefined && { state: resolve(cwd, state) }),
  };
  const sandbox = await startSandbox({ ...options, ...(withLog && { log: (line) => console.log(line) }) });
  console.log(welcome(sandbox, options, kept));
  const keepRunning = setInterval(() => undefined, 2 ** 31 - 1);
  const end = async () => {
    clearInterval(keepRunning);
    try {
      if (kept !== undefined) await sandbox.save(kept);
    } finally {
      await sandbox.stop();
    }
  };
  const stop = () => void end().catch((failure: Error) => console.error(failure.message));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) signals.once(signal, stop);
}
