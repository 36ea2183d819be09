import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Mismatch } from './mismatch.ts';

/** The environment and folder of a command; default: those of this process. */
export interface CommandContext {
  env?: Record<string, string | undefined>;
  cwd?: string;
}

/**
 * Runs an operator's command in a shell, with additional arguments. @param wanted a description of the output that
 * the command should print.
 * @returns the last line that the command prints. @throws {Mismatch} if the command fails.
 */
export async function runOperatorCommand(
  command: string,
  words: readonly string[],
  wanted: string,
  place: CommandContext = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} "$@"`, 'sh', ...words], place);
    return stdout.trim().split('\n').at(-1) ?? '';
  } catch (failure) {
    const { stderr = '', message } = failure as Error & { stderr?: string };
    throw new Mismatch(`${wanted} from ${command}`, (stderr || message).trim());
  }
}
