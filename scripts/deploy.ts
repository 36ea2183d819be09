import { Argument, Command } from 'commander';
import { Failure, printFailure } from './cli/failure.ts';
import type { Half } from './configuration/index.ts';
import { deploy } from './deploy/deploy.ts';
import { readDescription } from './deploy/file.ts';
import { filesOf } from './deploy/plan.ts';
import { rollBack } from './deploy/rollback.ts';
import { removeLeftSecrets } from './deploy/wrangler.ts';

interface Options {
  file: string;
  dryRun?: boolean;
  rollback?: boolean;
}

const program = new Command('npm run deploy --')
  .description('Deploys the service or the gateway to Cloudflare. Run again, it does what is still to do.')
  .addArgument(new Argument('<half>', 'what to deploy').choices(['service', 'gateway']))
  .option('--file <path>', 'the file that describes the deployment', 'plid.deploy.toml')
  .option('--dry-run', 'say what would be done, and change nothing')
  .option('--rollback', 'bring back the release before')
  .action(async (half: Half, { file, dryRun = false, rollback = false }: Options) => {
    const run = rollback ? rollBack : deploy;
    const described = readDescription(file, half);
    removeLeftSecrets(filesOf(described).build);
    await run(described, dryRun, (line) => console.log(line));
  });

// What is written for a moment alone is removed on the way out (deploy/wrangler.ts).
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

try {
  await program.parseAsync();
} catch (failure) {
  if (!(failure instanceof Failure)) throw failure;
  printFailure(failure.message);
  process.exitCode = 1;
}
