import { Argument, Command, Option } from 'commander';
import type { Half } from '../../tools/configuration/index.ts';
import { io } from '../../tools/terminal/io.ts';
import { deploy, printDeploymentPlan } from '../deploy/deploy.ts';
import { type Deployment, openDeployment } from '../deploy/deployment.ts';
import { exitGracefully } from '../deploy/graceful-exit.ts';
import { rollBack } from '../deploy/rollback.ts';
import { removeLeftSecrets } from '../deploy/wrangler.ts';

interface RollbackOptions {
  file: string;
  dryRun?: boolean;
  replaceSecret?: string[];
  takeOver?: boolean;
  yes?: boolean;
  check?: boolean;
}

interface DeployOptions extends RollbackOptions {
  rollback?: boolean;
  all?: boolean;
}

const print = (line: string) => io().console.log(line);

const half = (description: string) => new Argument('<half>', description).choices(['service', 'gateway']);

/** `plid-admin deploy`: deploys a service or gateway (docs/operating.md). */
export function deployCommand(): Command {
  const command = new Command('deploy')
    .description('Deploys the service or the gateway to Cloudflare. Run again, it does what is still to do.')
    .addArgument(half('what to deploy'));
  return addOptions(command)
    .option('--all', 'deploy every worker anew, those as well that are as they should be')
    .addOption(new Option('--rollback', 'bring back the release before: its earlier name').hideHelp())
    .addHelpText(
      'after',
      `
Secrets are in <name>-<half>.secrets, next to the settings file. A deployment makes the missing ones. Keep a copy elsewhere.

Examples:
  npx plid-admin deploy service --dry-run
  npx plid-admin deploy gateway --file plid.staging.toml`,
    )
    .action(async (which: Half, options: DeployOptions) => {
      if (options.rollback) return rollBackFrom(which, options);
      const { replaceSecret: replaced = [], all = false, dryRun = false, takeOver = false } = options;
      const { yes = false, check = true } = options;
      const deployment = open(options.file, which);
      if (dryRun) await printDeploymentPlan(deployment, { replaced, all }, print);
      else await deploy(deployment, { replaced, all, takeOver, yes, check }, print);
    });
}

/** `plid-admin rollback`: restores the previous release (docs/operating.md). */
export function rollbackCommand(): Command {
  const command = new Command('rollback')
    .description('Brings back the release of the service or the gateway that served before.')
    .addArgument(half('what to roll back'));
  return addOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  npx plid-admin rollback service --dry-run
  npx plid-admin rollback service`,
    )
    .action(rollBackFrom);
}

/** Options of both commands. */
const addOptions = (command: Command): Command =>
  command
    .option('--file <path>', 'the file that describes the deployment', 'plid.deploy.toml')
    .option('--dry-run', 'say what would be done, and change nothing')
    .option('--replace-secret <name...>', 'a secret that takes the place of another one that runs')
    .option('--take-over', 'go on although somebody else has not ended')
    .option('--yes', 'agree to what the command would ask; it skips no refusal')
    .option('--no-check', 'do not ask the host afterwards');

async function rollBackFrom(which: Half, options: RollbackOptions): Promise<void> {
  const { replaceSecret: replaced = [], dryRun = false, takeOver = false, yes = false } = options;
  const { check = true } = options;
  await rollBack(open(options.file, which), { dryRun, yes, replaced, takeOver, check }, print);
}

/** Opens a deployment for a command that may take its lock, and removes secrets that a killed run has left. */
function open(file: string, which: Half): Deployment {
  exitGracefully();
  const deployment = openDeployment(file, which);
  removeLeftSecrets(deployment.paths.build);
  return deployment;
}
