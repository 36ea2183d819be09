import { Argument, Command, InvalidArgumentError, Option } from 'commander';

/** `npm run bench -- <kind>`: each kind loads its own modules only when it runs. */
const program = new Command('npm run bench --')
  .description('Measure what plid costs, and look at its pages')
  .usage('<kind> [options]')
  .helpCommand(false)
  .showSuggestionAfterError();

program
  .command('cpu')
  .description('measure the CPU time per request of each worker, on Linux with wrk')
  .argument('[cases...]', 'service, gateway, or names of cases; all by default')
  .option('--rounds <count>', 'how often each system takes its turn', positiveNumber, 5)
  .option('--seconds <count>', 'length of a turn', positiveNumber, 1)
  .option('--connections <count>', 'connections open at once', positiveNumber, 32)
  .option('--before <commit>', 'commit to compare with (default: the neighboring build)')
  .option('--no-before', 'compare with no other commit')
  .option('--no-peers', 'leave the other libraries out')
  .option('--disk', 'keep the data of Durable Objects on disk instead of in memory')
  .option('--json <file>', 'write every measurement to a file')
  .option('--write-docs', 'replace the table of docs/verification/tables/performance.md')
  .action(async (cases, options) => (await import('./cpu.ts')).measureCpu(cases, options));

program
  .command('costs')
  .description('count calls, rows, and log lines of every action, and print them with list prices')
  .option('--write-docs', 'replace the counts and the tables of docs/verification/tables/costs.md')
  .action(async ({ writeDocs }) => (await import('./costs/count.ts')).countCosts(writeDocs));

program
  .command('pages')
  .description('take pictures of the pages, and time sign-ins, in Chromium')
  .addArgument(
    new Argument(
      '[parts...]',
      'pictures of the README, contact sheets, times of sign-ins; all by default',
    ).choices(['readme', 'sheets', 'times']),
  )
  .option('--to <folder>', 'folder of the pictures (default: .bench/pages)')
  .option('--scene <texts...>', 'only scenes whose name contains a text, in every size and color')
  .addOption(
    new Option('--engine <name>', 'show contact sheets in another engine, if it is installed').choices([
      'firefox',
      'webkit',
    ]),
  )
  .option('--write-docs', 'replace the pictures of the README in docs/pictures')
  .action(async (parts, options) => (await import('./pages/pages.ts')).showPages(parts, options));

program
  .command('waiting')
  .description('measure how soon the waiting page moves on, with a running npm start')
  .argument('[origin]', 'origin of npm start', 'http://localhost:8787')
  .action(async (origin) => (await import('./waiting.ts')).measureWaiting(origin));

program.addHelpText(
  'after',
  `
Examples:
  npm run bench -- cpu token user callback --rounds 3
  npm run bench -- cpu --before HEAD~1
  npm run bench -- costs
  npm run bench -- pages sheets --scene consent
  npm run bench -- pages sheets --engine firefox
  npm run bench -- waiting http://localhost:8787`,
);

function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}

// Programs that a kind has started end with this one, even when it is stopped.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
try {
  if (process.argv.length === 2) program.outputHelp();
  else await program.parseAsync();
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
