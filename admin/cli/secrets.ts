import { Argument, Command } from 'commander';
import type { Half } from '../../tools/configuration/index.ts';
import { loadWorkers } from '../../tools/configuration/load-workers.ts';
import { io } from '../../tools/terminal/io.ts';
import { openDeployment } from '../deploy/deployment.ts';
import { readAllSecrets } from '../deploy/secret-sources.ts';
import { generateMissingSecrets, requiredIssuedSecrets } from '../deploy/secrets.ts';
import { selectWorkers } from '../deploy/select-workers.ts';

interface Options {
  file: string;
}

/** `plid-admin secrets …`: the secrets of a deployment (docs/secrets.md). */
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
  return secrets;
}
