import { Argument, Command, Option } from 'commander';
import type { Half } from '../../tools/configuration/index.ts';
import { io } from '../../tools/terminal/io.ts';
import { deploy, printDeploymentPlan } from '../deploy/apply/deploy.ts';
import { exitGracefully } from '../deploy/cloudflare/graceful-exit.ts';
import { removeSecretsFile } from '../deploy/cloudflare/wrangler.ts';
import { emit } from '../deploy/emit/emit.ts';
import { type Deployment, openDeployment } from '../deploy/read/deployment.ts';
import { rollBack } from '../deploy/rollback/rollback.ts';

interface RollbackOptions {
  file: string;
  dryRun?: boolean;
  replaceSecret?: string[];
  takeOver?: boolean;
  yes?: boolean;
  check?: boolean;
}

interface DeployOptions extends RollbackOptions {
  all?: boolean;
  urgent?: boolean;
  emit?: string;
}

const print = (line: string) => io().console.log(line);

const half = (description: string) => new Argument('<half>', description).choices(['service', 'gateway']);

/** `plid-admin deploy`: deploys a service or gateway (docs/operate/deploy.md). */
export function deployCommand(): Command {
  const command = new Command('deploy')
    .description(
      'Deploy the service or gateway to Cloudflare; if interrupted, run the command again to continue',
    )
    .addArgument(half('Part to deploy'));
  return addOptions(command)
    .option('--all', 'Deploy unchanged workers too')
    .option('--urgent', 'Restart Durable Objects immediately, for a security fix (SECURITY.md)')
    .addOption(
      new Option(
        '--emit <folder>',
        'Write the workers and their wrangler configurations into a folder instead of deploying them',
      ).conflicts(['dryRun', 'all', 'urgent', 'replaceSecret', 'takeOver']),
    )
    .addHelpText(
      'after',
      `
Secrets are in <name>-<half>.secrets, next to the settings file. A deployment generates missing ones. Keep a copy elsewhere.`,
    )
    .action(async (which: Half, options: DeployOptions) => {
      const { replaceSecret: replaced = [], all = false, dryRun = false, takeOver = false } = options;
      const { yes = false, check = true, urgent = false } = options;
      const deployment = openForChange(options.file, which);
      if (options.emit !== undefined) await emit(deployment, options.emit, print);
      else if (dryRun) await printDeploymentPlan(deployment, { replaced, all }, print);
      else await deploy(deployment, { replaced, all, takeOver, yes, check, urgent }, print);
    });
}

/** `plid-admin rollback`: restores the previous release (docs/operate/upgrade.md). */
export function rollbackCommand(): Command {
  const command = new Command('rollback')
    .description('Restore the previous release of the service or gateway')
    .addArgument(half('Part to roll back'));
  return addOptions(command).action(rollBackFrom);
}

/** Options of both commands. */
const addOptions = (command: Command): Command =>
  command
    .option('--file <path>', 'Settings file of the deployment', 'plid.deploy.toml')
    .option('--dry-run', 'Print what would change without changing anything')
    .option('--replace-secret <name...>', 'Allow a different value for a running secret')
    .option('--take-over', 'Take over the lock from another command')
    .option('--yes', 'Confirm the changes; errors still stop the command')
    .option('--no-check', 'Skip the final check of the host');

async function rollBackFrom(which: Half, options: RollbackOptions): Promise<void> {
  const { replaceSecret: replaced = [], dryRun = false, takeOver = false, yes = false } = options;
  const { check = true } = options;
  await rollBack(openForChange(options.file, which), { dryRun, yes, replaced, takeOver, check }, print);
}

/**
 * Opens a deployment for a command that may take the deployment's lock. Removes secrets that a killed run has left
 * behind.
 */
function openForChange(file: string, which: Half): Deployment {
  exitGracefully();
  const deployment = openDeployment(file, which);
  removeSecretsFile(deployment.paths.build);
  return deployment;
}
