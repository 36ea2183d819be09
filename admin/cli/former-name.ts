import type { Io } from '../../tools/terminal/io.ts';
import { io } from '../../tools/terminal/io.ts';
import { quoted } from './kept-options.ts';
import { adminProgram } from './program.ts';
import { runProgram } from './run-program.ts';

/**
 * Runs a command under its npm script of earlier releases, and names the new command. Programs that read JSON get no such line,
 * and neither does a command line of which npm has kept a part.
 */
export const runFormerName = (words: readonly string[], given: Io): Promise<number> =>
  runProgram(() => adminProgram().hook('preAction', () => nameCommand(words)), words, given);

function nameCommand(words: readonly string[]): void {
  if (words.includes('--json')) return;
  io().console.error(`This command is now: npx plid-admin ${words.map(quoted).join(' ')}`);
}
