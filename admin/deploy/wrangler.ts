import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startWranglerWith } from '../../sandbox/start/wrangler.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { explainWrangler } from './api-errors.ts';
import type { Target } from './build-workers.ts';

const passedOn = ['CLOUDFLARE_API_TOKEN', 'CLOUDFLARE_API_BASE_URL'];

/** Runs wrangler and waits until it exits. @throws {Failure} if wrangler fails. */
export async function wrangler(
  folder: string,
  parameters: string[],
  environment: Record<string, string> = {},
): Promise<void> {
  const token = Object.entries(io().env).filter(([name]) => passedOn.includes(name));
  const passed = {
    ...(Object.fromEntries(token) as Record<string, string>),
    WRANGLER_WRITE_LOGS: 'false',
    CI: 'true',
    FORCE_COLOR: '0',
    ...environment,
  };
  const lines: string[] = [];
  const running = startWranglerWith(passed, path.join(folder, 'wrangler'), parameters);
  running.onLine((line) => lines.push(line));
  if ((await running.exit) !== 0) throw new Failure(explainWrangler(lines));
}

const secretsFile = (folder: string) => path.join(folder, 'secrets.json');

/** Removes secrets that a killed run has left behind. @param folder of the build. */
export const removeSecretsFile = (folder: string): void => rmSync(secretsFile(folder), { force: true });

/** Deploys a worker. The code, configuration, and secrets are uploaded together as one version. */
export async function deployWorker(
  folder: string,
  account: string,
  { name, config, secrets }: Target,
  { tag, message, urgent }: { tag: string; message: string; urgent: boolean },
): Promise<void> {
  const file = secretsFile(folder);
  const parameters = ['deploy', '--config', config, '--name', name, '--tag', tag, '--message', message];
  if (urgent) parameters.push('--durable-objects-code-update-mode', 'immediate');
  const remove = () => removeSecretsFile(folder);
  process.on('exit', remove);
  try {
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
    await wrangler(folder, [...parameters, '--secrets-file', file], { CLOUDFLARE_ACCOUNT_ID: account });
  } catch (failure) {
    if (failure instanceof Failure) throw new Failure(`${name}: ${failure.message}`);
    throw failure;
  } finally {
    remove();
    process.off('exit', remove);
  }
}
