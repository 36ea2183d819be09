import { findByPattern, pathPatterns } from '../../workers/core/worker/routes.ts';
import guard from '../../workers/gateway/features/guard/index.ts';
import carriers from '../../workers/service/routes/carriers/index.ts';
import metadata from '../../workers/service/routes/metadata/index.ts';
import { isForPrograms } from '../../workers/service/routes/metadata/not-found-page.tsx';
import { type ListedWorker, workers } from '../../workers/workers.ts';
import demo from '../demo/index.tsx';
import { usesOtherService } from '../demo/uses-other-service.ts';
import { handleRecordedExchange } from '../exchanges/handle-recorded-exchange.ts';
import sandbox from '../index.ts';
import { withoutAdapterTokens } from './adapter-networks.ts';
import docs from './docs.ts';
import application from './own-application.ts';
import privacyNotice from './privacy-notice.tsx';
import { belongsToApplication } from './service-paths.ts';
import control from './test-api.ts';
import type { WorldEnv } from './world-env.ts';

interface Worker {
  fetch(request: Request, env: WorldEnv, execution: ExecutionContext): Promise<Response>;
}

/**
 * The workers with their path patterns. The patterns of catch-all workers contain only their own routes. All other
 * paths are handled by {@link otherwise}, because two catch-all workers share a host here.
 */
const routes = [...workers, sandbox, privacyNotice, docs, control].map((worker) => ({
  statement: worker,
  patterns: pathPatterns({ ...worker, catchAll: false }),
  worker: wrapped(worker),
}));

function wrapped(worker: (typeof workers)[number]): Worker {
  if (worker === carriers) return withoutTokens(worker);
  return isCalledByApplications(worker) ? withWire(worker) : worker;
}

/**
 * Workers whose pages have no phone next to them. They include the sandbox's own workers, the API reference, and
 * the developer's own application.
 */
const alone: readonly Worker[] = [sandbox, privacyNotice, docs, control, application, guard];

/** Returns the worker for a URL, and whether the worker's pages may have a phone next to them. */
export function routeToWorker(url: URL, env: WorldEnv): { worker: Worker; isBesidePhone: boolean } {
  const there = routes.filter(({ statement }) => isThere(statement, env));
  const own = belongsToApplication(url, env) ? undefined : findByPattern(url.pathname, there);
  const worker = own?.worker ?? otherwise(env, url);
  return { worker, isBesidePhone: !alone.includes(worker) };
}

/**
 * Whether a worker exists in this local environment. If the gateway uses another login service, there is no local
 * service.
 */
function isThere(worker: ListedWorker, env: WorldEnv): boolean {
  if (usesOtherService(env)) return worker.worker.startsWith('gateway-');
  if (worker === docs) return env.SWAGGER_UI !== undefined;
  return worker !== control || env.SEED !== undefined;
}

/** Whether applications call a worker. If so, faults can be set for it, and its responses are recorded. */
function isCalledByApplications({ worker, routes }: ListedWorker): boolean {
  return worker.startsWith('service-') && routes.some((route) => /^\w+ \/(?:oauth2|v1)\//.test(route));
}

/**
 * Returns the worker for a path that belongs to no other worker. This is the developer's own application
 * (`--application`), or the guard in front of it (`--guard`). If there is no such application, it is the demo
 * shop, or for unknown API paths the same worker as in a deployed service.
 */
function otherwise({ APPLICATION_URL, GUARD, ...env }: WorldEnv, { pathname }: URL): Worker {
  if (APPLICATION_URL !== undefined) return GUARD === 'Y' ? guard : application;
  return isForPrograms(pathname) && !usesOtherService(env) ? metadata : demo;
}

function withoutTokens(worker: Worker): Worker {
  return {
    fetch: (request, env, execution) => worker.fetch(request, withoutAdapterTokens(env), execution),
  };
}

function withWire(worker: Worker): Worker {
  return {
    fetch: (request, env, execution) =>
      handleRecordedExchange(env, request, () => worker.fetch(request, env, execution)),
  };
}
