import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { wranglerProgramPath } from '../../../sandbox/start/wrangler.ts';
import type { WranglerCommand, WranglerResult } from './wrangler-process.ts';

/** The module whose functions `syncBuiltinESMExports` gives to every file that imports them. */
const childProcess: { spawn: typeof import('node:child_process').spawn } = createRequire(import.meta.url)(
  'node:child_process',
);
const { spawn } = childProcess;

let server: ChildProcess | undefined;
let lastId = 0;
let users = 0;

/**
 * From now on, commands of this process run wrangler in one process that has already loaded it (wrangler-process.ts). Other
 * processes start as before. @returns a function that undoes it.
 */
export function keepWranglerWarm(): () => void {
  users += 1;
  childProcess.spawn = ((command: string, words: string[], options: { env: NodeJS.ProcessEnv }) =>
    words[1] === wranglerProgramPath
      ? runWarm(words.slice(2), options.env)
      : spawn(command, words, options)) as typeof spawn;
  syncBuiltinESMExports();
  return () => {
    users -= 1;
    if (users > 0) return;
    childProcess.spawn = spawn;
    syncBuiltinESMExports();
  };
}

/** A child process, as far as a command uses it. */
function runWarm(words: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough().end() };
  const child = Object.assign(new EventEmitter(), streams) as unknown as ChildProcess;
  server ??= startServer();
  const started = server;
  lastId += 1;
  const command: WranglerCommand = { id: lastId, words, env };
  const end = (output: string, code: number) => {
    started.off('message', take);
    started.off('exit', fail);
    streams.stdout.end(output);
    child.emit('exit', code);
    // After the lines of the output.
    setImmediate(() => child.emit('close', code));
  };
  const take = ({ id, output, code }: WranglerResult) => void (id === command.id && end(output, code));
  const fail = () => end('The process of wrangler has ended.', 1);
  started.on('message', take);
  started.on('exit', fail);
  started.send(command);
  return child;
}

function startServer(): ChildProcess {
  const started = fork(path.join(import.meta.dirname, 'wrangler-process.ts'), {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      FORCE_COLOR: '0',
      CI: 'true',
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_SEND_ERROR_REPORTS: 'false',
    },
    execArgv: ['--no-warnings'],
  });
  started.once('exit', () => {
    server = undefined;
  });
  return started;
}
