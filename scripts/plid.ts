import { type Command, CommanderError } from 'commander';
import { Failure, printFailure } from './cli/failure.ts';
import { plidProgram } from './cli/program.ts';

/** Programs read errors as well. */
const asJson = process.argv.includes('--json');
const program = plidProgram();

/** Words that are no command or option end with 2, as those of most commands do: nothing was begun. */
function throwWrongUse(command: Command): void {
  command.exitOverride();
  if (asJson) command.configureOutput({ outputError: (text) => printFailure(text.trim(), asJson) });
  for (const part of command.commands) throwWrongUse(part);
}
throwWrongUse(program);

try {
  await program.parseAsync();
} catch (failure) {
  if (failure instanceof CommanderError) process.exitCode = failure.exitCode === 0 ? 0 : 2;
  else if (failure instanceof Failure) {
    printFailure(failure.message, asJson);
    process.exitCode = 1;
  } else throw failure;
}
