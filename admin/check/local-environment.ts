import { servicePathsHost } from '../../packages/plid/command/local-addresses.ts';
import { isLocalAddress } from '../../workers/core/http/secure-address.ts';
import type { Finding } from './public-endpoints.ts';
import { type CheckTarget, send } from './worker-requests.ts';

/** Advice for a fault of a local environment, in which nothing is deployed. */
const localAdvice =
  'In a local environment, the output of npm start shows the cause. If you changed code or settings, restart it.';

/**
 * Whether an address belongs to a local environment, such as that of `npm start` or `plid sandbox`. Only these have
 * simulated subscribers.
 */
export async function isLocalEnvironment(origin: string): Promise<boolean> {
  if (!isLocalAddress(origin)) return false;
  const headers = { Accept: 'application/json' };
  const { status, body } = await send({ origin, headers }, 'GET', '/sandbox/subscribers');
  return status === 200 && body.includes('"subscribers"');
}

/**
 * Returns where a local environment serves all paths of plid. With `npm start -- --application`, the developer's
 * application handles some of them at `localhost`.
 */
export function workersTarget(where: CheckTarget): CheckTarget {
  const address = new URL(where.origin);
  address.hostname = servicePathsHost;
  return { ...where, origin: address.origin };
}

/** Returns findings about workers with the advice for a local environment. */
export const withLocalAdvice = (findings: readonly Finding[]): Finding[] =>
  findings.map((finding) => (finding.advice === undefined ? finding : { ...finding, advice: localAdvice }));
