import type { Half } from '../../tools/configuration/index.ts';
import { Failure } from '../../tools/terminal/failure.ts';
import type { ListedWorker } from '../../workers/workers.ts';
import { openDeployment } from '../deploy/read/deployment.ts';
import { selectWorkers } from '../deploy/settings/select-workers.ts';
import { readWorkerKeyFingerprints, type WorkerKeys } from './key-fingerprints.ts';
import { type Finding, outageAdvice } from './public-endpoints.ts';
import {
  type Answer,
  type CheckTarget,
  checksOf,
  describeResponseFault,
  explainConnection,
  send,
} from './worker-requests.ts';

/** The workers that every sign-in at a gateway needs. A deployment may exclude other workers with `without`. */
const neededAtGateway = ['session', 'login', 'callback', 'logout'].map((name) => `gateway-${name}`);

/** Whether a response is an error that only plid workers send, for a wrong method or for invalid settings. */
export function isPlidErrorResponse({ status, headers, body }: Answer): boolean {
  if (status === 405) return headers.has('Allow') && body.includes('"method_not_allowed"');
  return status === 500 && body.includes('"server_error"');
}

/**
 * Reads the names of a deployment's workers from its settings file. @throws {Failure} if the file is invalid or
 * describes another host.
 */
export function workersInSettingsFile(
  file: string,
  origin: string,
  half: Half,
  listed: readonly ListedWorker[],
): string[] {
  const { config } = openDeployment(file, half);
  const { host } = new URL(origin);
  if (config.host !== host)
    throw new Failure(`${file} describes a ${half} at ${config.host}, not at ${host}.`);
  return selectWorkers(listed, config).map(({ worker }) => worker);
}

interface ExaminedWorker {
  found: Finding[];
  keys: WorkerKeys | undefined;
}

/**
 * Checks every route of a worker. @param described the names of the workers in the settings file, or undefined if
 * no file is given.
 */
export async function checkWorker(
  where: CheckTarget,
  statement: ListedWorker,
  described: readonly string[] | undefined,
): Promise<ExaminedWorker> {
  const { worker } = statement;
  const faults: string[] = [];
  let foreign = 0;
  let keys: WorkerKeys | undefined;
  const checks = checksOf(statement);
  const options = checks.filter(({ method }) => method === 'OPTIONS');
  // A worker that handles all methods rejects OPTIONS the same way as GET.
  const telling = options.length > 0 ? options : checks;
  for (const check of checks) {
    const answer = await send(where, check.method, check.path).catch(explainConnection);
    if (!('advice' in answer)) keys ??= readWorkerKeyFingerprints(worker, answer.headers);
    const fault = 'advice' in answer ? answer.fault : describeResponseFault(check, answer);
    if (fault === undefined) continue;
    faults.push(`${check.path} ${fault}`);
    if (!('advice' in answer) && telling.includes(check) && !isPlidErrorResponse(answer)) foreign += 1;
  }
  const isReachable = foreign < telling.length;
  const isLeftOut = described !== undefined && !described.includes(worker);
  if (isLeftOut && isReachable && faults.length < checks.length)
    return { found: [obsoleteWorker(worker)], keys };
  if (!isReachable) return { found: isLeftOut ? [] : [notReachable(worker, described !== undefined)], keys };
  const answers = checks.length === 1 ? '1 response is' : `${checks.length} responses are`;
  if (faults.length === 0) return { found: [{ level: 'good', what: `${worker}: ${answers} correct` }], keys };
  const found = [...new Set(faults)].map(
    (what): Finding => ({ level: 'fault', what: `${worker}: ${what}`, advice: adviceFor(what) }),
  );
  return { found, keys };
}

const obsoleteWorker = (worker: string): Finding => ({
  level: 'note',
  what: `${worker} responds, although your settings file excludes it`,
  advice: `To list obsolete workers, run: npx plid-admin deploy ${worker.split('-')[0]} --dry-run`,
});

/**
 * Returns the finding for an unreachable worker. From outside, a worker without its route looks like one that
 * isn't deployed.
 */
function notReachable(worker: string, isDescribed: boolean): Finding {
  const isCarriers = worker === 'service-carriers';
  const isChoice = isCarriers || (worker.startsWith('gateway-') && !neededAtGateway.includes(worker));
  const what = `${worker} isn't reachable: the worker or its route is missing`;
  if (isChoice && !isDescribed) {
    const setting = isCarriers ? '`carrier` names a worker of your own' : '`without` lists this worker';
    const advice = `This is expected if ${setting} in plid.deploy.toml. To compare with that file, add: --file plid.deploy.toml`;
    return { level: 'note', what, advice };
  }
  const half = worker.split('-')[0];
  const advice = `To find out which, run: npx plid-admin deploy ${half} --dry-run. To restore it, run: npx plid-admin deploy ${half}`;
  return { level: 'fault', what, advice };
}

function adviceFor(fault: string): string {
  if (fault.includes('Fix these settings'))
    return 'Set the named settings (docs: Settings), and deploy again.';
  if (/answers 503/.test(fault)) return outageAdvice;
  if (/answers 5/.test(fault))
    return 'Search the logs (wrangler tail, or Workers Logs) for the X-Request-Id of the response.';
  return 'In the dashboard of the zone, check for a rule, a redirect, or another worker on this path.';
}
