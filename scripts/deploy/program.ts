import { Argument, Command } from 'commander';
import type { Half } from '../configuration/index.ts';
import { io } from '../terminal/io.ts';
import { announceDeployment, deploy } from './deploy.ts';
import { openDeployment } from './deployment.ts';
import { endInOrder } from './end-in-order.ts';
import { rollBack } from './rollback.ts';
import { removeLeftSecrets } from './wrangler.ts';

interface Options {
  file: string;
  dryRun?: boolean;
  rollback?: boolean;
  replaceSecret?: string[];
  all?: boolean;
  takeOver?: boolean;
  yes?: boolean;
  check?: boolean;
}

export const deployProgram = (): Command =>
  new Command('npm run deploy --')
    .description('Deploys the service or the gateway to Cloudflare. Run again, it does what is still to do.')
    .addArgument(new Argument('<half>', 'what to deploy').choices(['service', 'gateway']))
    .option('--file <path>', 'the file that describes the deployment', 'plid.deploy.toml')
    .option('--dry-run', 'say what would be done, and change nothing')
    .option('--rollback', 'bring back the release before')
    .option('--replace-secret <name...>', 'a secret that takes the place of another one that runs')
    .option('--all', 'deploy every worker anew, those as well that are as they should be')
    .option('--take-over', 'go on although somebody else has not ended')
    .option('--yes', 'agree to what the command would ask; it skips no refusal')
    .option('--no-check', 'do not ask the host afterwards')
    .addHelpText(
      'after',
      `
Secrets are in <name>-<half>.secrets, next to the settings file. A deployment makes the missing ones. Keep a copy elsewhere.

Examples:
  npm run deploy -- service --dry-run
  npm run deploy -- gateway --file plid.staging.toml
  npm run deploy -- service --rollback`,
    )
    .action(async (half: Half, { file, replaceSecret: replaced = [], ...flags }: Options) => {
      endInOrder();
      const {
        check = true,
        dryRun = false,
        rollback = false,
        takeOver = false,
        all = false,
        yes = false,
      } = flags;
      const deployment = openDeployment(file, half);
      removeLeftSecrets(deployment.paths.build);
      const say = (line: string) => io().console.log(line);
      if (rollback) await rollBack(deployment, { dryRun, yes, replaced, takeOver, check }, say);
      else if (dryRun) await announceDeployment(deployment, { replaced, all }, say);
      else await deploy(deployment, { replaced, all, takeOver, yes, check }, say);
    });
