import type { Command } from 'commander';
import type { Io } from '../../tools/terminal/io.ts';
import { io } from '../../tools/terminal/io.ts';
import { adminProgram } from './program.ts';
import { runProgram } from './run-program.ts';

/**
 * Runs a command under its npm script of earlier releases, and prints the new command. Nothing is printed for
 * programs that read JSON, or for command lines whose options npm took.
 */
export const runFormerNpmScript = (words: readonly string[], given: Io): Promise<number> =>
  runProgram(
    () => adminProgram().hook('preAction', (_, command) => nameCommand(command, words)),
    words,
    given,
  );

/** The line contains no argument, because it may be a user's phone number, and job logs are stored. */
function nameCommand(command: Command, words: readonly string[]): void {
  if (words.includes('--json')) return;
  const names: string[] = [];
  for (let each: Command | null = command; each !== null; each = each.parent) names.unshift(each.name());
  io().console.error(`This command is now: npx ${names.join(' ')} …`);
}
