import { Argument, Command } from 'commander';
import type { Half } from '../../tools/configuration/index.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { deriveProxyKey } from '../../workers/gateway/verify/proxy-key.ts';
import { openDeployment } from '../deploy/deployment.ts';
import { exitGracefully } from '../deploy/graceful-exit.ts';
import { storedSecrets } from '../deploy/secret-sources.ts';
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

const half = () => new Argument('<half>', 'whose').choices(['service', 'gateway']);

/**
 * `plid-admin keys …`: rotates the secrets of a deployment, pass by pass (docs/secrets.md,
 * docs/operating-gateway.md).
 */
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
      'KEYS, ADMIN_TOKEN, CARRIER_TOKEN, EVENT_KEY, OPENID_KEY, IDENTITY_KEY or PHONE_KEY',
      'KEYS',
    )
    .option('--name <name>', 'of several tokens, the one that is replaced')
    .option('--leaked', 'the old value must not be used any longer: all passes at once, without waiting')
    .option('--take-over', 'go on although somebody else has not ended')
    .option('--yes', 'agree to what the command would ask; it skips no refusal')
    .action(rotateSecret);
  keys
    .command('status')
    .description('says which rotations are under way, and what comes next')
    .addArgument(half())
    .action(async function (this: Command, which: Half) {
      const { file } = this.optsWithGlobals<Options>();
      for (const line of await describeKeys(openDeployment(file, which))) io().console.log(line);
    });
  keys
    .command('proxy')
    .description('prints the key with which a proxy asks /auth/verify')
    .action(printProxyKey);
  return keys;
}

/** Derived from the first `IDENTITY_KEY`. During a rotation, the gateway accepts the keys of both. */
async function printProxyKey(this: Command): Promise<void> {
  const deployment = openDeployment(this.optsWithGlobals<Options>().file, 'gateway');
  const [first] = storedSecrets(deployment).IDENTITY_KEY?.split(',') ?? [];
  if (first === undefined)
    throw new Failure(
      `${deployment.paths.secrets} holds no IDENTITY_KEY. First: npx plid-admin deploy gateway`,
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
    await confirm(`Everybody who signs in at ${deployment.config.host} gets a new plid, for good.`, yes);
  exitGracefully();
  await rotate(deployment, secret, { name, leaked, takeOver, yes }, (line) => io().console.log(line));
}
