import { createInterface } from 'node:readline/promises';
import { io } from '../terminal/io.ts';
import { Failure } from './failure.ts';

/**
 * Asks the person at the terminal before something is done that cannot be undone. The question goes to standard error, so that
 * what a command prints can be piped on.
 * @param yes whether they have confirmed it already, with `--yes`.
 * @throws {Failure} if they don't mean it, or there is no terminal to ask at.
 */
export async function confirm(question: string, yes: boolean): Promise<void> {
  if (yes) return;
  const { stdin: input, stderr: output } = io();
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
