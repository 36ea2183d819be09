import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { type RunWrangler, replaceWrangler } from './replaced-wrangler.ts';
import type { WranglerCommand, WranglerResult } from './wrangler-process.ts';

let server: ChildProcess | undefined;
let lastId = 0;

/**
 * From now on, commands of this process run wrangler in one process that has already loaded it (wrangler-process.ts). Other
 * processes start as before. @returns a function that undoes it.
 */
export const keepWranglerWarm = (): (() => void) => replaceWrangler(runWarm);

const runWarm: RunWrangler = (words, env) =>
  new Promise((resolve, reject) => {
    server ??= startServer();
    const started = server;
    lastId += 1;
    const command: WranglerCommand = { id: lastId, words, env };
    const take = (result: WranglerResult) => {
      if (result.id !== command.id) return;
      started.off('message', take);
      started.off('exit', fail);
      resolve(result);
    };
    const fail = () => reject(new Error('The process of wrangler has ended.'));
    started.on('message', take);
    started.on('exit', fail);
    started.send(command);
  });

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
