import { Argument, Command } from 'commander';
import type { Half } from '../../tools/configuration/index.ts';
import { loadWorkers } from '../../tools/configuration/load-workers.ts';
import { io } from '../../tools/terminal/io.ts';
import { openDeployment } from '../deploy/read/deployment.ts';
import { readAllSecrets } from '../deploy/settings/secret-sources.ts';
import { generateMissingSecrets, requiredIssuedSecrets } from '../deploy/settings/secrets.ts';
import { selectWorkers } from '../deploy/settings/select-workers.ts';
import { nextValue } from '../keys/next-value.ts';

interface Options {
  file: string;
}

interface NextOptions extends Options {
  secret: string;
  name?: string;
}

/** `plid-admin secrets …`: the secrets of a deployment (docs/operate/keys.md). */
export function secretsCommand(): Command {
  const secrets = new Command('secrets').description('Generate the secrets of a deployment');
  secrets
    .command('new')
    .description('Print a new value for each missing secret, as lines of the secrets file')
    .addArgument(new Argument('<half>', 'Part of the deployment').choices(['service', 'gateway']))
    .option('--file <path>', 'Settings file of the deployment', 'plid.deploy.toml')
    .action(async (half: Half, { file }: Options) => {
      const deployment = openDeployment(file, half);
      const workers = selectWorkers(await loadWorkers(), deployment.config);
      const held = readAllSecrets(deployment);
      const made = Object.entries(generateMissingSecrets(workers, held));
      const { console } = io();
      for (const [name, value] of made) console.log(`${name}="${value}"`);
      for (const name of requiredIssuedSecrets(workers))
        if (!held[name])
          console.error(`${name} is also missing. Another party issues it, so it can't be generated.`);
      if (made.length === 0) console.error('All secrets that can be generated already exist.');
    });
  secrets
    .command('next')
    .description("Print the value to store for a secret from the environment, when it's being rotated")
    .addArgument(new Argument('<half>', 'Part of the deployment').choices(['service', 'gateway']))
    .requiredOption('--secret <name>', 'Secret that is rotated, such as KEYS')
    .option('--name <name>', 'Token to replace, if there are several')
    .option('--file <path>', 'Settings file of the deployment', 'plid.deploy.toml')
    .action(async (half: Half, { file, secret, name }: NextOptions) => {
      const { value, next } = await nextValue(openDeployment(file, half), secret, name);
      io().console.log(value);
      io().console.error(next);
    });
  return secrets;
}
