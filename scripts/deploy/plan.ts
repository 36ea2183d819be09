import * as v from 'valibot';
import type { ListedWorker } from '../../workers/workers.ts';
import { Failure } from '../cli/failure.ts';
import { loadWorkers } from '../configuration/load-workers.ts';
import { type Account, findZone, type Place, readAccount } from './account.ts';
import { build, doesNotBuild, type Target } from './build.ts';
import { buildCarrier, type Carrier, readCarrier } from './carrier.ts';
import { Cloudflare } from './cloudflare.ts';
import { type Described, filesOf } from './config.ts';
import { type Deployed, readSecretNames, readWorker } from './deployed.ts';
import { difference } from './drift.ts';
import { secretFingerprints } from './fingerprints.ts';
import { describeLimits } from './limits.ts';
import { refuseObstacles } from './preflight.ts';
import { heldSecrets, refuseToMakeInCi, secretPlaces, variableOf } from './secret-sources.ts';
import { checkSecrets, issuedFor, makeMissing, type Secrets } from './secrets.ts';
import { asksCarriers, checkSettings, checkTogether, namespacesOf, selectWorkers } from './select.ts';

const namespace = v.object({ id: v.string(), title: v.string() });

/** The resources that are wanted, that exist, and that are missing. Making a plan writes only to its own folder. */
export interface Plan {
  described: Described;
  cloudflare: Cloudflare;
  place: Place;
  workers: ListedWorker[];
  /** The rate limits that the file sets, in words. */
  limits: string[];
  /** Titles of the KV namespaces, by binding; and the ids of those that exist. */
  titles: Record<string, string>;
  namespaces: Record<string, string>;
  secrets: Secrets;
  /** The secrets that no file holds yet. */
  made: Secrets;
  targets: Target[];
  deployed: Map<string, Deployed>;
  account: Account;
  /** Builds the targets again, with the namespaces that were made since. */
  rebuild(namespaces: Record<string, string>): Promise<Target[]>;
}

/** @throws {Failure} where something is missing, wrong, or in the way. Nothing has been written at Cloudflare then. */
export async function makePlan(described: Described): Promise<Plan> {
  const files = filesOf(described);
  const listed = await loadWorkers().catch(doesNotBuild);
  const workers = selectWorkers(listed, described);
  const vars = checkSettings(workers, listed, described);
  const limits = describeLimits(listed, described);
  const own = asksCarriers(workers) ? described.carrier : undefined;
  const carrier = own === undefined ? undefined : await readCarrier(own);
  const held = heldSecrets(described);
  const issued = [...issuedFor(workers), ...(carrier?.secrets ?? [])];
  checkSecrets(workers, issued, held, secretPlaces(described));
  const made = makeMissing(workers, held);
  const secrets = { ...held, ...made };
  checkTogether(workers, { ...secrets, ...vars }, files.secrets);

  const cloudflare = new Cloudflare();
  const place = await findZone(cloudflare, described.zone);
  const account = await readAccount(cloudflare, place, described.host);
  const titles = titlesOf(described, workers);
  const namespaces = await findNamespaces(cloudflare, place, titles);
  const fingerprintsOf = secretFingerprints(place.account, described);
  const what = { described, workers, listed, vars, secrets, fingerprintsOf, folder: files.build };
  const rebuild = (ids: Record<string, string>) => buildAll({ ...what, namespaces: ids }, carrier);
  const targets = await rebuild(namespaces);
  const existing = targets.filter(({ name }) => account.scripts.includes(name));
  const deployed = new Map(
    await Promise.all(
      existing.map(async ({ name }) => [name, await readWorker(cloudflare, place, name)] as const),
    ),
  );
  await refuseObstacles(cloudflare, place, described, targets, account, deployed);
  await refuseLostSecrets(cloudflare, place, existing, made, described);
  refuseToMakeInCi(described, made);
  return {
    described,
    cloudflare,
    place,
    workers,
    limits,
    titles,
    namespaces,
    secrets,
    made,
    targets,
    deployed,
    account,
    rebuild,
  };
}

/** The workers with Durable Objects, the carrier worker, then those that are bound to them. */
async function buildAll(what: Parameters<typeof build>[0], carrier: Carrier | undefined): Promise<Target[]> {
  const targets = await build(what);
  if (carrier === undefined) return targets;
  const { described, secrets, folder, fingerprintsOf } = what;
  const own = await buildCarrier(carrier, described, secrets, folder, fingerprintsOf);
  const objects = what.workers.findLastIndex(({ classes }) => classes !== undefined);
  return targets.toSpliced(objects + 1, 0, own);
}

const titlesOf = ({ name, half }: Described, workers: readonly ListedWorker[]) =>
  Object.fromEntries(
    namespacesOf(workers).map((binding) => [binding, `${name}-${half}-${binding.toLowerCase()}`]),
  );

async function findNamespaces(cloudflare: Cloudflare, { account }: Place, titles: Record<string, string>) {
  const all = await cloudflare.list(`/accounts/${account}/storage/kv/namespaces`, namespace);
  const ids = new Map(all.map(({ id, title }) => [title, id]));
  const found = Object.entries(titles).map(([binding, title]) => [binding, ids.get(title)] as const);
  return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** Makes a KV namespace. @returns its id. */
export async function createNamespace({ cloudflare, place }: Plan, title: string): Promise<string> {
  const path = `/accounts/${place.account}/storage/kv/namespaces`;
  return (await cloudflare.post(path, { title }, namespace)).id;
}

/** A secret that workers have already must not be made a second time: with another PHONE_KEY every person is new. */
async function refuseLostSecrets(
  cloudflare: Cloudflare,
  place: Place,
  existing: readonly Target[],
  made: Secrets,
  described: Described,
): Promise<void> {
  const { secrets: file } = filesOf(described);
  for (const { name, secrets } of existing) {
    if (!Object.keys(secrets).some((secret) => secret in made)) continue;
    const lost = (await readSecretNames(cloudflare, place, name)).filter((secret) => secret in made);
    if (lost.length === 0) continue;
    throw new Failure(
      `${name} has ${lost.join(' and ')} already, but ${file} does not. Bring that file from where it was deployed before, or set ${lost.map((secret) => variableOf(described, secret)).join(' and ')}; secrets cannot be read back from Cloudflare.`,
    );
  }
}

/** The workers to deploy, with the reason for each. @param all whether workers that have not changed are deployed as well. */
export function changesOf(targets: readonly Target[], { deployed, account }: Plan, all = false) {
  return targets.flatMap((target) => {
    const reason = difference(target, deployed.get(target.name), account) ?? (all ? 'as asked' : undefined);
    return reason === undefined ? [] : [{ target, reason }];
  });
}
