import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { startWranglerWith } from '../../../sandbox/start/wrangler.ts';
import { Failure } from '../../../tools/terminal/failure.ts';
import { io } from '../../../tools/terminal/io.ts';
import type { Target } from '../plan/build-workers.ts';
import { explainWrangler } from './api-errors.ts';

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

/** The annotations of a version (fingerprints.ts, version-metadata.ts). */
export interface Annotations {
  tag: string;
  message: string;
}

/** Deploys a worker. The code, configuration, and secrets are uploaded together as one version. */
export const deployWorker = (
  folder: string,
  account: string,
  target: Target,
  { urgent, ...annotations }: Annotations & { urgent: boolean },
): Promise<void> =>
  withSecretsFile(folder, target, (file) => {
    const mode = urgent ? ['--durable-objects-code-update-mode', 'immediate'] : [];
    const parameters = ['deploy', ...parametersFor(target, annotations, file), ...mode];
    return wrangler(folder, parameters, { CLOUDFLARE_ACCOUNT_ID: account });
  });

/**
 * Uploads a version of an existing worker, which serves no requests yet. The code, configuration, and secrets are
 * uploaded together. @returns the version's ID.
 */
export const uploadVersion = (
  folder: string,
  account: string,
  target: Target,
  annotations: Annotations,
): Promise<string> =>
  withSecretsFile(folder, target, async (file) => {
    const output = path.join(folder, 'output.ndjson');
    rmSync(output, { force: true });
    await wrangler(folder, ['versions', 'upload', ...parametersFor(target, annotations, file)], {
      CLOUDFLARE_ACCOUNT_ID: account,
      WRANGLER_OUTPUT_FILE_PATH: output,
    });
    return readVersionId(output);
  });

const parametersFor = ({ config, name }: Target, { tag, message }: Annotations, file: string) => [
  ...['--config', config, '--name', name, '--tag', tag, '--message', message, '--secrets-file', file],
];

async function withSecretsFile<Result>(
  folder: string,
  { name, secrets }: Target,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const file = secretsFile(folder);
  const remove = () => removeSecretsFile(folder);
  process.on('exit', remove);
  try {
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
    return await work(file);
  } catch (failure) {
    if (failure instanceof Failure) throw new Failure(`${name}: ${failure.message}`);
    throw failure;
  } finally {
    remove();
    process.off('exit', remove);
  }
}

const uploaded = v.object({ type: v.literal('version-upload'), version_id: v.string() });

/** Reads the ID of the uploaded version from wrangler's output file, which has one JSON object per line. */
function readVersionId(file: string): string {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  for (const line of lines) {
    const entry = v.safeParse(uploaded, JSON.parse(line));
    if (entry.success) return entry.output.version_id;
  }
  throw new Failure("wrangler uploaded a version but didn't name it. wrangler may have changed.");
}
