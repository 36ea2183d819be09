import { type Command, CommanderError } from 'commander';
import { ExitStatus, Failure, printFailure, UsageFailure } from '../../tools/terminal/failure.ts';
import { type Io, io, withIo } from '../../tools/terminal/io.ts';
import { refuseOptionsTakenByNpm } from './options-taken-by-npm.ts';

/**
 * Runs a command line. @param make makes the program. @param words the arguments after its name.
 * @returns the exit code: 1 for a failure, 2 for a wrong command line: nothing was started.
 */
export const runProgram = (make: () => Command, words: readonly string[], given: Io): Promise<number> =>
  withIo(given, async () => {
    // Programs read errors as well.
    const asJson = words.includes('--json');
    try {
      const program = prepare(make(), asJson);
      refuseOptionsTakenByNpm(program, words, io().env);
      await program.parseAsync(behindCommand(words), { from: 'user' });
      return 0;
    } catch (failure) {
      if (failure instanceof ExitStatus) return failure.code;
      if (failure instanceof CommanderError) return failure.exitCode === 0 ? 0 : 2;
      if (!(failure instanceof Failure)) throw failure;
      printFailure(failure.message, asJson);
      return failure instanceof UsageFailure ? 2 : 1;
    }
  });

/** `--json` is an option of commands; people write it before one as well. */
function behindCommand([first = '', command, ...others]: readonly string[]): string[] {
  if (command === undefined) return first === '' ? [] : [first];
  return first === '--json' ? [command, first, ...others] : [first, command, ...others];
}

/** Replaces commander's messages about arguments by sentences that say what to write. */
function inSentences(text: string, command: Command): string {
  const [, missing] = /^error: missing required argument '([\w-]+)'/.exec(text) ?? [];
  const named = command.registeredArguments.find((argument) => argument.name() === missing);
  const choices = named?.argChoices?.join(' or ');
  if (missing !== undefined)
    return `Name <${missing}>${choices === undefined ? '' : `: ${choices}`}. See --help.\n`;
  return text
    .replace(
      /^error: command-argument value '(.*)' is invalid for argument '[\w-]+'\. Allowed choices are (.*)\./,
      '$1 is not one of: $2.',
    )
    .replace(
      /^error: too many arguments for '([\w ]+)'.*$/m,
      '$1 takes fewer arguments. See: npx plid-admin $1 --help',
    );
}

/** Has a program, and each command in it, throw where it would end the process, and write to where it runs. */
function prepare(command: Command, asJson: boolean): Command {
  const { stdout, stderr } = io();
  command.exitOverride().configureOutput({
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
    getOutHelpWidth: () => (stdout.isTTY ? stdout.columns : undefined) ?? 80,
    getErrHelpWidth: () => (stderr.isTTY ? stderr.columns : undefined) ?? 80,
    outputError: (text, write) => {
      const plain = inSentences(text, command);
      if (asJson) printFailure(plain.trim(), asJson);
      else write(plain);
    },
  });
  for (const part of command.commands) prepare(part, asJson);
  return command;
}
