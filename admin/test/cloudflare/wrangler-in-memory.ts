import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { PassThrough } from 'node:stream';
import { parseArgs } from 'node:util';
import { wranglerProgramPath } from '../../../sandbox/start/wrangler.ts';
import type { AccountState, Metadata } from './state.ts';

/** The module whose functions `syncBuiltinESMExports` gives to every file that imports them. */
const childProcess: { spawn: unknown } = createRequire(import.meta.url)('node:child_process');
const { spawn } = childProcess;
const options = Object.fromEntries(
  ['config', 'name', 'tag', 'message', 'secrets-file'].map((name) => [name, { type: 'string' } as const]),
);

/**
 * Plays wrangler's `deploy` and `versions upload` in an account, without a process. wrangler itself takes a second for each worker.
 * Routes and hosts stay as they are. @param onWrite is called with each write, such as `deploy plid-service-token`, before it is made.
 * @returns a function that brings the real wrangler back.
 */
export function playWrangler(state: AccountState, onWrite: (write: string) => void): () => void {
  childProcess.spawn = (_: string, [, program, ...words]: string[], { env }: { env: NodeJS.ProcessEnv }) => {
    if (program !== wranglerProgramPath) throw new Error(`Only wrangler may be started, not ${program}`);
    run(words, env);
    const streams = { stdout: new PassThrough().end(), stderr: new PassThrough().end() };
    const child = Object.assign(new EventEmitter() as ChildProcess, streams);
    setImmediate(() => child.emit('exit', 0) && child.emit('close', 0));
    return child;
  };
  syncBuiltinESMExports();

  function run(words: string[], env: NodeJS.ProcessEnv): void {
    const { values, positionals } = parseArgs({
      args: words,
      options,
      allowPositionals: true,
      strict: false,
    });
    const value = (name: string) => String(values[name]);
    onWrite(`${positionals.join(' ')} ${value('name')}`);
    const secrets: Record<string, string> = JSON.parse(readFileSync(value('secrets-file'), 'utf8'));
    const metadata: Metadata = {
      ...JSON.parse(readFileSync(value('config'), 'utf8')),
      ...{ main_module: 'index.js', compatibility_date: '2026-01-01' },
      bindings: Object.entries(secrets).map(([name, text]) => ({ name, type: 'secret_text', text })),
      annotations: { 'workers/tag': value('tag'), 'workers/message': value('message') },
    };
    if (positionals[0] === 'deploy') return void state.deploy(value('name'), metadata, 'export default {};');
    const { id } = state.upload(value('name'), metadata, 'export default {};');
    const line = JSON.stringify({ type: 'version-upload', version_id: id });
    writeFileSync(env.WRANGLER_OUTPUT_FILE_PATH ?? '', `${line}\n`);
  }

  return () => {
    childProcess.spawn = spawn;
    syncBuiltinESMExports();
  };
}
