import { execFile } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { promisify } from 'node:util';
import { Mismatch } from './mismatch.ts';

/** The environment and folder of a command, where they are not those of this process. */
export interface Place {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

/**
 * Runs a command of the operator's in a shell, with further words behind its own.
 * @param wanted what it brings. @returns the last line that it prints. @throws {Mismatch} where it fails.
 */
export async function runOperatorCommand(
  command: string,
  words: readonly string[],
  wanted: string,
  place: Place = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} "$@"`, 'sh', ...words], place);
    return stdout.trim().split('\n').at(-1) ?? '';
  } catch (failure) {
    const { stderr = '', message } = failure as Error & { stderr?: string };
    throw new Mismatch(`${wanted} from ${command}`, (stderr || message).trim());
  }
}

/** Asks somebody at a terminal. @param told stands above the question. @returns what they write, without spaces around it. */
export async function askAtTerminal(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  told: string,
  question: string,
): Promise<string> {
  const terminal = createInterface({ input, output });
  try {
    output.write(`\n${told}\n`);
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
