import { Command } from 'commander';
import { exitWithNpm } from '../../packages/plid/command/exit-with-npm.ts';
import { sampleEnvironment } from '../../sandbox/samples/sample-environment.ts';
import { installSample, manifestOf, sampleNames, startSample } from '../../sandbox/samples/samples.ts';
import { Failure } from '../../tools/terminal/failure.ts';

/** `plid-admin sample`: starts an example application next to `npm start` (docs/examples). */
export const sampleCommand = (): Command =>
  new Command('sample')
    .description('Install and start an example from docs/examples')
    .argument('[name]', 'Name of the example; omit it to list all examples')
    .argument('[words...]', "Arguments for the example's own server")
    .passThroughOptions()
    .addHelpText('after', () => `\n${listSamples()}`)
    .action(async (name: string | undefined, words: string[], _: object, command: Command) => {
      if (name === undefined) return command.outputHelp();
      if (!sampleNames.includes(name)) throw new Failure(`Example not found: "${name}".\n\n${listSamples()}`);
      exitWithNpm();
      await installSample(name);
      await startSample(name, words, await sampleEnvironment(name));
    });

function listSamples(): string {
  const width = Math.max(...sampleNames.map((name) => name.length)) + 2;
  const lines = sampleNames.map((name) => `  ${name.padEnd(width)}${manifestOf(name).description}`);
  return `Available examples (to learn how to run npm start alongside an example, see its README.md):\n${lines.join('\n')}`;
}
