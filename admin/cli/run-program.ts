import { type Command, CommanderError } from 'commander';
import { withPrintableConsole } from '../../packages/plid/command/printable.ts';
import { ExitStatus, Failure, printFailure, UsageFailure } from '../../tools/terminal/failure.ts';
import { type Io, io, withIo } from '../../tools/terminal/io.ts';
import { refuseOptionsTakenByNpm } from './options-taken-by-npm.ts';

/**
 * Runs a command line. @param make creates the program. @param words the arguments.
 * @returns the exit code. It is 1 if the command failed, or 2 if the command line is invalid and nothing was
 * started.
 */
export const runProgram = (make: () => Command, words: readonly string[], given: Io): Promise<number> =>
  withIo(withPrintableConsole(given), async () => {
    // Programs read errors too.
    const asJson = words.includes('--json');
    try {
      const program = prepare(make(), asJson);
      refuseOptionsTakenByNpm(program, words, io().env);
      await program.parseAsync(moveOptionBehindCommand(words), { from: 'user' });
      return 0;
    } catch (failure) {
      if (failure instanceof ExitStatus) return failure.code;
      if (failure instanceof CommanderError) return failure.exitCode === 0 ? 0 : 2;
      if (!(failure instanceof Failure)) throw failure;
      printFailure(failure.message, asJson);
      return failure instanceof UsageFailure ? 2 : 1;
    }
  });

/**
 * Moves `--json` behind the command's name. Only commands have this option, but users may type it before the name.
 */
function moveOptionBehindCommand([first = '', command, ...others]: readonly string[]): string[] {
  if (command === undefined) return first === '' ? [] : [first];
  return first === '--json' ? [command, first, ...others] : [first, command, ...others];
}

/** Replaces commander's messages about arguments with sentences that explain what to write. */
function inSentences(text: string, command: Command): string {
  const [, missing] = /^error: missing required argument '([\w-]+)'/.exec(text) ?? [];
  const named = command.registeredArguments.find((argument) => argument.name() === missing);
  const choices = named?.argChoices?.join(' or ');
  if (missing !== undefined)
    return `Specify <${missing}>${choices === undefined ? '' : `: ${choices}`}. See --help.\n`;
  return text
    .replace(
      /^error: command-argument value '(.*)' is invalid for argument '[\w-]+'\. Allowed choices are (.*)\./,
      '$1 is not valid. Valid values: $2.',
    )
    .replace(
      /^error: too many arguments for '([\w ]+)'.*$/m,
      '$1 takes fewer arguments. See: npx plid-admin $1 --help',
    );
}

/** Makes a program and its commands throw instead of ending the process, and write to the given streams. */
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
