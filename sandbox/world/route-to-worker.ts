import { findByPattern, pathPatterns } from '../../workers/core/worker/routes.ts';
import guard from '../../workers/gateway/guard/index.ts';
import metadata from '../../workers/service/metadata/index.ts';
import { isForPrograms } from '../../workers/service/metadata/not-found-page.tsx';
import { type ListedWorker, workers } from '../../workers/workers.ts';
import demo from '../demo/index.tsx';
import { usesOtherService } from '../demo/other-service.ts';
import { recordExchange } from '../exchanges/record-exchange.ts';
import sandbox from '../index.ts';
import docs from './docs.ts';
import application from './own-application.ts';
import privacyNotice from './privacy-notice.tsx';
import { belongsToApplication } from './service-paths.ts';
import control from './test-api.ts';
import type { WorldEnv } from './world-env.ts';

interface Worker {
  fetch(request: Request, env: WorldEnv, execution: ExecutionContext): Promise<Response>;
}

/** Which worker answers where. One that answers the rest of its host is left to {@link otherwise}: here two of them share one host. */
const routes = [...workers, sandbox, privacyNotice, docs, control].map((worker) => ({
  statement: worker,
  patterns: pathPatterns({ ...worker, catchAll: false }),
  worker: isCalledByApplications(worker) ? withWire(worker) : worker,
}));

/** Pages that no phone is shown beside: the sandbox's own, the reference, and those of an application of the developer's own. */
const alone: readonly Worker[] = [sandbox, privacyNotice, docs, control, application, guard];

/** The worker that answers at an address, and whether its pages may have a phone beside them. */
export function routeToWorker(url: URL, env: WorldEnv): { worker: Worker; isBesidePhone: boolean } {
  const there = routes.filter(({ statement }) => isThere(statement, env));
  const own = belongsToApplication(url, env) ? undefined : findByPattern(url.pathname, there);
  const worker = own?.worker ?? otherwise(env, url);
  return { worker, isBesidePhone: !alone.includes(worker) };
}

/** A gateway in front of another login service has no service beside it. */
function isThere(worker: ListedWorker, env: WorldEnv): boolean {
  if (usesOtherService(env)) return worker.worker.startsWith('gateway-');
  if (worker === docs) return env.SWAGGER_UI !== undefined;
  return worker !== control || env.SEED !== undefined;
}

/** Whether applications call it: faults can be set for such a worker, and its answers are recorded. */
function isCalledByApplications({ worker, routes }: ListedWorker): boolean {
  return worker.startsWith('service-') && routes.some((route) => /^\w+ \/(?:oauth2|v1)\//.test(route));
}

/**
 * The developer's own application (`--application`), behind the guard with `--guard`; else the demo shop. In front of an application of
 * their own every path that no worker has is that application's; else what programs call is answered as the service does it once deployed.
 */
function otherwise({ APPLICATION_URL, GUARD, ...env }: WorldEnv, { pathname }: URL): Worker {
  if (APPLICATION_URL !== undefined) return GUARD === 'Y' ? guard : application;
  return isForPrograms(pathname) && !usesOtherService(env) ? metadata : demo;
}

function withWire(worker: Worker): Worker {
  return {
    fetch: (request, env, execution) =>
      recordExchange(env, request, () => worker.fetch(request, env, execution)),
  };
}
