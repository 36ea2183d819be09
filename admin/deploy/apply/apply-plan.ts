import { Failure } from '../../../tools/terminal/failure.ts';
import { type Lock, withLock } from '../cloudflare/deployment-lock.ts';
import type { RecordedPass } from '../cloudflare/version-metadata.ts';
import type { Target } from '../plan/build-workers.ts';
import type { Plan } from '../plan/plan.ts';
import { reasonToDeploy } from '../plan/workers-to-deploy.ts';
import type { Account } from '../read/account-state.ts';
import { createKvNamespace, type Namespace } from '../read/kv-namespaces.ts';
import { addSecrets } from '../settings/secrets.ts';
import { requireUnchangedWorker } from './concurrent-deployment.ts';
import { deployChanges } from './deploy-changes.ts';

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

const refuseChangedSince = async ({ account: { connection }, targets, deployed }: Plan): Promise<void> => {
  for (const { name } of targets) await requireUnchangedWorker(connection, name, deployed.get(name));
};

/** Creates missing KV namespaces and secrets. @returns the workers, built with the new namespaces. */
async function provide(plan: Plan, lock: Lock, print: Print): Promise<Target[]> {
  const namespaces = [...plan.namespaces];
  for (const [index, namespace] of namespaces.entries()) {
    if (!isMissing(namespace)) continue;
    await lock.confirm();
    namespaces[index] = await createKvNamespace(plan.account.connection, namespace);
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

/**
 * Checks that each worker runs this code with these secrets. @throws {Failure} if a worker runs other code or
 * other secrets.
 */
async function verify({ deployment }: Plan, targets: readonly Target[]): Promise<Account> {
  const account = await deployment.reread();
  for (const target of targets) {
    const reason = reasonToDeploy(target, account.workers.get(target.name), account);
    if (reason === undefined) continue;
    throw new Failure(
      `${target.name} differs from what was deployed (${reason}). Another command may be deploying at the same time. Run the same command again.`,
    );
  }
  return account;
}
