import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../../tools/terminal/failure.ts';
import { io } from '../../../tools/terminal/io.ts';
import type { Connection } from '../cloudflare/connection.ts';
import { formatVersionTag } from '../cloudflare/fingerprints.ts';
import { plidVersion } from '../cloudflare/plid-version.ts';
import { createReleaseName, deployerName, formatVersionNote } from '../cloudflare/version-metadata.ts';
import { buildTargets } from '../plan/build-targets.ts';
import { isOperatorsOwn, type Target } from '../plan/build-workers.ts';
import { type DesiredState, readDesiredState } from '../plan/desired-state.ts';
import { ownWorkers } from '../read/account-state.ts';
import type { Deployment } from '../read/deployment.ts';
import { findKvNamespaces, type Namespace } from '../read/kv-namespaces.ts';
import { variableOf } from '../settings/secret-sources.ts';
import { describeEmission, type EmittedWorker, type Manifest } from './emitted-readme.ts';

const manifestName = 'manifest.json';

/**
 * Writes the bundles and wrangler configurations of a deployment's workers into a folder, for operators who deploy
 * them with tools of their own. Cloudflare is only read. @throws {Failure} if something is missing.
 */
export async function emit(
  deployment: Deployment,
  folder: string,
  print: (line: string) => void,
): Promise<void> {
  const own = path.resolve(io().cwd, folder);
  refuseOtherFolder(own, folder);
  const wanted = await readDesiredState(deployment);
  refuseMissingSecrets(deployment, wanted);
  const connection = await deployment.connect();
  const namespaces = await findKvNamespaces(connection, deployment.config, wanted.workers);
  refuseMissingNamespaces(namespaces, folder);
  const targets = await buildTargets(wanted, connection, namespaces);
  const manifest = await describe(deployment, connection, targets, own);
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  for (const target of targets) copyWorker(target, connection, own);
  writeFileSync(path.join(own, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(path.join(own, 'README.md'), describeEmission(manifest));
  print(`wrote ${targets.length} workers into ${own}; README.md there lists the commands`);
}

/** Refuses to replace a folder that this command didn't write. */
function refuseOtherFolder(own: string, folder: string): void {
  if (!existsSync(own) || readdirSync(own).length === 0 || existsSync(path.join(own, manifestName))) return;
  throw new Failure(`${folder} contains other files. Choose an empty or a new folder.`);
}

function refuseMissingSecrets({ config: { half } }: Deployment, { newSecrets }: DesiredState): void {
  const names = Object.keys(newSecrets);
  if (names.length === 0) return;
  const variables = names.map((name) => variableOf(half, name)).join(', ');
  throw new Failure(
    `Missing: ${names.join(', ')}. Generate them with npx plid-admin secrets new ${half}, store them, and set ${variables}. The folder contains only their names and fingerprints.`,
  );
}

function refuseMissingNamespaces(namespaces: readonly Namespace[], folder: string): void {
  const missing = namespaces.filter(({ id }) => id === undefined);
  if (missing.length === 0) return;
  const commands = missing.map(({ title }) => `npx wrangler kv namespace create ${title}`).join(' && ');
  throw new Failure(`A KV namespace is missing. Run: ${commands}. Then write ${folder} again.`);
}

async function describe(
  deployment: Deployment,
  connection: Connection,
  targets: readonly Target[],
  folder: string,
): Promise<Manifest> {
  const { name, half, host } = deployment.config;
  const deployed = ownWorkers(await deployment.account());
  const release = createReleaseName(new Date());
  const workers = targets.map((target, index): EmittedWorker => {
    const message = formatVersionNote({
      plid: plidVersion,
      release,
      position: index + 1,
      total: targets.length,
      previousVersion: deployed.get(target.name)?.lastOfOurs?.id,
      rotation: undefined,
      by: deployerName(),
    });
    return {
      name: target.name,
      config: isOperatorsOwn(target) ? path.relative(folder, target.config) : path.basename(target.config),
      secrets: Object.keys(target.secrets),
      migration: target.migrationTag,
      routes: target.routes ?? [],
      domain: target.domain,
      tag: formatVersionTag(connection.owner, target.fingerprints),
      message,
    };
  });
  return { name: `${name}-${half}`, host, plid: plidVersion, workers };
}

/** Copies a worker. The operator's own worker stays where it is. */
function copyWorker(target: Target, { account }: Connection, folder: string): void {
  if (isOperatorsOwn(target)) return;
  const configuration: { main: string } = JSON.parse(readFileSync(target.config, 'utf8'));
  const bundle = path.dirname(configuration.main);
  cpSync(path.join(path.dirname(target.config), bundle), path.join(folder, bundle), { recursive: true });
  const text = JSON.stringify({ account_id: account, ...configuration }, null, 2);
  writeFileSync(path.join(folder, path.basename(target.config)), `${text}\n`);
}
