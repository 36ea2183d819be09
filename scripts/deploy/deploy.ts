import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../cli/failure.ts';
import { type Account, readAccount } from './account.ts';
import type { Target } from './build.ts';
import { tellCarriers } from './carrier-status.ts';
import { checkDeployed } from './check.ts';
import { type Described, filesOf } from './config.ts';
import { changesToConfirm, confirmChanges } from './confirm-changes.ts';
import { type Deployed, isOfHalf, readWorker } from './deployed.ts';
import { refuseDeployedSince } from './deployed-since.ts';
import { difference } from './drift.ts';
import { writeTag } from './fingerprints.ts';
import { type Lock, withLock } from './lock.ts';
import { sayNext } from './next-steps.ts';
import { changesOf, createNamespace, makePlan, type Plan } from './plan.ts';
import { brokenOff } from './releases.ts';
import { refuseOtherSecrets } from './secret-drift.ts';
import { environmentSecrets, placeOf } from './secret-sources.ts';
import { addSecrets } from './secrets.ts';
import { warnOfSettings } from './settings-warnings.ts';
import { type NotedPass, releaseOf, whoDeploys, writeNote } from './version-metadata.ts';
import { deployWorker } from './wrangler.ts';

const packageFile = path.resolve(import.meta.dirname, '../../packages/plid/package.json');
const plidVersion: string = JSON.parse(readFileSync(packageFile, 'utf8')).version;

export type Say = (line: string) => void;

export interface DeployOptions {
  /** Secrets that take the place of others that run. */
  replaced?: readonly string[];
  /** Whether workers are deployed anew that are as they should be: somebody may have written their tags. */
  all?: boolean;
  /** Whether the lock is taken from whoever holds it. */
  takeOver?: boolean;
  /** Whether the operator agreed to what {@link changesToConfirm} names. It skips no refusal. */
  yes?: boolean;
  /** The pass of a rotation that this deployment is. */
  pass?: NotedPass;
  /** The lock, if the caller holds it already. */
  lock?: Lock;
  /** Whether the host is asked afterwards; by default it is. */
  check?: boolean;
}

/** Says what a deployment would do, and does nothing. @throws {Failure} where it would be refused. */
export async function announceDeployment(
  described: Described,
  { replaced = [], all }: DeployOptions,
  say: Say,
) {
  const plan = await makePlan(described);
  say(`${described.name}: the ${described.half} at https://${described.host}`);
  for (const name of Object.keys(plan.made)) say(`  would make the secret ${name}`);
  for (const [binding, title] of Object.entries(plan.titles)) {
    if (plan.namespaces[binding] === undefined) say(`  would make the KV namespace ${title}`);
  }
  for (const limit of plan.limits) say(`  ${limit}`);
  warnOfSettings(plan, say);
  const changes = changesOf(plan.targets, plan, all);
  for (const { target, reason } of changes) say(`  would deploy ${target.name}: ${reason}`);
  const confirmed = await changesToConfirm(plan, all);
  for (const line of confirmed) say(`  ${line}`);
  if (confirmed.length > 0) say('  would ask before it goes on (--yes agrees)');
  if (changes.length === 0) say('  nothing would change');
  refuseOtherSecrets(plan.targets, plan.deployed, replaced, (name) => placeOf(described, name));
}

/**
 * Deploys the workers of one half that differ from what is wanted, and checks them.
 * @param say takes a line for each step. @throws {Failure} in a sentence, with what to do.
 */
export async function deploy(described: Described, options: DeployOptions, say: Say): Promise<void> {
  const plan = await makePlan(described);
  say(`${described.name}: the ${described.half} at https://${described.host}`);
  refuseOtherSecrets(plan.targets, plan.deployed, options.replaced ?? [], (name) => placeOf(described, name));
  const fromEnvironment = Object.keys(environmentSecrets(described));
  if (fromEnvironment.length > 0) say(`  secrets from the environment: ${fromEnvironment.join(', ')}`);
  warnOfSettings(plan, say);
  await confirmChanges(await changesToConfirm(plan, options.all), options.yes ?? false, say);
  const account = await makeSo(plan, options, say);
  mentionLeftOvers(plan, account, say);
  if (options.check ?? true) {
    await checkDeployed(described, plan.workers, say);
    await tellCarriers(plan, say);
  }
  sayNext(plan, say);
}

