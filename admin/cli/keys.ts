import { Argument, Command } from 'commander';
import type { Half } from '../../tools/configuration/index.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { deriveProxyKey } from '../../workers/gateway/features/forward-auth/proxy-key.ts';
import { exitGracefully } from '../deploy/cloudflare/graceful-exit.ts';
import { openDeployment } from '../deploy/read/deployment.ts';
import { readAllSecrets } from '../deploy/settings/secret-sources.ts';
import { rotate } from '../keys/rotate.ts';
import { describeKeys } from '../keys/status.ts';
import { confirm } from './confirm.ts';

interface Options {
  file: string;
  secret: string;
  name?: string;
  leaked?: true;
  takeOver?: true;
  yes?: true;
}

const half = () => new Argument('<half>', 'Part of the deployment').choices(['service', 'gateway']);

/**
 * `plid-admin keys …`: rotates the secrets of a deployment, pass by pass (docs/operate/keys.md).
 */
export function keysCommand(): Command {
  const keys = new Command('keys')
    .description('Rotate the secrets of a deployment')
    .option('--file <path>', 'Settings file of the deployment', 'plid.deploy.toml')
    .configureHelp({ showGlobalOptions: true });
  keys
    .command('rotate')
    .description('Start a rotation or run its next pass; repeat until the rotation is complete')
    .addArgument(half())
    .option(
      '--secret <name>',
      'Secret to rotate: KEYS, ADMIN_TOKEN, CARRIER_TOKEN, EVENT_KEY, OPENID_KEY, DISCLOSURE_KEY, IDENTITY_KEY, or PHONE_KEY',
      'KEYS',
    )
    .option('--name <name>', 'Token to replace, if there are several')
    .option('--leaked', 'Run all passes at once if the old value has leaked')
    .option('--take-over', 'Take over the lock from another command')
    .option('--yes', 'Confirm the changes; errors still stop the command')
    .action(rotateSecret);
  keys
    .command('status')
    .description('Show current rotations and their next steps')
    .addArgument(half())
    .action(async function (this: Command, which: Half) {
      const { file } = this.optsWithGlobals<Options>();
      for (const line of await describeKeys(openDeployment(file, which))) io().console.log(line);
    });
  keys
    .command('proxy')
    .description('Print the key for a proxy that calls /auth/verify')
    .action(printProxyKey);
  return keys;
}

/**
 * Prints the key that is derived from the first value of `IDENTITY_KEY`. During a rotation, the gateway accepts
 * the keys derived from the old and from the new value.
 */
async function printProxyKey(this: Command): Promise<void> {
  const deployment = openDeployment(this.optsWithGlobals<Options>().file, 'gateway');
  const [first] = readAllSecrets(deployment).IDENTITY_KEY?.split(',') ?? [];
  if (first === undefined)
    throw new Failure(
      `${deployment.paths.secrets} has no IDENTITY_KEY. First run: npx plid-admin deploy gateway`,
    );
  io().console.log(await deriveProxyKey(first));
}

async function rotateSecret(this: Command, which: Half): Promise<void> {
  const {
    file,
    secret,
    name,
    leaked = false,
    takeOver = false,
    yes = false,
  } = this.optsWithGlobals<Options>();
  const deployment = openDeployment(file, which);
  if (leaked && secret === 'PHONE_KEY')
    await confirm(
      `Every user of ${deployment.config.host} will permanently get a new plid at the next sign-in.`,
      yes,
    );
  exitGracefully();
  await rotate(deployment, secret, { name, leaked, takeOver, yes }, (line) => io().console.log(line));
}
