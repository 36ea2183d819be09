import { createInterface } from 'node:readline/promises';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';

/**
 * Asks the person at the terminal before something is done that cannot be undone. The question goes to standard error, so that
 * what a command prints can be piped on.
 * @param yes whether they have confirmed it already, with `--yes`.
 * @throws {Failure} if they don't mean it, or there is no terminal to ask at.
 */
export async function confirm(question: string, yes: boolean): Promise<void> {
  if (yes) return;
  const answer = await promptUser(question, 'no');
  if (answer === undefined) throw new Failure(`${question} To confirm, add: --yes`);
  if (!answer) throw new Failure('Nothing was done.');
}

/** The answer of the person at the terminal, `byDefault` where they only press Enter; undefined where there is no terminal to ask at. */
export async function promptUser(question: string, byDefault: 'yes' | 'no'): Promise<boolean | undefined> {
  const { stdin: input, stderr: output } = io();
  if (!input.isTTY || !output.isTTY) return undefined;
  const terminal = createInterface({ input, output });
  const { promise: closed, resolve } = Promise.withResolvers<string>();
  terminal.once('close', () => resolve('no'));
  const choices = byDefault === 'yes' ? '[Y/n]' : '[y/N]';
  try {
    const answer = await Promise.race([terminal.question(`${question} ${choices} `), closed]);
    return /^(?:y|yes|ㅛ)$/i.test(answer.trim() || byDefault);
  } finally {
    terminal.close();
  }
}
