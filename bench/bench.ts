import { Command, InvalidArgumentError } from 'commander';

/** `npm run bench -- <kind>`: each kind loads its own modules only when it runs. */
const program = new Command('bench')
  .description('Measure the product: its CPU time')
  .showSuggestionAfterError()
  .action(() => program.outputHelp());

program
  .command('cpu')
  .description('measure the CPU time per request of each worker, on Linux with wrk')
  .argument('[cases...]', 'service, gateway, or names of cases; all by default')
  .option('--rounds <count>', 'how often each system takes its turn', positiveNumber, 5)
  .option('--seconds <count>', 'length of a turn', positiveNumber, 1)
  .option('--connections <count>', 'connections open at once', positiveNumber, 32)
  .option('--before <commit>', 'commit to compare with (default: the previous release)')
  .option('--no-before', 'compare with no other commit')
  .option('--no-peers', 'leave the other libraries out')
  .option('--disk', 'keep the data of Durable Objects on disk instead of in memory', false)
  .option('--json <file>', 'write every measurement to a file')
  .option('--write-docs', 'replace the table of docs/performance.md')
  .action(async (cases, options) => (await import('./cpu.ts')).measureCpu(cases, options));

function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return value;
}

// Programs that a kind has started end with this one, even when it is stopped.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
try {
  await program.parseAsync();
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 1;
}
