import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { PassThrough } from 'node:stream';
import { wranglerProgramPath } from '../../../sandbox/start/wrangler.ts';

/** Runs one of wrangler's commands. @returns what it prints, and its exit code. */
export type RunWrangler = (
  words: string[],
  env: NodeJS.ProcessEnv,
) => Promise<{ output: string; code: number }>;

/** The module whose functions `syncBuiltinESMExports` gives to every file that imports them. */
const childProcess: { spawn: typeof import('node:child_process').spawn } = createRequire(import.meta.url)(
  'node:child_process',
);
const { spawn } = childProcess;
const replacements: { run: RunWrangler; startOther: typeof spawn }[] = [];

/**
 * From now on, commands of this process run this function instead of wrangler's process. The latest replacement counts.
 * @param startOther starts other processes. @returns a function that ends the replacement.
 */
export function replaceWrangler(run: RunWrangler, startOther: typeof spawn = spawn): () => void {
  const own = { run, startOther };
  replacements.push(own);
  useLatest();
  return () => {
    replacements.splice(replacements.indexOf(own), 1);
    useLatest();
  };
}

function useLatest(): void {
  const latest = replacements.at(-1);
  childProcess.spawn = latest === undefined ? spawn : spawnWith(latest);
  syncBuiltinESMExports();
}

const spawnWith = ({ run, startOther }: (typeof replacements)[number]): typeof spawn =>
  ((command: string, words: string[], options: { env: NodeJS.ProcessEnv }) =>
    words[1] === wranglerProgramPath
      ? childOf(run(words.slice(2), options.env))
      : startOther(command, words, options)) as typeof spawn;

/** A child process, as far as a command uses it. */
function childOf(running: ReturnType<RunWrangler>): ChildProcess {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough().end() };
  const child = Object.assign(new EventEmitter(), streams) as unknown as ChildProcess;
  running.then(
    ({ output, code }) => {
      streams.stdout.end(output);
      child.emit('exit', code);
      // After the lines of the output.
      setImmediate(() => child.emit('close', code));
    },
    (failure) => child.emit('error', failure),
  );
  return child;
}
