import { Command } from 'commander';
import manifest from '../../packages/plid/package.json' with { type: 'json' };
import { applicationsCommand } from './applications.ts';
import { doctorCommand } from './doctor.ts';
import { eventsCommand } from './events.ts';
import { keysCommand } from './keys.ts';
import { logsCommand } from './logs.ts';
import { carrierCommand, conformanceCommand, sandboxCommand } from './package-commands.ts';
import { peopleCommand } from './people.ts';
import { relyingPartiesCommand } from './relying-parties.ts';
import { secretsCommand } from './secrets.ts';
import { sourceCommand } from './source.ts';

/** Every command of `npm run plid`. */
export const plidProgram = (): Command =>
  new Command('plid')
    .description('Runs a phone-number login service, on this machine or deployed.')
    .version(manifest.version, '--version', 'shows the version')
    .enablePositionalOptions()
    .addCommand(applicationsCommand())
    .addCommand(relyingPartiesCommand())
    .addCommand(keysCommand())
    .addCommand(secretsCommand())
    .addCommand(peopleCommand())
    .addCommand(eventsCommand())
    .addCommand(doctorCommand())
    .addCommand(logsCommand())
    .addCommand(sourceCommand())
    .addCommand(sandboxCommand())
    .addCommand(conformanceCommand())
    .addCommand(carrierCommand());
