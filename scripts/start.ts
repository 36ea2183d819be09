import { endWithNpm } from '../packages/plid/command/end-with-npm.ts';
import { Failure, printFailure } from './cli/failure.ts';
import { prepareFolders } from './local/folders.ts';
import { readOptions, type StartOptions } from './local/options.ts';
import { endWithReader } from './local/parent.ts';
import { isBusy } from './local/port.ts';
import { recordWorld } from './local/running-worlds.ts';
import { serve } from './local/serve.ts';
import { startAfresh } from './local/state-version.ts';

/** `npm start`: serves the whole login on this machine until it is stopped. */
async function start(options: StartOptions): Promise<void> {
  const { port, state } = options;
  if (await isBusy(port)) {
    const other = port === 65_535 ? port - 1 : port + 1;
    throw new Failure(`Something answers at port ${port} already. Stop it, or: npm start -- --port ${other}`);
  }
  prepareFolders(state);
  startAfresh(state);
  const removeRecord = recordWorld(options);
  try {
    await serve(options);
  } finally {
    removeRecord();
  }
}

try {
  const options = readOptions(process.argv.slice(2));
  if ('help' in options) console.log(options.help);
  else {
    endWithNpm();
    endWithReader();
    await start(options);
  }
} catch (failure) {
  printFailure(sentenceOf(failure));
  process.exitCode = 1;
}

/** The message for the person at the terminal. @throws the failure itself, where it is a bug of ours. */
function sentenceOf(failure: unknown): string {
  if (failure instanceof Failure) return failure.message;
  const { path, code } = failure as NodeJS.ErrnoException;
  if (path === undefined || code === undefined) throw failure;
  return `plid cannot write to ${path} (${code}). Make it writable, and start again.`;
}
