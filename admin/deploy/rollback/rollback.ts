import { halfOf } from '../../../tools/configuration/index.ts';
import { loadWorkers } from '../../../tools/configuration/load-workers.ts';
import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import { Failure } from '../../../tools/terminal/failure.ts';
import { confirm } from '../../cli/confirm.ts';
import { checkDeployed, rollbackTimeout } from '../apply/check-deployment.ts';
import { requireUnchangedWorker } from '../apply/concurrent-deployment.ts';
import { withLock } from '../cloudflare/deployment-lock.ts';
import { secretNameDigest } from '../cloudflare/fingerprints.ts';
import { deployerName, formatTime, timeOfRelease } from '../cloudflare/version-metadata.ts';
import { findRunningFingerprints } from '../plan/secret-drift.ts';
import { ownWorkers } from '../read/account-state.ts';
import {
  type Deployed,
  restoreVersion,
  rollbackMessagePrefix,
  unchangedDeploymentMessagePrefix,
} from '../read/deployed-workers.ts';
import type { Deployment } from '../read/deployment.ts';
import { currentRelease, planRollback, type RollbackPlan, undoneRelease } from '../read/releases.ts';
import type { DeploymentConfig } from '../settings/config.ts';
import { effectsOfRollback } from './rollback-effects.ts';

export interface RollbackOptions {
  dryRun: boolean;
  /** Whether the operator has confirmed that one more release is rolled back, or that some paths stop working. */
  yes: boolean;
  /** Names of secrets that the rollback may restore to values other than the running ones. */
  replaced: readonly string[];
  takeOver: boolean;
  /** Whether to check the host after the rollback. */
  check: boolean;
}

/**
 * Restores the versions that were running before the current release. Any machine can do this, because the
 * messages of the current versions at Cloudflare name the previous ones. @throws {Failure} if there are no
 * previous versions, if they ran with other secrets, or if the operator doesn't confirm.
 */
export async function rollBack(
  deployment: Deployment,
  options: RollbackOptions,
  print: (line: string) => void,
) {
  const { config } = deployment;
  const account = await deployment.account();
  const { connection } = account;
  const workers = ownWorkers(account);
  const release = currentRelease(workers);
  const order = (await loadWorkers()).map(({ worker }) => `${config.name}-${worker}`);
  const way = planRollback(workers, order);
  if (release === undefined || way.moves.length + way.added.length === 0 || isFirst(workers, way)) {
    throw new Failure(
      'There is no release to roll back to because no version at Cloudflare is marked as having run before the current one.',
    );
  }
  await rejectChangedSecrets(way, workers, config, options.replaced);
  print(
    `${config.name}: rolling back the ${config.half} to its state before the release of ${timeOfRelease(release)}`,
  );
  const stopping = await effectsOfRollback(way, config);
  for (const line of stopping) print(`  ${line}`);
  for (const name of way.added)
    print(`  ${name} was added since, and stays; to delete it: npx wrangler delete --name ${name}`);
  if (options.dryRun) {
    for (const { name, to } of way.moves)
      print(`  would restore ${name} to version ${to.id}, created ${formatTime(to.created)}`);
    return;
  }
  const undone = undoneRelease(workers, release);
  if (undone !== undefined)
    await confirm(
      `The release of ${timeOfRelease(undone)} is already rolled back. This command would roll back one more release.`,
      options.yes,
    );
  if (stopping.length > 0) await confirm('Some paths will stop working until you deploy again.', options.yes);
  const message = `${rollbackMessagePrefix}${release}; by ${deployerName()}`;
  await withLock({ deployment, takeOver: options.takeOver, print }, async (lock) => {
    const move = async (name: string, version: string, text: string) => {
      await lock.confirm();
      await requireUnchangedWorker(connection, name, workers.get(name));
      await restoreVersion(connection, { name, version, message: text });
    };
    for (const { name, to } of way.moves) {
      await move(name, to.id, message);
      print(`  restored ${name} to version ${to.id}`);
    }
    for (const name of way.added)
      await move(name, workers.get(name)?.running?.id ?? '', `${unchangedDeploymentMessagePrefix}${message}`);
  });
  if (options.check) await checkRestored(way, config, print);
}

/**
 * Checks the restored workers at the host. The previous release may have other routes, so a missing route is
 * reported but isn't a failure.
 */
async function checkRestored(
  { moves }: RollbackPlan,
  config: DeploymentConfig,
  print: (line: string) => void,
) {
  const moved = moves.map(({ name }) => name);
  const workers = (await loadWorkers()).filter(({ worker }) => moved.includes(`${config.name}-${worker}`));
  try {
    await checkDeployed(config.host, workers, print, rollbackTimeout);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    print(
      `${failure.message}. If that route is new, the previous release doesn't have it. To check the rest, run: npx plid-admin doctor --url https://${config.host}`,
    );
  }
}

/** Whether the release is the first one, so that there is nothing to restore. */
const isFirst = (workers: ReadonlyMap<string, Deployed>, { moves, added }: RollbackPlan): boolean =>
  moves.length === 0 &&
  added.length === [...workers.values()].filter(({ wasDeployedByUs: ours }) => ours).length;

/**
 * Rejects a rollback to a release with other secrets, because it could restore a leaked secret. This check doesn't
 * need the secrets file.
 */
async function rejectChangedSecrets(
  { moves }: RollbackPlan,
  workers: ReadonlyMap<string, Deployed>,
  { half }: DeploymentConfig,
  replaced: readonly string[],
): Promise<void> {
  const listed = (await loadWorkers()).filter((worker) => halfOf(worker) === half);
  const settings = listed.flatMap(settingsOf).filter(({ secret }) => secret !== undefined);
  const names = new Map(settings.map(({ name }) => [secretNameDigest(name), name]));
  const others = moves.flatMap(({ name, to }) => {
    const worker = workers.get(name);
    const [now, then] = [worker && findRunningFingerprints(worker)?.fingerprints, to.fingerprints];
    if (now === undefined || then === undefined) return [];
    const marks = Object.keys(now.secrets).filter((mark) => mark in then.secrets);
    return marks
      .filter((mark) => now.secrets[mark] !== then.secrets[mark])
      .map((mark) => names.get(mark) ?? 'secret of the carrier worker');
  });
  const refused = [...new Set(others)].filter((name) => !replaced.includes(name));
  if (refused.length === 0) return;
  throw new Failure(
    `That release ran with different secrets, so the rollback would restore another ${refused.join(' and another ')}. Nothing was changed. Check out that release's version of this repository and deploy it instead. If restoring the other secret is intended, add: ${refused.map((name) => `--replace-secret ${name}`).join(' ')}`,
  );
}
