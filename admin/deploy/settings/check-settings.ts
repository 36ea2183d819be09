import * as v from 'valibot';
import { type Half, halfOf } from '../../../tools/configuration/index.ts';
import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import { Failure } from '../../../tools/terminal/failure.ts';
import { isPlaceholder } from '../../../workers/core/worker/settings.ts';
import type { ListedWorker } from '../../../workers/workers.ts';
import { type DeploymentConfig, replacedWorkers } from './config.ts';

/** The setting with the service's or gateway's own origin, which follows from the host. */
const ownOrigin: Record<Half, string> = { service: 'BASE_URL', gateway: 'GATEWAY_ORIGIN' };

/**
 * Validates the non-secret settings, as the workers do. Settings of workers that aren't deployed may stay in the
 * file. @throws {Failure} that names what to fix.
 */
export function checkSettings(
  workers: readonly ListedWorker[],
  listed: readonly ListedWorker[],
  config: DeploymentConfig,
): Record<string, string> {
  const { half, host, settings } = config;
  refuseSecrets(listed, config);
  const derived = { [ownOrigin[half]]: `https://${host}` };
  const instead = replacedWorkers(config);
  const all = listed
    .filter((worker) => halfOf(worker) === half && !(worker.worker in instead))
    .flatMap(variablesOf);
  const names = [...new Set(all.map(({ name }) => name))].filter((name) => !(name in derived));
  const unknown = Object.keys(settings).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Failure(
      `[${half}.settings]: ${unknown.join(', ')} is unknown${config.carrier === undefined ? '' : ' in a deployment with your own carrier worker'}; valid names: ${names.join(', ')}.`,
    );
  }
  const values = { ...settings, ...derived };
  for (const { name, entry } of workers.flatMap(variablesOf)) {
    if (isPlaceholder(values[name]))
      throw new Failure(
        `[${half}.settings]: ${name} is still a placeholder. Set its value, or remove the line.`,
      );
    const result = entry && v.safeParse(entry, values[name], { abortPipeEarly: true });
    if (result?.success === false) {
      throw new Failure(`[${half}.settings]: ${name} ${result.issues[0].message}.`);
    }
  }
  return values;
}

/** Rejects secrets in the settings file, because it is committed. */
function refuseSecrets(
  listed: readonly ListedWorker[],
  { allSettingNames: written, name, half }: DeploymentConfig,
): void {
  const secrets = new Set(
    listed.flatMap(settingsOf).flatMap((setting) => (setting.secret === undefined ? [] : [setting.name])),
  );
  const found = written.filter((setting) => secrets.has(setting));
  if (found.length === 0) return;
  throw new Failure(
    `Remove ${found.join(' and ')} from this file because the file is committed. Put secrets into ${name}-${half}.secrets, and replace any secret that was committed.`,
  );
}

/**
 * A client certificate in a deployment file. The worker gets a binding that makes requests with this certificate.
 */
const certificateId = v.optional(
  v.pipe(
    v.string(),
    v.regex(
      /^[0-9a-f-]{36}$/,
      'needs the id of a client certificate, from: npx wrangler mtls-certificate list',
    ),
  ),
);

const variablesOf = (worker: ListedWorker) =>
  settingsOf(worker).flatMap(({ name, secret, binding }) => {
    if (binding?.kind === 'mtls_certificates') return [{ name, entry: certificateId }];
    return secret === undefined && binding === undefined
      ? [{ name, entry: worker.schema.entries[name] }]
      : [];
  });
