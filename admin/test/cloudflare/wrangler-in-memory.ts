import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { replaceWrangler } from './replaced-wrangler.ts';
import type { AccountState, Metadata } from './state.ts';

const options = Object.fromEntries(
  ['config', 'name', 'tag', 'message', 'secrets-file'].map((name) => [name, { type: 'string' } as const]),
);

/**
 * Plays wrangler's `deploy` and `versions upload` in an account, without a process. wrangler itself takes a second for each worker.
 * Routes and hosts stay as they are. @param onWrite is called with each write, such as `deploy plid-service-token`, before it is made.
 * @returns a function that brings the real wrangler back.
 */
export function playWrangler(state: AccountState, onWrite: (write: string) => void): () => void {
  const refuse = (_: string, [, program]: readonly string[]) => {
    throw new Error(`Only wrangler may be started, not ${program}`);
  };
  return replaceWrangler(async (words, env) => {
    run(words, env);
    return { output: '', code: 0 };
  }, refuse as never);

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
}
