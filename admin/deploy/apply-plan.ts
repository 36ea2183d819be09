import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../../tools/terminal/failure.ts';
import { type Account, readAccount } from './account-state.ts';
import type { Target } from './build-workers.ts';
import { requireUnchangedWorker } from './concurrent-deployment.ts';
import { readWorker } from './deployed-workers.ts';
import { type Lock, withLock } from './deployment-lock.ts';
import { formatVersionTag } from './fingerprints.ts';
import { createKvNamespace, type Namespace } from './kv-namespaces.ts';
import { moveRoutes, routesToMove, withoutRoutes } from './moved-routes.ts';
import type { Plan } from './plan.ts';
import { interruptedRelease } from './releases.ts';
import { addSecrets } from './secrets.ts';
import { createReleaseName, deployerName, formatVersionNote, type RecordedPass } from './version-metadata.ts';
import { reasonToDeploy } from './workers-to-deploy.ts';
import { deployWorker } from './wrangler.ts';

const packageFile = path.resolve(import.meta.dirname, '../../packages/plid/package.json');
const plidVersion: string = JSON.parse(readFileSync(packageFile, 'utf8')).version;

type Print = (line: string) => void;

interface Options {
  /** Whether to take the lock over from its holder. */
  takeOver?: boolean;
  /** Whether running Durable Objects get the new code immediately. */
  urgent?: boolean;
  /** The rotation pass that this deployment performs, if any. */
  pass?: RecordedPass;
  /** The lock, if the caller already has it. */
  lock?: Lock;
}

/** Applies a plan under the lock. @returns the resulting account. */
export async function applyPlan(
  plan: Plan,
  { lock, pass, takeOver = false, urgent = false }: Options,
  print: Print,
): Promise<Account> {
  const { deployment, namespaces, newSecrets: made, changes } = plan;
  const isDone = changes.length + Object.keys(made).length === 0 && !namespaces.some(isMissing);
  if (isDone) {
    print('  nothing has changed');
    return plan.account;
  }
  const apply = async (held: Lock) => {
    await refuseChangedSince(plan);
    const targets = await provide(plan, held, print);
    await deployChanges(plan, targets, { lock: held, pass, urgent }, print);
    return changes.length > 0 ? verify(plan, targets) : plan.account;
  };
  return lock === undefined ? withLock({ deployment, takeOver, print }, apply) : apply(lock);
}

const isMissing = ({ id }: Namespace): boolean => id === undefined;

const refuseChangedSince = async ({ connection, targets, deployed }: Plan): Promise<void> => {
  for (const { name } of targets) await requireUnchangedWorker(connection, name, deployed.get(name));
};

/** Creates missing KV namespaces and secrets. @returns the workers, built with the new namespaces. */
async function provide(plan: Plan, lock: Lock, print: Print): Promise<Target[]> {
  const namespaces = [...plan.namespaces];
  for (const [index, namespace] of namespaces.entries()) {
    if (!isMissing(namespace)) continue;
    await lock.confirm();
    namespaces[index] = await createKvNamespace(plan.connection, namespace);
    print(`  created the KV namespace ${namespace.title}`);
  }
  const { secrets } = plan.deployment.paths;
  addSecrets(secrets, plan.newSecrets);
  const names = Object.keys(plan.newSecrets);
  if (names.length > 0) {
    print(
      `  generated ${names.join(', ')} in ${secrets}; keep a copy elsewhere, because secrets can't be read back from Cloudflare`,
    );
  }
  return plan.namespaces.some(isMissing) ? plan.rebuild(namespaces) : plan.targets;
}

/** Deploys the changed workers in the plan's order. @param built the workers with the new namespaces. */
async function deployChanges(
  { deployment, connection, account, deployed, changes }: Plan,
  built: readonly Target[],
  { lock, pass, urgent }: { lock: Lock; pass: RecordedPass | undefined; urgent: boolean },
  print: Print,
): Promise<void> {
  const { release, done } = interruptedRelease(deployed) ?? {
    release: createReleaseName(new Date()),
    done: 0,
  };
  for (const [index, { target: planned, reason }] of changes.entries()) {
    const target = built.find(({ name }) => name === planned.name) ?? planned;
    const before = deployed.get(target.name);
    await lock.confirm();
    await requireUnchangedWorker(connection, target.name, before);
    const note = formatVersionNote({
      plid: plidVersion,
      release,
      position: done + index + 1,
      total: done + changes.length,
      previousVersion: before?.lastOfOurs?.id,
      rotation: pass !== undefined && pass.secret in target.secrets ? pass : undefined,
      by: deployerName(),
    });
    const annotations = { tag: formatVersionTag(target.fingerprints), message: note };
    const moving = routesToMove(target, account);
    const uploaded = moving.length === 0 ? target : withoutRoutes(target);
    await deployWorker(deployment.paths.build, connection.account, uploaded, { ...annotations, urgent });
    await moveRoutes(connection, moving, target.name);
    print(`  ${index + 1}/${changes.length} ${target.name} deployed (${reason})`);
    for (const { pattern } of moving) print(`  moved the route ${pattern} from ${target.formerName}`);
  }
}

/**
 * Checks that each worker runs this code with these secrets. @throws {Failure} if a worker runs other code or
 * other secrets.
 */
async function verify({ connection, deployment }: Plan, targets: readonly Target[]): Promise<Account> {
  const account = await readAccount(connection, deployment.config.host);
  for (const target of targets) {
    const reason = reasonToDeploy(target, await readWorker(connection, target.name), account);
    if (reason === undefined) continue;
    throw new Failure(
      `${target.name} differs from what was deployed (${reason}). Another command may be deploying at the same time. Run the same command again.`,
    );
  }
  return account;
}
