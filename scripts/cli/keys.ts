import { Argument, Command } from 'commander';
import type { Half } from '../configuration/index.ts';
import { readDescription } from '../deploy/file.ts';
import { rotate } from '../keys/rotate.ts';
import { describeKeys } from '../keys/status.ts';
import { confirm } from './confirm.ts';

interface Options {
  file: string;
  secret: string;
  name?: string;
  leaked?: true;
  yes?: true;
}

const half = () => new Argument('<half>', 'whose').choices(['service', 'gateway']);

/** `plid keys …`: rotates the secrets of a deployment, pass by pass (docs/secrets.md, docs/operating-gateway.md). */
export function keysCommand(): Command {
  const keys = new Command('keys')
    .description('Rotates the secrets of a deployment.')
    .option('--file <path>', 'the file that describes the deployment', 'plid.deploy.toml')
    .configureHelp({ showGlobalOptions: true });
  keys
    .command('rotate')
    .description(
      'does the next pass of a rotation, or begins one; run it again until it says that it is over',
    )
    .addArgument(half())
    .option(
      '--secret <name>',
      'KEYS, ADMIN_TOKEN, CARRIER_TOKEN, EVENT_KEY, IDENTITY_KEY or PHONE_KEY',
      'KEYS',
    )
    .option('--name <name>', 'of several tokens, the one that is replaced')
    .option('--leaked', 'the old value must not be used any longer: all passes at once, without waiting')
    .option('--yes', 'confirms it')
    .action(rotateSecret);
  keys
    .command('status')
    .description('says which rotations are under way, and what comes next')
    .addArgument(half())
    .action(function (this: Command, which: Half) {
      const { file } = this.optsWithGlobals<Options>();
      for (const line of describeKeys(readDescription(file, which))) console.log(line);
    });
  return keys;
}

async function rotateSecret(this: Command, which: Half): Promise<void> {
  const { file, secret, name, leaked = false, yes = false } = this.optsWithGlobals<Options>();
  const described = readDescription(file, which);
  if (leaked && secret === 'PHONE_KEY')
    await confirm(`Everybody who signs in at ${described.host} gets a new plid, for good.`, yes);
  // What is written for a moment alone is removed on the way out (deploy/wrangler.ts).
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
  await rotate(described, secret, { name, leaked }, (line) => console.log(line));
}