/** Makes the changes of the plan, under the lock. @returns the account as it then is. */
async function makeSo(
  plan: Plan,
  { lock, pass, all, takeOver = false }: DeployOptions,
  say: Say,
): Promise<Account> {
  if (!all && isDone(plan)) {
    say('  nothing has changed');
    return plan.account;
  }
  const { cloudflare, place, described } = plan;
  const work = async (held: Lock) => {
    const targets = await provide(plan, held, say);
    return deployChanges(plan, targets, { lock: held, pass, all }, say);
  };
  return lock === undefined ? withLock({ cloudflare, place, described, takeOver, say }, work) : work(lock);
}

const isDone = (plan: Plan): boolean =>
  Object.keys(plan.made).length === 0 &&
  Object.keys(plan.titles).every((binding) => plan.namespaces[binding] !== undefined) &&
  changesOf(plan.targets, plan).length === 0;

/** Makes the KV namespaces and secrets that are missing. @returns the workers, built with them. */
async function provide(plan: Plan, lock: Lock, say: Say): Promise<Target[]> {
  const missing = Object.entries(plan.titles).filter(([binding]) => plan.namespaces[binding] === undefined);
  const ids = { ...plan.namespaces };
  for (const { name } of plan.targets) await expectSeen(plan, name);
  for (const [binding, title] of missing) {
    await lock.confirm();
    ids[binding] = await createNamespace(plan, title);
    say(`  made the KV namespace ${title}`);
  }
  const { secrets } = filesOf(plan.described);
  addSecrets(secrets, plan.made);
  const names = Object.keys(plan.made);
  if (names.length > 0) {
    say(`  made ${names.join(', ')} in ${secrets}: keep a copy elsewhere, they cannot be read back`);
  }
  return missing.length === 0 ? plan.targets : plan.rebuild(ids);
}

const expectSeen = ({ cloudflare, place, deployed }: Plan, name: string) =>
  refuseDeployedSince(cloudflare, place, name, deployed.get(name));

/** Workers and routes that were part of this deployment once go on answering: wrangler does not delete them all. */
function mentionLeftOvers({ described, targets }: Plan, account: Account, say: Say): void {
  const wanted = new Map(targets.map(({ name, routes }) => [name, routes]));
  for (const name of account.scripts) {
    if (!isOfHalf(name, described) || wanted.has(name)) continue;
    say(`  ${name} is still deployed but left out now; to delete it: npx wrangler delete --name ${name}`);
  }
  for (const { pattern, script } of account.routes) {
    const routes = wanted.get(script ?? '');
    if (routes === undefined || routes.includes(pattern)) continue;
    say(`  the route ${pattern} still leads to ${script}; delete it in the dashboard (Workers Routes)`);
  }
}

interface Holding {
  lock: Lock;
  pass: NotedPass | undefined;
  all: boolean | undefined;
}

/** Deploys in the order of the targets. @returns the account as it then is. */
async function deployChanges(plan: Plan, targets: readonly Target[], { lock, pass, all }: Holding, say: Say) {
  const changes = changesOf(targets, plan, all);
  const { release, done } = brokenOff(plan.deployed) ?? { release: releaseOf(new Date()), done: 0 };
  for (const [index, { target, reason }] of changes.entries()) {
    await lock.confirm();
    await expectSeen(plan, target.name);
    const note = writeNote({
      plid: plidVersion,
      release,
      at: done + index + 1,
      of: done + changes.length,
      instead: plan.deployed.get(target.name)?.lastOfOurs?.id,
      rotation: pass !== undefined && pass.secret in target.secrets ? pass : undefined,
      by: whoDeploys(),
    });
    const annotations = { tag: writeTag(target.fingerprints), message: note };
    await deployWorker(filesOf(plan.described).build, plan.place.account, target, annotations);
    say(`  ${index + 1}/${changes.length} ${target.name} deployed (${reason})`);
  }
  return changes.length > 0 ? verify(plan, targets) : plan.account;
}

/** Whether everything is now as it should be: each worker runs the version that holds this code and these secrets. */
async function verify({ cloudflare, place, described }: Plan, targets: readonly Target[]): Promise<Account> {
  const account = await readAccount(cloudflare, place, described.host);
  for (const target of targets) {
    const worker: Deployed = await readWorker(cloudflare, place, target.name);
    const reason = difference(target, worker, account);
    if (reason === undefined) continue;
    throw new Failure(
      `${target.name} is not as it was deployed (${reason}). Does somebody else deploy at the same time? Run the same command again.`,
    );
  }
  return account;
}
