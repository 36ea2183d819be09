import { endWithNpm } from '../packages/plid/command/end-with-npm.ts';
import { Failure } from './cli/failure.ts';
import { environmentBeside } from './samples/beside.ts';
import { installSample, manifestOf, sampleNames, startSample } from './samples/samples.ts';

const width = Math.max(...sampleNames.map((name) => name.length)) + 2;
const help = `npm run sample -- <name>: installs what an example of docs/examples needs, and starts it. Its README.md says how
npm start has to run beside it. Arguments after the name are for the example's own server.

${sampleNames.map((name) => `  ${name.padEnd(width)}${manifestOf(name).description}`).join('\n')}`;

async function start([name, ...words]: string[]): Promise<void> {
  if (name === undefined || name === '--help' || name === '-h') return console.log(help);
  if (!sampleNames.includes(name)) throw new Failure(`There is no example "${name}".\n\n${help}`);
  endWithNpm();
  await installSample(name);
  await startSample(name, words, await environmentBeside(name));
}

try {
  await start(process.argv.slice(2));
} catch (failure) {
  if (!(failure instanceof Failure)) throw failure;
  console.error(failure.message);
  process.exitCode = 1;
}
