import { io } from '../../tools/terminal/io.ts';
import { isLoopback } from '../../workers/core/http/secure-address.ts';
import type { WorkerDefinition } from '../../workers/core/worker/endpoint.ts';

/** Where to send the requests to a host: the origin, and additional headers for each request. */
export interface CheckTarget {
  origin: string;
  headers: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

export interface Check {
  method: 'GET' | 'OPTIONS';
  path: string;
  /** Returns the fault of a response, or undefined if the response is correct. */
  fault(answer: Answer): string | undefined;
}

/** Maximum time to wait for a response, in milliseconds. */
const timeout = 15_000;

/**
 * Returns the target of requests to a host. In tests, `PLID_TEST_HOST_AT` is a local address that receives these
 * requests, with the host in `X-Forwarded-Host`. Real requests always go to the host itself, whose certificate is
 * verified. @param origin such as `https://login.example.com`.
 */
export function checkTarget(origin: string): CheckTarget & { isStandIn: boolean } {
  const standIn = io().env.PLID_TEST_HOST_AT;
  return standIn === undefined || !isLoopback(new URL(standIn))
    ? { origin, headers: {}, isStandIn: false }
    : { origin: standIn, headers: { 'X-Forwarded-Host': new URL(origin).host }, isStandIn: true };
}

/** Fetches a URL from its host. */
export function fetchFromHost({ host, pathname, search }: URL, init: RequestInit): Promise<Response> {
  const { origin, headers } = checkTarget(`https://${host}`);
  return fetch(new URL(pathname + search, origin), { ...init, headers: { ...init.headers, ...headers } });
}

/** Sends a request without a session and without following redirects. @throws errors of `fetch`. */
export async function send(
  { origin, headers }: CheckTarget,
  method: string,
  path: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(new URL(path, origin), {
    method,
    headers: { ...headers, ...more },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/**
 * Describes what is wrong with a response. If the worker reports an error of its own, the description is that
 * error message.
 */
export function describeResponseFault(check: Check, answer: Answer): string | undefined {
  const found = check.fault(answer);
  return found === undefined ? undefined : (ownErrorMessage(answer) ?? found);
}

/** The error message of a plid worker with invalid settings or an internal error. */
function ownErrorMessage({ status, body }: Answer): string | undefined {
  if (status < 500) return undefined;
  try {
    const { message } = JSON.parse(body);
    return typeof message === 'string' ? `answers ${status}: ${message}` : undefined;
  } catch {
    return undefined;
  }
}

/** Paths of pages that return 404 until the operator has configured their content. */
const optionalPages = /^\/(?:\.well-known\/security\.txt$|auth\/oidc\/)/;

/**
 * Returns the checks of a worker that need no session. They check the methods of each path, and the responses of
 * the worker's pages without credentials.
 */
export function checksOf({ routes, catchAll }: Pick<WorkerDefinition, 'routes' | 'catchAll'>): Check[] {
  const methods = new Map<string, string[]>();
  for (const route of routes) {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replace(/:\w+/g, 'unknown');
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  const checks = [...methods].flatMap(([path, allowed]): Check[] =>
    allowed.includes('ALL')
      ? [{ method: 'GET', path, fault: faultOfRefusal }]
      : checksOfMethods(path, allowed),
  );
  const rest: Check = { method: 'GET', path: '/.well-known/plid-deploy-check', fault: faultOfRest };
  return catchAll ? [...checks, rest] : checks;
}

const checksOfMethods = (path: string, allowed: string[]): Check[] => [
  { method: 'OPTIONS', path, fault: (answer) => faultOfMethods(answer, allowed) },
  ...(allowed.includes('GET') && !optionalPages.test(path)
    ? [{ method: 'GET' as const, path, fault: faultOfPage }]
    : []),
];

/**
 * Checks the response at a path that handles all methods. The worker must reject unauthenticated requests with a
 * plid error.
 */
const faultOfRefusal = ({ status, body }: Answer): string | undefined =>
  status === 403 && body.includes('"reason"') ? undefined : `answers ${status} instead of 403`;

/**
 * Checks a worker's response to OPTIONS, which must be an error that lists the path's methods. No other server
 * responds like this, and a worker does so only if its settings are valid.
 */
function faultOfMethods({ status, headers }: Answer, allowed: string[]): string | undefined {
  const named = (headers.get('Allow') ?? '').split(/, */);
  if (status === 405 && named.sort().join() === [...allowed].sort().join()) return undefined;
  const answer = `answers ${status} to OPTIONS (Allow: ${named.join(', ') || 'none'})`;
  return `${answer} instead of 405 (Allow: ${allowed.join(', ')}); another worker or a rule may handle the request first`;
}

const faultOfPage = ({ status }: Answer): string | undefined =>
  status < 500 && status !== 404 && status !== 405 ? undefined : `answers ${status} without a session`;

const faultOfRest = ({ status }: Answer): string | undefined =>
  status < 500 ? undefined : `answers ${status} at a path without a worker`;

/** Why there was no response. */
export interface Unreachable {
  fault: string;
  /** The fix. */
  advice: string;
  /** The port is closed. */
  isRefused?: true;
}

/**
 * Explains why there was no response, and what to do. @param error the error, which is rethrown if it isn't from
 * `fetch`.
 */
export function explainConnection(error: unknown): Unreachable {
  const code = codeOf(error);
  if (code === undefined) throw error;
  if (/ENOTFOUND|EAI_AGAIN/.test(code))
    return {
      fault: 'the host does not resolve',
      advice:
        'After the first deployment, the host takes a few minutes to resolve. If the error persists, check the DNS record of the host and the name servers of its zone.',
    };
  if (/ALTNAME|EXPIRED|SELF_SIGNED|UNABLE_TO|UNTRUSTED|CERT/i.test(code))
    return {
      fault: `its certificate is not valid (${code})`,
      advice:
        "A new host gets its certificate within a few minutes. If the error persists, the request doesn't reach Cloudflare. Make sure that the DNS record is proxied (orange cloud).",
    };
  if (/SSL|TLS|EPROTO|ALERT/i.test(code))
    return {
      fault: `its TLS handshake fails (${code})`,
      advice:
        'Cloudflare issues the certificate for a new host within minutes. If the error persists, check SSL/TLS › Edge Certificates.',
    };
  if (/TimeoutError|TIMEOUT|TIMEDOUT/i.test(code))
    return {
      fault: 'no response in time',
      advice:
        "A firewall may be dropping the request, or the DNS record may point to a machine that doesn't exist.",
    };
  return {
    isRefused: true,
    fault: `no response (${code || 'no reason given'})`,
    advice:
      "If this is a local environment, run: npm start. Otherwise, the DNS record may point to a machine that doesn't listen on this port.",
  };
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'TimeoutError') return error.name;
  const { cause, message } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error instanceof TypeError && message === 'fetch failed' ? '' : undefined;
}
