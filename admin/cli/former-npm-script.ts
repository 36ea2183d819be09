import type { Command } from 'commander';
import type { Io } from '../../tools/terminal/io.ts';
import { io } from '../../tools/terminal/io.ts';
import { adminProgram } from './program.ts';
import { runProgram } from './run-program.ts';

/**
 * Runs a command that was called through an npm script of an earlier release, and prints the command's new name.
 * Prints nothing if a program reads JSON, or if npm consumed the command line's options.
 */
export const runFormerNpmScript = (words: readonly string[], given: Io): Promise<number> =>
  runProgram(
    () => adminProgram().hook('preAction', (_, command) => nameCommand(command, words)),
    words,
    given,
  );

/**
 * Prints the command's new name without its arguments. An argument may be a user's phone number, and job logs are
 * stored.
 */
function nameCommand(command: Command, words: readonly string[]): void {
  if (words.includes('--json')) return;
  const names: string[] = [];
  for (let each: Command | null = command; each !== null; each = each.parent) names.unshift(each.name());
  io().console.error(`This command is now: npx ${names.join(' ')} …`);
}
