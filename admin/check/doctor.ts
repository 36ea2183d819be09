import { type Half, halfOf } from '../../tools/configuration/index.ts';
import { loadWorkers } from '../../tools/configuration/load-workers.ts';
import { isLoopback } from '../../workers/core/http/secure-address.ts';
import type { AdminApi } from '../cli/admin-api.ts';
import { checkApplications } from './applications.ts';
import { checkCarriers } from './carriers.ts';
import { checkWorkersShareKeys, type WorkerKeys } from './key-fingerprints.ts';
import { isLocalEnvironment, withLocalAdvice, workersTarget } from './local-environment.ts';
import {
  checkClock,
  checkHeaders,
  checkLogin,
  checkMetadata,
  checkPlainHttp,
  type Finding,
} from './public-endpoints.ts';
import { runCheck } from './run-check.ts';
import { type CheckTarget, checkTarget, explainConnection, send } from './worker-requests.ts';
import { checkWorker, isPlidErrorResponse, workersInSettingsFile } from './workers.ts';

/** For each half, a path that only its workers handle, even if their settings are invalid. */
const marks: Record<Half, string> = {
  service: '/.well-known/oauth-authorization-server',
  gateway: '/auth/session',
};

interface Examination {
  /** The service's operator API. If set, the checks that need the operator's token run too. */
  admin?: AdminApi | undefined;
  /** The settings file, which lists the expected workers. */
  file?: string | undefined;
}

/**
 * Checks a service, a gateway, or both at one origin. These checks run from outside, without a session and without
 * changing anything. The checks that need the operator's token run last. A check that can't run is reported as a
 * finding. @param origin such as `https://login.example.com`.
 */
export async function checkDeployment(origin: string, { admin, file }: Examination = {}): Promise<Finding[]> {
  const where = checkTarget(origin);
  const found: Finding[] = [];
  const ask = async (about: string, question: () => Promise<Finding[]>) => {
    found.push(...(await runCheck(about, question)));
  };
  const halves = await findHalves(where).catch(explainConnection);
  if ('advice' in halves)
    return [{ level: 'fault', what: `${origin}: ${halves.fault}`, advice: halves.advice }];
  const [first] = halves;
  if (first === undefined) return [notPlid(origin)];
  const isLocal = await isLocalEnvironment(origin);
  if (isLocal) found.push({ level: 'good', what: `${origin} is a local environment` });
  const target = isLocal ? { ...workersTarget(where), isLocal } : { ...where, isLocal };
  for (const half of halves) {
    found.push({ level: 'good', what: `${origin} is a ${half}` });
    await ask('its workers', () => examineWorkers(target, half, () => describedBy(file, origin, half)));
    await ask('its headers', () => checkHeaders(where, marks[half]));
    if (half === 'service') await ask('its metadata', () => checkMetadata(where, origin));
    else await ask('its sign-in', () => checkLogin(where, origin));
  }
  await ask('its clock', async () => [await checkClock(where, marks[first])]);
  if (where.origin === origin && !isLoopback(new URL(origin)))
    await ask('plain http', async () => [await checkPlainHttp(origin, marks[first])]);
  if (admin !== undefined && halves.includes('service'))
    for (const [about, question] of operatorQuestions) await ask(about, () => question(admin, where, origin));
  return where.isStandIn ? [...found, standIn(where)] : found;
}

type OperatorQuestion = (admin: AdminApi, where: CheckTarget, origin: string) => Promise<Finding[]>;

/** The checks that need the operator's token. They run independently. */
const operatorQuestions: [about: string, OperatorQuestion][] = [
  ['its applications', checkApplications],
  [
    'its carriers',
    // The check is skipped for the operator's own carrier worker, because that worker has no address to check.
    async (admin, where) =>
      isPlidErrorResponse(await send(where, 'OPTIONS', '/admin/carriers/check')) ? checkCarriers(admin) : [],
  ],
];

async function describedBy(file: string | undefined, origin: string, half: Half) {
  return file === undefined ? undefined : workersInSettingsFile(file, origin, half, await loadWorkers());
}

/**
 * Checks every worker of a service or gateway. @param describe returns the names of the expected workers, from the
 * settings file.
 */
async function examineWorkers(
  where: CheckTarget & { isLocal: boolean },
  half: Half,
  describe: () => Promise<string[] | undefined>,
): Promise<Finding[]> {
  let described: string[] | undefined;
  const found = await runCheck('your file', async () => {
    described = await describe();
    return [];
  });
  const workers = (await loadWorkers()).filter(
    (worker) => halfOf(worker) === half && worker.routes.length > 0,
  );
  const keys: WorkerKeys[] = [];
  for (const worker of workers) {
    const examined = await checkWorker(where, worker, described);
    found.push(...examined.found);
    if (examined.keys !== undefined) keys.push(examined.keys);
  }
  const all = [...found, ...checkWorkersShareKeys(half, keys)];
  return where.isLocal ? withLocalAdvice(all) : all;
}

async function findHalves(where: CheckTarget): Promise<Half[]> {
  const halves: Half[] = [];
  for (const half of ['service', 'gateway'] as const)
    if (isPlidErrorResponse(await send(where, 'OPTIONS', marks[half]))) halves.push(half);
  return halves;
}

const standIn = ({ origin }: CheckTarget): Finding => ({
  level: 'note',
  what: `requests were sent to ${origin} instead of the host because PLID_TEST_HOST_AT is set`,
  advice: 'The variable is only for tests. Unset it and run the command again.',
});

const notPlid = (origin: string): Finding => ({
  level: 'fault',
  what: `${origin} responds, but it isn't a plid service or gateway`,
  advice:
    'For a gateway: check that the route /auth/* is on this host and that the DNS record is proxied. For a service: check that the host is the custom domain of its worker metadata. To compare, run: npx plid-admin deploy service|gateway --dry-run',
});
