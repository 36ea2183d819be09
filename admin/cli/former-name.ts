import type { Command } from 'commander';
import type { Io } from '../../tools/terminal/io.ts';
import { io } from '../../tools/terminal/io.ts';
import { adminProgram } from './program.ts';
import { runProgram } from './run-program.ts';

/**
 * Runs a command under its npm script of earlier releases, and names the new command. Programs that read JSON get no such line,
 * and neither does a command line of which npm has kept a part.
 */
export const runFormerName = (words: readonly string[], given: Io): Promise<number> =>
  runProgram(
    () => adminProgram().hook('preAction', (_, command) => nameCommand(command, words)),
    words,
    given,
  );

/** The line contains no argument: a user's phone number may be one, and a job's log is kept. */
function nameCommand(command: Command, words: readonly string[]): void {
  if (words.includes('--json')) return;
  const names: string[] = [];
  for (let each: Command | null = command; each !== null; each = each.parent) names.unshift(each.name());
  io().console.error(`This command is now: npx ${names.join(' ')} …`);
}
