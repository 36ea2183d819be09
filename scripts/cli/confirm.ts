import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { Failure } from './failure.ts';

interface Terminal {
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean };
}

/**
 * Asks the person at the terminal before something is done that cannot be undone. The question goes to standard error, so that
 * what a command prints can be piped on.
 * @param yes whether they have confirmed it already, with `--yes`.
 * @throws {Failure} where they don't mean it, or nobody can be asked.
 */
export async function confirm(
  question: string,
  yes: boolean,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (yes) return;
  if (!input.isTTY || !output.isTTY) throw new Failure(`${question} To confirm, add: --yes`);
  const terminal = createInterface({ input, output });
  const { promise: closed, resolve } = Promise.withResolvers<string>();
  terminal.once('close', () => resolve(''));
  try {
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed]);
    if (!/^(?:y|yes|ㅛ)$/i.test(answer.trim())) throw new Failure('Nothing was done.');
  } finally {
    terminal.close();
  }
}
