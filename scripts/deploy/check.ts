import { setTimeout as wait } from 'node:timers/promises';
import { isLoopback } from '../../workers/core/http/cookies.ts';
import type { WorkerStatement } from '../../workers/core/worker/endpoint.ts';
import { Failure } from '../cli/failure.ts';

interface Check {
  method: 'GET' | 'OPTIONS';
  path: string;
  /** What is wrong with the answer; undefined where it is right. */
  fault(response: Response): string | undefined;
}

/** How long a new host may take until it resolves, has its certificate and runs the new version, in milliseconds. */
const timeout = 300_000;
const interval = 3_000;
const answerTimeout = 15_000;

/**
 * For tests alone: `PLID_TEST_HOST_AT` is where on this machine the requests for the host are sent instead, with the host in
 * `X-Forwarded-Host`. Real checks always go to the host over https and verify its certificate.
 */
function whereToAsk(host: string) {
  const standIn = process.env.PLID_TEST_HOST_AT;
  return standIn === undefined || !isLoopback(new URL(standIn))
    ? { origin: `https://${host}`, headers: {}, timeout, interval }
    : { origin: standIn, headers: { 'X-Forwarded-Host': host }, timeout: 500, interval: 100 };
}

/** Asks the host of an address. */
export function fetchFromHost({ host, pathname, search }: URL, init: RequestInit): Promise<Response> {
  const { origin, headers } = whereToAsk(host);
  return fetch(new URL(pathname + search, origin), { ...init, headers: { ...init.headers, ...headers } });
}

/**
 * Asks every route of the workers, without a session and without changing anything.
 * @returns the number of requests. @throws {Failure} that says which route does not answer as it should.
 */
export async function checkHost(
  host: string,
  workers: readonly WorkerStatement[],
  onWait: (reason: string) => void,
): Promise<number> {
  const checks = workers.flatMap(checksOf);
  const where = whereToAsk(host);
  const until = Date.now() + where.timeout;
  let announced = false;
  for (const check of checks) {
    for (;;) {
      const fault = await ask(where, check);
      if (fault === undefined) break;
      if (Date.now() > until) throw new Failure(`https://${host}${check.path}: ${fault}`);
      if (!announced) onWait(fault);
      announced = true;
      await wait(where.interval);
    }
  }
  return checks.length;
}

/** What can be asked of a worker without a session: which methods each path takes, and what its pages answer without credentials. */
function checksOf({ routes, restOfHost }: WorkerStatement): Check[] {
  const methods = new Map<string, string[]>();
  for (const route of routes) {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replace(/:\w+/g, 'unknown');
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  const checks = [...methods].flatMap(([path, allowed]): Check[] => [
    { method: 'OPTIONS', path, fault: (response) => faultOfMethods(response, allowed) },
    ...(allowed.includes('GET') ? [{ method: 'GET' as const, path, fault: faultOfPage }] : []),
  ]);
  const rest: Check = { method: 'GET', path: '/.well-known/plid-deploy-check', fault: faultOfRest };
  return restOfHost ? [...checks, rest] : checks;
}

/** A worker refuses OPTIONS with the methods that it has: no other server answers like this, and the worker only once its settings are valid. */
function faultOfMethods({ status, headers }: Response, allowed: string[]): string | undefined {
  const named = (headers.get('Allow') ?? '').split(/, */);
  if (status === 405 && named.sort().join() === [...allowed].sort().join()) return undefined;
  const answer = `answers ${status} to OPTIONS (Allow: ${named.join(', ') || 'none'})`;
  return `${answer} instead of 405 (Allow: ${allowed.join(', ')}); is another worker or a rule in front of it?`;
}

const faultOfPage = ({ status }: Response): string | undefined =>
  status < 500 && status !== 404 && status !== 405 ? undefined : `answers ${status} without a session`;

const faultOfRest = ({ status }: Response): string | undefined =>
  status < 500 ? undefined : `answers ${status} at a path that is no worker's`;

async function ask(
  { origin, headers }: { origin: string; headers: Record<string, string> },
  { method, path, fault }: Check,
): Promise<string | undefined> {
  try {
    const response = await fetch(new URL(path, origin), {
      ...{ method, headers, redirect: 'manual' },
      signal: AbortSignal.timeout(answerTimeout),
    });
    const body = await response.text();
    const found = fault(response);
    return found === undefined ? undefined : (ourWords(response.status, body) ?? found);
  } catch (error) {
    return faultOfConnection(error);
  }
}

/** The message of a worker of ours that is not set up, or that fails. */
function ourWords(status: number, body: string): string | undefined {
  if (status < 500) return undefined;
  try {
    const { message } = JSON.parse(body);
    return typeof message === 'string' ? `answers ${status}: ${message}` : undefined;
  } catch {
    return undefined;
  }
}

function faultOfConnection(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (/ENOTFOUND|EAI_AGAIN/.test(code)) return 'the host does not resolve yet';
  if (/CERT|SSL|TLS|EPROTO|ALERT/i.test(code)) return 'the host has no certificate yet';
  return 'the host does not answer yet';
}
