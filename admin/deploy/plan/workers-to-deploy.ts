import { type Fingerprints, fingerprintOfSecret } from '../cloudflare/fingerprints.ts';
import type { Account } from '../read/account-state.ts';
import type { Deployed, Version } from '../read/deployed-workers.ts';
import { changedLogSettings } from '../settings/log-settings.ts';
import { isOperatorsOwn, type Target } from './build-workers.ts';

/** A worker to deploy, with the reason. */
export interface Change {
  target: Target;
  reason: string;
}

/** The addresses of an account's workers. */
type Addresses = Pick<Account, 'routes' | 'domains'>;

/** Returns the workers to deploy, each with the reason. @param all whether to include unchanged workers. */
export const findWorkersToDeploy = (
  targets: readonly Target[],
  deployed: ReadonlyMap<string, Deployed>,
  account: Addresses,
  all: boolean,
): Change[] =>
  targets.flatMap((target) => {
    const reason =
      reasonToDeploy(target, deployed.get(target.name), account) ?? (all ? 'as asked' : undefined);
    return reason === undefined ? [] : [{ target, reason }];
  });

/** @returns the reason to deploy a worker, or undefined if nothing differs. */
export function reasonToDeploy(target: Target, deployed: Deployed | undefined, account: Addresses) {
  if (deployed === undefined) return 'new';
  if (deployed.isSplit) return 'its requests are split between several versions';
  const drift = driftOfVersion(target, deployed.running);
  if (drift !== undefined) return drift;
  if (isOperatorsOwn(target)) return undefined;
  const changed = changedLogSettings(deployed.logSettings, target.logSettings);
  if (changed.length > 0) return 'its log settings differ';
  return triggerDrift(target, deployed, account);
}

/** @returns how a worker's addresses differ from the desired ones, or undefined if they don't. */
export function triggerDrift({ name, routes = [], domain }: Target, deployed: Deployed, account: Addresses) {
  if (deployed.isOnWorkersDev) return 'its workers.dev address is enabled';
  const existing = account.routes.filter(({ script }) => script === name).map(({ pattern }) => pattern);
  if (routes.some((pattern) => !existing.includes(pattern))) return 'a route is missing';
  const serves = account.domains.some(({ service }) => service === name);
  return serves === (domain !== undefined) ? undefined : "its host isn't connected";
}

function driftOfVersion({ fingerprints, secrets }: Target, running: Version | undefined) {
  const found = running?.fingerprints;
  if (found !== undefined) return describeFingerprintDifferences(found, fingerprints, Object.keys(secrets));
  return 'changed by another tool';
}

/**
 * Lists the differences between two versions' fingerprints. @param names the names of the desired secrets.
 * @returns undefined if there are no differences.
 */
export function describeFingerprintDifferences(
  found: Fingerprints,
  wanted: Fingerprints,
  names: readonly string[],
) {
  const secrets = names.filter(
    (name) => fingerprintOfSecret(found, name) !== fingerprintOfSecret(wanted, name),
  );
  const hasFewer = Object.keys(found.secrets).some((mark) => !(mark in wanted.secrets));
  const differing = [
    ...(found.code === wanted.code ? [] : ['code']),
    ...(found.configuration === wanted.configuration ? [] : ['configuration']),
    ...secrets,
    ...(secrets.length === 0 && hasFewer ? ['number of secrets'] : []),
  ];
  return differing.length === 0 ? undefined : `other ${differing.join(', ')}`;
}
