import { SandboxError } from '../sandbox/sandbox-error.ts';
import type { Io } from './io.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs a command and prints an expected failure, as JSON if the words contain `--json`. @returns the exit status: the
 * command's own, 1 for a failure, and 2 for an invalid command line. @throws unexpected errors.
 */
export async function exitStatusOf(
  words: readonly string[],
  { console }: Pick<Io, 'console'>,
  run: () => Promise<number>,
): Promise<number> {
  try {
    return await run();
  } catch (failure) {
    if (!(failure instanceof SandboxError)) throw failure;
    const { message } = failure;
    console.error(words.includes('--json') ? JSON.stringify({ error: message }) : message);
    return failure instanceof UsageError ? 2 : 1;
  }
}
