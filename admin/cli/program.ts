import { Command } from 'commander';
import manifest from '../../packages/plid/package.json' with { type: 'json' };
import { applicationsCommand } from './applications.ts';
import { auditCommand } from './audit.ts';
import { deployCommand, rollbackCommand } from './deploy.ts';
import { doctorCommand } from './doctor.ts';
import { eventsCommand } from './events.ts';
import { addHelpTexts } from './help.ts';
import { keysCommand } from './keys.ts';
import { logsCommand } from './logs.ts';
import { carrierCommand, conformanceCommand, sandboxCommand } from './package-commands.ts';
import { peopleCommand } from './people.ts';
import { privacyCommand } from './privacy.ts';
import { relyingPartiesCommand } from './relying-parties.ts';
import { removeCommand } from './remove.ts';
import { reviewersCommand } from './reviewers.ts';
import { sampleCommand } from './sample.ts';
import { secretsCommand } from './secrets.ts';
import { smokeCommand } from './smoke.ts';
import { sourceCommand } from './source.ts';

/** The operator's program with all commands. */
export const adminProgram = (): Command => addHelpTexts(withCommands());

const withCommands = (): Command =>
  new Command('plid-admin')
    .description('Deploy and operate a phone-number login service and its gateways')
    .version(manifest.version, '--version', 'Print the version')
    .enablePositionalOptions()
    .addCommand(deployCommand())
    .addCommand(rollbackCommand())
    .addCommand(removeCommand())
    .addCommand(applicationsCommand())
    .addCommand(reviewersCommand())
    .addCommand(relyingPartiesCommand())
    .addCommand(keysCommand())
    .addCommand(secretsCommand())
    .addCommand(peopleCommand())
    .addCommand(privacyCommand())
    .addCommand(auditCommand())
    .addCommand(eventsCommand())
    .addCommand(doctorCommand())
    .addCommand(smokeCommand())
    .addCommand(logsCommand())
    .addCommand(sourceCommand())
    .addCommand(sampleCommand())
    .addCommand(sandboxCommand())
    .addCommand(conformanceCommand())
    .addCommand(carrierCommand())
    .addHelpText(
      'after',
      "\nThe operator's token is read from PLID_ADMIN_TOKEN. For a local environment (npm start), the token is found automatically.",
    );
