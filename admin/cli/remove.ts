import { Argument, Command } from 'commander';
import type { Half } from '../../tools/configuration/index.ts';
import { io } from '../../tools/terminal/io.ts';
import { exitGracefully } from '../deploy/cloudflare/graceful-exit.ts';
import { openDeployment } from '../deploy/read/deployment.ts';
import { removeDeployment } from '../deploy/remove.ts';
import { confirmName } from './confirm.ts';

interface RemoveOptions {
  file: string;
  dryRun?: boolean;
  takeOver?: boolean;
  confirm?: string;
}

/** `plid-admin remove`: ends a deployment (docs/operate/deploy.md). */
export const removeCommand = (): Command =>
  new Command('remove')
    .description('Delete the service or gateway from Cloudflare, with all its data')
    .addArgument(new Argument('<half>', 'Part to delete').choices(['service', 'gateway']))
    .option('--file <path>', 'Settings file of the deployment', 'plid.deploy.toml')
    .option('--dry-run', 'Print what would be deleted without changing anything')
    .option('--take-over', 'Take over the lock from another command')
    .option('--confirm <name>', 'Name of the deployment, such as plid-gateway, instead of typing it')
    .action(async (which: Half, { file, dryRun = false, takeOver = false, confirm }: RemoveOptions) => {
      exitGracefully();
      const asking = (name: string) => confirmName(name, confirm);
      const print = (line: string) => io().console.log(line);
      await removeDeployment(openDeployment(file, which), { dryRun, takeOver, confirm: asking }, print);
    });
