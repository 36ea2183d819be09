import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../tools/terminal/failure.ts';
import type { WorkerDefinition } from '../../workers/core/worker/endpoint.ts';
import {
  type Check,
  type CheckTarget,
  checksOf,
  checkTarget,
  explainConnection,
  faultOf,
  send,
} from '../check/host.ts';

/** How long a new host may take until it resolves, has its certificate and runs the new version, in milliseconds. */
const timeout = 300_000;
const interval = 3_000;
/** The same for workers that were brought back at a host that is there: they serve within seconds, or have no such route. */
export const rollbackTimeout = 30_000;
/** The same for the stand-in of the tests. */
const standInTimeout = 500;
const standInInterval = 100;

/**
 * Asks every route of the workers, without a session and without changing anything.
 * @param patience how long the answers may take to become right, in milliseconds.
 * @returns the number of requests. @throws {Failure} that says which route does not answer as it should.
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
      if (Date.now() > until) throw new Failure(`https://${host}${check.path}: ${fault}`);
      if (!announced) onWait(fault);
      announced = true;
      await wait(where.isStandIn ? standInInterval : interval);
    }
  }
  return checks.length;
}

/**
 * Asks every route of a deployment's host.
 * @param patience how long the answers may take to become right, in milliseconds; by default as long as a new host takes.
 * @throws {Failure} that says which route does not answer as it should.
 */
export async function checkDeployed(
  host: string,
  workers: readonly WorkerDefinition[],
  print: (line: string) => void,
  patience?: number,
): Promise<void> {
  const { isStandIn, origin } = checkTarget(`https://${host}`);
  if (isStandIn) print(`  asks ${origin} in the place of the host, since PLID_TEST_HOST_AT is set`);
  const onWait = (reason: string) => print(`  waiting for https://${host}: ${reason}`);
  const asked = await checkHost(host, workers, onWait, patience);
  print(`https://${host} answers: ${asked} requests, every route of ${workers.length} workers`);
}

async function ask(where: CheckTarget, check: Check): Promise<string | undefined> {
  try {
    return faultOf(check, await send(where, check.method, check.path));
  } catch (error) {
    return explainConnection(error).fault;
  }
}
