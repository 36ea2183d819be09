import type { Account } from './account.ts';
import type { Target } from './build.ts';
import type { Deployed, Version } from './deployed.ts';
import { differenceOf, readTag, tagPrefix } from './fingerprints.ts';

/** @returns the reason to deploy a worker; undefined if nothing differs. */
export function difference(target: Target, deployed: Deployed | undefined, account: Account) {
  if (deployed === undefined) return 'new';
  if (deployed.shared) return 'several versions share its requests';
  const changed = differenceOfVersions(target, deployed.running);
  if (changed !== undefined) return changed;
  if (target.routes === undefined) return undefined;
  if (contradicts(deployed.observability, target.observability)) return 'what is kept of its logs differs';
  if (deployed.exposed) return 'its workers.dev address is on';
  const routes = account.routes.filter((item) => item.script === target.name).map(({ pattern }) => pattern);
  if (target.routes.some((pattern) => !routes.includes(pattern))) return 'it lacks a route';
  const serves = account.domains.some(({ service }) => service === target.name);
  return serves === (target.domain !== undefined) ? undefined : 'its host is not connected';
}

function differenceOfVersions({ fingerprints, secrets }: Target, running: Version | undefined) {
  const found = readTag(running?.tag);
  if (found !== undefined) return differenceOf(found, fingerprints, Object.keys(secrets));
  const isOurs = running?.tag?.startsWith(tagPrefix) === true;
  return isOurs ? 'deployed by an earlier release' : 'changed by somebody else';
}

/** Whether the actual settings differ from the wanted ones; only those that are wanted are compared. */
function contradicts(found: unknown, wanted: unknown): boolean {
  if (found === undefined || found === null) return false;
  if (typeof wanted !== 'object' || wanted === null) return found !== wanted;
  return Object.entries(wanted).some(([name, value]) => contradicts(Reflect.get(Object(found), name), value));
}
