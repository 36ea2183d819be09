#!/usr/bin/env node
import { createRequire } from 'node:module';
import { SandboxError, startSandbox } from '../sandbox/index.ts';
import { conformance } from './conformance.ts';
import { readWords } from './read-words.ts';
import { welcome } from './welcome.ts';

/** `plid`: the command of the package. */
async function run(words: readonly string[]): Promise<void> {
  if (words[0] === 'conformance') return conformance(words.slice(1));
  const asked = readWords(words);
  if ('text' in asked) console.log(asked.text);
  else if ('version' in asked) console.log(ownVersion());
  else await serve(asked.sandbox);
}

/** Serves a sandbox until it is stopped. */
async function serve({ withLog, ...options }: Parameters<typeof welcome>[1]): Promise<void> {
  const sandbox = await startSandbox({ ...options, ...(withLog && { log: (line) => console.log(line) }) });
  console.log(welcome(sandbox, { withLog, ...options }));
  const keepRunning = setInterval(() => undefined, 2 ** 31 - 1);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      clearInterval(keepRunning);
      void sandbox.stop();
    });
  }
}

const ownVersion = (): string => {
  const description = createRequire(import.meta.url)('plid/package.json') as { version: string };
  return description.version;
};

try {
  await run(process.argv.slice(2));
} catch (failure) {
  if (!(failure instanceof SandboxError)) throw failure;
  console.error(failure.message);
  process.exitCode = 1;
}
