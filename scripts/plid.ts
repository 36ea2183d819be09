import { Command } from 'commander';
import project from '../package.json' with { type: 'json' };
import { applicationsCommand } from './cli/applications.ts';
import { doctorCommand } from './cli/doctor.ts';
import { eventsCommand } from './cli/events.ts';
import { Failure, printFailure } from './cli/failure.ts';
import { keysCommand } from './cli/keys.ts';
import { peopleCommand } from './cli/people.ts';
import { sourceCommand } from './cli/source.ts';

const program = new Command('plid')
  .description('Runs a phone-number login service, on this machine or deployed.')
  .version(project.version, '--version', 'shows the version')
  .addCommand(applicationsCommand())
  .addCommand(keysCommand())
  .addCommand(peopleCommand())
  .addCommand(eventsCommand())
  .addCommand(doctorCommand())
  .addCommand(sourceCommand());

try {
  await program.parseAsync();
} catch (failure) {
  if (!(failure instanceof Failure)) throw failure;
  printFailure(failure.message);
  process.exitCode = 1;
}
