import { isLoopback } from '../../packages/plid/http/secure-address.ts';
import type { WorkerStatement } from '../../workers/core/worker/endpoint.ts';
import type { AdminApi } from '../cli/admin-api.ts';
import { type Half, halfOf } from '../configuration/index.ts';
import { loadWorkers } from '../configuration/load-workers.ts';
import { checkApplications } from './applications.ts';
import { checkCarriers } from './carriers.ts';
import { type Answer, checksOf, explainConnection, faultOf, send, type Where, whereToAsk } from './host.ts';
import { checkOlderParties } from './older-registrations.ts';
import {
  checkClock,
  checkHeaders,
  checkLogin,
  checkMetadata,
  checkPlainHttp,
  type Finding,
} from './outside.ts';

/** Paths that only workers of this half answer, whether their settings are valid or not. */
const marks: Record<Half, string> = {
  service: '/.well-known/oauth-authorization-server',
  gateway: '/auth/session',
};

/** The workers that every sign-in at a gateway needs; the others are a deployment's choice (`without`). */
const neededAtGateway = ['session', 'login', 'callback', 'logout'].map((name) => `gateway-${name}`);

/**
 * Checks a deployment from outside, without a session, and changes nothing: a service, a gateway, or both at one address.
 * @param origin such as `https://login.example.com`. @param admin the operator's API of the service there, where it is to be asked too.
 */
export async function examine(origin: string, admin?: AdminApi): Promise<Finding[]> {
  const where = whereToAsk(origin);
  try {
    const halves = await findHalves(where);
    if (halves.length === 0) return [nothingOfOurs(origin)];
    const found = await Promise.all(halves.map((half) => examineHalf(where, origin, half)));
    const registered =
      admin !== undefined && halves.includes('service') ? await examineForOperator(where, origin, admin) : [];
    const more = [...registered, ...(await examineHost(where, origin, halves[0] as Half))];
    return [...found.flat(), ...more, ...(where.isStandIn ? [standIn(where)] : [])];
  } catch (error) {
    const { fault, advice } = explainConnection(error);
    return [{ level: 'fault', what: `${origin}: ${fault}`, advice }];
  }
}

async function examineHalf(where: Where, origin: string, half: Half): Promise<Finding[]> {
  const found: Finding[] = [{ level: 'good', what: `${origin} is a ${half}` }];
  const workers = (await loadWorkers()).filter(
    (worker) => halfOf(worker) === half && worker.routes.length > 0,
  );
  for (const worker of workers) found.push(...(await examineWorker(where, worker)));
  const more = half === 'service' ? checkMetadata : checkLogin;
  const older = half === 'gateway' ? checkOlderParties(origin) : [];
  return [...found, ...(await checkHeaders(where, marks[half])), ...(await more(where, origin)), ...older];
}

/** The facts that only an operator may know. A carrier worker of their own has no address to ask. */
async function examineForOperator(where: Where, origin: string, admin: AdminApi): Promise<Finding[]> {
  const isOverHttp = isOurs(await send(where, 'OPTIONS', '/admin/carriers/check'));
  return [...(await checkApplications(admin, origin)), ...(isOverHttp ? await checkCarriers(admin) : [])];
}

async function examineHost(where: Where, origin: string, half: Half): Promise<Finding[]> {
  const clock = await checkClock(where, marks[half]);
  if (where.origin !== origin || isLoopback(new URL(origin))) return [clock];
  return [clock, await checkPlainHttp(origin, marks[half])];
}

async function findHalves(where: Where): Promise<Half[]> {
  const halves: Half[] = [];
  for (const half of ['service', 'gateway'] as const)
    if (isOurs(await send(where, 'OPTIONS', marks[half]))) halves.push(half);
  return halves;
}

/** A refusal as only our workers give it: of another method, or because the settings are wrong. */
function isOurs({ status, headers, body }: Answer): boolean {
  if (status === 405) return headers.has('Allow') && body.includes('"method_not_allowed"');
  return status === 500 && body.includes('"server_error"');
}

const standIn = ({ origin }: Where): Finding => ({
  level: 'note',
  what: `${origin} was asked in the place of the host, since PLID_TEST_HOST_AT is set`,
  advice: 'That variable is for tests alone: unset it, and ask again.',
});

const nothingOfOurs = (origin: string): Finding => ({
  level: 'fault',
  what: `${origin} answers, but it is neither a service nor a gateway of plid`,
  advice:
    'At a gateway: is its route /auth/* on this host, and is the DNS record proxied? At a service: is the host the custom domain of its worker metadata? npm run deploy -- service|gateway says which.',
});

async function examineWorker(where: Where, statement: WorkerStatement): Promise<Finding[]> {
  const { worker } = statement;
  const faults: string[] = [];
  let foreign = 0;
  const checks = checksOf(statement);
  for (const check of checks) {
    const answer = await send(where, check.method, check.path).catch(explainConnection);
    const fault = 'advice' in answer ? answer.fault : faultOf(check, answer);
    if (fault === undefined) continue;
    faults.push(`${check.path} ${fault}`);
    if (!('advice' in answer) && check.method === 'OPTIONS' && !isOurs(answer)) foreign += 1;
  }
  const answers = checks.length === 1 ? '1 answer is' : `${checks.length} answers are`;
  if (faults.length === 0) return [{ level: 'good', what: `${worker}: ${answers} right` }];
  if (foreign === checks.filter(({ method }) => method === 'OPTIONS').length) return [notDeployed(worker)];
  return [...new Set(faults)].map((what) => ({
    level: 'fault',
    what: `${worker}: ${what}`,
    advice: adviceFor(what),
  }));
}

function notDeployed(worker: string): Finding {
  const isCarriers = worker === 'service-carriers';
  const isOptional = isCarriers || (worker.startsWith('gateway-') && !neededAtGateway.includes(worker));
  const half = worker.split('-')[0];
  return {
    level: isOptional ? 'note' : 'fault',
    what: `${worker} is not deployed here`,
    advice: isOptional
      ? `That is right where ${isCarriers ? '`carrier` in plid.deploy.toml names a worker of your own' : '`without` in plid.deploy.toml names it'}.`
      : `npm run deploy -- ${half} deploys what is missing.`,
  };
}

function adviceFor(fault: string): string {
  if (fault.includes('Fix these settings')) return 'Set what it names (docs: Settings), and deploy again.';
  if (/answers 503/.test(fault))
    return 'Something that it needs is out of order for the moment: see docs/outages.md.';
  if (/answers 5/.test(fault))
    return 'Its log says why: wrangler tail, or Workers Logs, by the X-Request-Id of the answer.';
  return 'Look for a rule, a redirect or another worker on this path, in the dashboard of the zone.';
}
