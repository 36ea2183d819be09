import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../cli/failure.ts';
import { type Account, type Deployed, difference, readAccount, readWorker } from './account.ts';
import type { Target } from './build.ts';
import { checkHost } from './check.ts';
import type { Described } from './file.ts';
import { changesOf, createNamespace, filesOf, makePlan, type Plan } from './plan.ts';
import { isRunning, readReleases, writeReleases } from './releases.ts';
import { addSecrets, fingerprint, type Secrets } from './secrets.ts';
import { deployWorker } from './wrangler.ts';

const packageFile = path.resolve(import.meta.dirname, '../../package.json');
const plidVersion: string = JSON.parse(readFileSync(packageFile, 'utf8')).version;

/** Identifies the secrets of a release without telling them. */
export const secretsMark = (secrets: Secrets): string =>
  fingerprint(secrets, JSON.stringify(Object.entries(secrets).sort()));

/**
 * Deploys the workers of one half that differ from what is wanted, and checks them.
 * @param say takes a line for each step. @throws {Failure} in a sentence, with what to do.
 */
export async function deploy(described: Described, dryRun: boolean, say: (line: string) => void) {
  const plan = await makePlan(described);
  say(`${described.name}: the ${described.half} at https://${described.host}`);
  if (dryRun) return announce(plan, say);
  const targets = await provide(plan, say);
  const { versions, account } = await deployChanges(plan, targets, say);
  record(plan, versions);
  mentionLeftOvers(plan, account, say);
  const asked = await checkHost(described.host, plan.workers, (reason) =>
    say(`  waiting for https://${described.host}: ${reason}`),
  );
  say(`https://${described.host} answers: ${asked} requests, every route of ${plan.workers.length} workers`);
}

function announce(plan: Plan, say: (line: string) => void): void {
  for (const name of Object.keys(plan.made)) say(`  would make the secret ${name}`);
  for (const [binding, title] of Object.entries(plan.titles)) {
    if (plan.namespaces[binding] === undefined) say(`  would make the KV namespace ${title}`);
  }
  const changes = changesOf(plan.targets, plan);
  for (const { target, reason } of changes) say(`  would deploy ${target.name}: ${reason}`);
  if (changes.length === 0) say('  nothing would change');
}

/** Makes the secrets and KV namespaces that are missing. @returns the workers, built with them. */
async function provide(plan: Plan, say: (line: string) => void): Promise<Target[]> {
  const { secrets } = filesOf(plan.described);
  addSecrets(secrets, plan.made);
  const names = Object.keys(plan.made);
  if (names.length > 0) {
    say(`  made ${names.join(', ')} in ${secrets}: keep a copy elsewhere, they cannot be read back`);
  }
  const missing = Object.entries(plan.titles).filter(([binding]) => plan.namespaces[binding] === undefined);
  if (missing.length === 0) return plan.targets;
  const ids = { ...plan.namespaces };
  for (const [binding, title] of missing) {
    ids[binding] = await createNamespace(plan, title);
    say(`  made the KV namespace ${title}`);
  }
  return plan.rebuild(ids);
}

/** Workers and routes that were part of this deployment once go on answering: wrangler does not delete them all. */
function mentionLeftOvers({ described, targets }: Plan, account: Account, say: (line: string) => void): void {
  const wanted = new Map(targets.map(({ name, routes }) => [name, routes]));
  for (const name of account.scripts) {
    if (!name.startsWith(`${described.name}-${described.half}-`) || wanted.has(name)) continue;
    say(`  ${name} is still deployed but left out now; to delete it: npx wrangler delete --name ${name}`);
  }
  for (const { pattern, script } of account.routes) {
    const routes = wanted.get(script ?? '');
    if (routes === undefined || routes.includes(pattern)) continue;
    say(`  the route ${pattern} still leads to ${script}; delete it in the dashboard (Workers Routes)`);
  }
}

/** @returns the version of each worker, by name, in the order of deployment; and the account as it then is. */
async function deployChanges(plan: Plan, targets: readonly Target[], say: (line: string) => void) {
  const changes = changesOf(targets, plan);
  if (changes.length === 0) say('  nothing has changed');
  for (const [index, { target, reason }] of changes.entries()) {
    await deployWorker(filesOf(plan.described).build, plan.place.account, target, `plid ${plidVersion}`);
    say(`  ${index + 1}/${changes.length} ${target.name} deployed (${reason})`);
  }
  if (changes.length > 0) return verify(plan, targets);
  return { versions: versionsOf(targets, plan.deployed), account: plan.account };
}

/** Whether everything is now as it should be: each worker runs the version that holds this code and these secrets. */
async function verify({ cloudflare, place, described }: Plan, targets: readonly Target[]) {
  const account = await readAccount(cloudflare, place, described.host);
  const deployed = new Map<string, Deployed>();
  for (const target of targets) {
    const worker = await readWorker(cloudflare, place, target.name);
    deployed.set(target.name, worker);
    const reason = difference(target, worker, account);
    if (reason === undefined) continue;
    throw new Failure(
      `${target.name} is not as it was deployed (${reason}). Does somebody else deploy at the same time? Run the same command again.`,
    );
  }
  return { versions: versionsOf(targets, deployed), account };
}

const versionsOf = (targets: readonly Target[], deployed: ReadonlyMap<string, Deployed>) =>
  Object.fromEntries(targets.map(({ name }) => [name, deployed.get(name)?.version ?? '']));

function record({ described, secrets }: Plan, workers: Record<string, string>): void {
  const { releases: file } = filesOf(described);
  const releases = readReleases(file);
  const last = releases.at(-1);
  const running = new Map(Object.entries(workers));
  const isSame = last !== undefined && Object.keys(last.workers).length === running.size;
  if (isSame && isRunning(last, running)) return;
  const released = new Date().toISOString();
  writeReleases(file, [...releases, { released, plid: plidVersion, secrets: secretsMark(secrets), workers }]);
}
