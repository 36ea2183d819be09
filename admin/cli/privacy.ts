import { Argument, Command, Option } from 'commander';
import type { Half } from '../../tools/configuration/index.ts';
import { loadWorkers } from '../../tools/configuration/load-workers.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { type Language, languages } from '../../workers/core/http/language.ts';
import { adminApiFor } from '../deploy/read/admin-client.ts';
import { openDeployment } from '../deploy/read/deployment.ts';
import { createRegister } from '../privacy/register.ts';
import { registerMarkdown } from '../privacy/register-markdown.ts';

interface Options {
  file: string;
  language: Language;
  applications?: true;
  json?: true;
}

/** `plid-admin privacy …`: documents for the privacy officer (docs/privacy). */
export function privacyCommand(): Command {
  const privacy = new Command('privacy').description('Create documents for the privacy officer');
  privacy
    .command('register')
    .description('Print the register of processing, from the settings file and the lifetimes in the code')
    .addArgument(new Argument('<half>', 'Part of the deployment').choices(['service', 'gateway']))
    .option('--file <path>', 'Settings file of the deployment', 'plid.deploy.toml')
    .addOption(new Option('--language <language>', 'Language of the texts').choices(languages).default('ko'))
    .option('--applications', "Also list the service's applications, with the deployment's ADMIN_TOKEN")
    .option('--json', 'Print JSON instead of Markdown')
    .action(printRegister);
  return privacy;
}

async function printRegister(half: Half, { file, language, applications, json }: Options): Promise<void> {
  if (applications && half === 'gateway')
    throw new Failure('A gateway has no applications. Remove --applications.');
  const deployment = openDeployment(file, half);
  const read = applications && (await adminApiFor(deployment, 'applications').list());
  const source = {
    config: deployment.config,
    listed: await loadWorkers(),
    applications: read,
    now: Date.now(),
  };
  const register = createRegister(source, language);
  io().console.log(json ? JSON.stringify(register, null, 2) : registerMarkdown(register, language));
}
