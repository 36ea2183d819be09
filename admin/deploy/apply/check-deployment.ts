import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../../tools/terminal/failure.ts';
import type { WorkerDefinition } from '../../../workers/core/worker/endpoint.ts';
import {
  type Check,
  type CheckTarget,
  checksOf,
  checkTarget,
  describeResponseFault,
  explainConnection,
  send,
} from '../../check/worker-requests.ts';

/** Maximum time for a new host to resolve, get its certificate, and run the new version, in milliseconds. */
const timeout = 300_000;
const interval = 3_000;
/**
 * Maximum time to wait for restored workers at an existing host, in milliseconds. Restored workers respond within
 * seconds, unless the previous release doesn't have the checked route.
 */
export const rollbackTimeout = 30_000;
/** Maximum time until the tests' stand-in for a host responds correctly, in milliseconds. */
const standInTimeout = 500;
const standInInterval = 100;

/**
 * Checks every route of the workers, without a session or changes. @param patience maximum time until the
 * responses are correct, in milliseconds.
 * @returns the number of requests. @throws {Failure} that names the route with the incorrect response.
 */
export async function checkHost(
  host: string,
  workers: readonly WorkerDefinition[],
  onWait: (reason: string) => void,
  patience = timeout,
): Promise<number> {
  const checks = workers.flatMap(checksOf);
  const where = checkTarget(`https://${host}`);
  const until = Date.now() + (where.isStandIn ? standInTimeout : patience);
  let announced = false;
  for (const check of checks) {
    for (;;) {
      const fault = await ask(where, check);
      if (fault === undefined) break;
      if (Date.now() > until)
        throw new Failure(
          `https://${host}${check.path}: ${fault}\nThe workers are deployed. Find the cause with: npx plid-admin doctor --url https://${host}`,
        );
      if (!announced) onWait(fault);
      announced = true;
      await wait(where.isStandIn ? standInInterval : interval);
    }
  }
  return checks.length;
}

/**
 * Checks every route of a deployment's host. @param patience maximum time until the responses are correct, in
 * milliseconds. The default is the time for a new host. @throws {Failure} that names the route with the incorrect
 * response.
 */
export async function checkDeployed(
  host: string,
  workers: readonly WorkerDefinition[],
  print: (line: string) => void,
  patience?: number,
): Promise<void> {
  const { isStandIn, origin } = checkTarget(`https://${host}`);
  if (isStandIn)
    print(`  sending requests to ${origin} instead of the host because PLID_TEST_HOST_AT is set`);
  const onWait = (reason: string) => print(`  waiting for https://${host}: ${reason}`);
  const asked = await checkHost(host, workers, onWait, patience);
  print(
    `https://${host} responds; every route of ${workers.length} workers was checked with ${asked} requests`,
  );
}

async function ask(where: CheckTarget, check: Check): Promise<string | undefined> {
  try {
    return describeResponseFault(check, await send(where, check.method, check.path));
  } catch (error) {
    return explainConnection(error).fault;
  }
}
