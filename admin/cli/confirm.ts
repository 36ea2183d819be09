import { createInterface } from 'node:readline/promises';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';

/**
 * Asks for confirmation of an irreversible action. The question goes to standard error, so that the output can be
 * piped. @param yes whether the operator has confirmed with `--yes`. @throws {Failure} if the operator doesn't
 * confirm, or if there is no terminal.
 */
export async function confirm(question: string, yes: boolean): Promise<void> {
  if (yes) return;
  const answer = await promptOperator(question, 'no');
  if (answer === undefined) throw new Failure(`${question} To confirm, add: --yes`);
  if (!answer) throw new Failure('Nothing was changed.');
}

/** Returns the operator's answer, `byDefault` if they only press Enter, or undefined if there is no terminal. */
export async function promptOperator(
  question: string,
  byDefault: 'yes' | 'no',
): Promise<boolean | undefined> {
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

/**
 * Asks the operator to type a name before everything is deleted. @param given the name from the command line.
 * @throws {Failure} if it's another name, or if there is no terminal.
 */
export async function confirmName(name: string, given: string | undefined): Promise<void> {
  const { stdin: input, stderr: output } = io();
  const required = new Failure(`Nothing was deleted. To delete all of the above, add: --confirm ${name}`);
  if (given !== undefined || !input.isTTY || !output.isTTY) {
    if (given !== name) throw required;
    return;
  }
  const terminal = createInterface({ input, output });
  try {
    if ((await terminal.question(`To delete all of the above, type ${name}: `)).trim() !== name)
      throw required;
  } finally {
    terminal.close();
  }
}
