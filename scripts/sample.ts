import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { Failure } from './cli/failure.ts';
import { wranglerEnvironment } from './local/environment.ts';
import { findSecrets } from './local/folders.ts';
import { endWithNpm } from './local/parent.ts';
import { installSample, manifestOf, sampleNames, startSample } from './samples/samples.ts';

const width = Math.max(...sampleNames.map((name) => name.length)) + 2;
const help = `npm run sample -- <name>: installs what an example of docs/examples needs, and starts it. Its README.md says how
npm start has to run beside it. What follows the name is for the example's own server.

${sampleNames.map((name) => `  ${name.padEnd(width)}${manifestOf(name).description}`).join('\n')}`;

/** What the sample is told of the local world: where it registers its workers, and the key that the guard signs with. */
function environment(): NodeJS.ProcessEnv {
  const secrets = findSecrets('8787');
  const { IDENTITY_KEY } = secrets === undefined ? {} : parseEnv(readFileSync(secrets, 'utf8'));
  return {
    ...wranglerEnvironment(path.resolve('.wrangler/state')),
    NEXT_TELEMETRY_DISABLED: '1',
    ...(IDENTITY_KEY !== undefined && { IDENTITY_KEY }),
    ...process.env,
  };
}

async function start([name, ...words]: string[]): Promise<void> {
  if (name === undefined || name === '--help' || name === '-h') return console.log(help);
  if (!sampleNames.includes(name)) throw new Failure(`There is no example "${name}".\n\n${help}`);
  endWithNpm();
  await installSample(name);
  await startSample(name, words, environment());
}

try {
  await start(process.argv.slice(2));
} catch (failure) {
  if (!(failure instanceof Failure)) throw failure;
  console.error(failure.message);
  process.exitCode = 1;
}
