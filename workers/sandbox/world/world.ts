import { isLoopback } from '../../core/http/secure-address.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import type { ClockBinding } from '../../core/worker/clock.ts';
import { withCommonHeaders } from '../../core/worker/common-headers.ts';
import { asProtocolError, describeRefusal, errorAnswer } from '../../core/worker/endpoint.ts';
import { requestLog } from '../../core/worker/log.ts';
import { requestIdOf } from '../../core/worker/request-id.ts';
import { findByPattern, pathPatterns } from '../../core/worker/routes.ts';
import guard from '../../gateway/guard/index.ts';
import metadata from '../../service/metadata/index.ts';
import { isForPrograms } from '../../service/metadata/no-page.tsx';
import { type ListedWorker, workers } from '../../workers.ts';
import demo from '../demo/index.tsx';
import { type ServiceEnv, usesOtherService } from '../demo/other-service.ts';
import type { DirectoryBinding } from '../directory/index.ts';
import sandbox from '../index.ts';
import { overWire } from '../wire/index.ts';
import { besidePhone } from './beside-phone.tsx';
import application, { type ApplicationEnv } from './own-application.ts';
import privacyNotice from './privacy-notice.tsx';
import { isApplications, leadingToRooms } from './rooms.ts';

interface Worker {
  fetch(request: Request, env: LocalEnv, execution: ExecutionContext): Promise<Response>;
}
export type LocalEnv = DirectoryBinding & ClockBinding & ApplicationEnv & ServiceEnv;

interface LocalWorld {
  /** Workers of this world alone. */
  more: readonly ListedWorker[];
  /** Called before each request. @returns the bindings and settings for it. @throws where those that were set are wrong. */
  prepare?(env: LocalEnv, url: URL): Promise<LocalEnv>;
}

/**
 * All workers in one, for development: a whole login on one machine. It answers on loopback alone, so that deploying
 * it by mistake exposes nothing.
 */
export function localWorld({ more, prepare }: LocalWorld): Worker['fetch'] {
  const localWorkers = [sandbox, privacyNotice, ...more];
  /** Which worker answers where. One that answers the rest of its host is left to {@link otherwise}: here two of them share one host. */
  const routes = [...workers, ...localWorkers].map(
    (worker): { patterns: string[]; worker: Worker; isGateway: boolean } => ({
      isGateway: worker.worker.startsWith('gateway-'),
      patterns: pathPatterns({ ...worker, restOfHost: false }),
      worker: isCalledByApplications(worker) ? withWire(worker) : worker,
    }),
  );
  /** Pages that no phone is shown beside: the sandbox's own, the reference, and those of an application of the developer's own. */
  const alone: Worker[] = [...localWorkers, application, guard];
  /** In front of another login service there is the gateway alone. */
  const routesBeside = (env: LocalEnv) =>
    usesOtherService(env) ? routes.filter(({ isGateway }) => isGateway) : routes;

  return async (request, rawEnv, execution) => {
    const url = new URL(request.url);
    if (!isLoopback(url)) return refuse(new ProtocolError(refusals.not_found), request);
    let env = rawEnv;
    try {
      if (prepare !== undefined) env = await prepare(rawEnv, url);
    } catch (failure) {
      return refuse(asProtocolError(failure), request);
    }
    const own = isApplications(url, env) ? undefined : findByPattern(url.pathname, routesBeside(env));
    const worker = own?.worker ?? otherwise(env, url);
    const answer = await worker.fetch(request, env, execution);
    if (alone.includes(worker)) return answer;
    return besidePhone(request, leadingToRooms(answer, url, env), env);
  };
}

/** The answer where no worker is asked, which is logged unless it is an unknown address. */
function refuse(error: ProtocolError, request: Request): Response {
  const requestId = requestIdOf(request);
  if (error.refusal !== refusals.not_found)
    requestLog('local', requestId)('error', { ...describeRefusal(error), status: error.status });
  return withCommonHeaders(errorAnswer(error, 'en'), { url: new URL(request.url), requestId });
}

/** Whether applications call it: faults can be set for such a worker, and its answers are recorded. */
function isCalledByApplications({ worker, routes }: ListedWorker): boolean {
  return worker.startsWith('service-') && routes.some((route) => /^\w+ \/(?:oauth2|v1)\//.test(route));
}

/**
 * The developer's own application (`--application`), behind the guard with `--guard`; else the demo shop. In front of an application of
 * their own every path that is nobody's is that application's; else what programs call is answered as the service does it once deployed.
 */
function otherwise({ APPLICATION_URL, GUARD, ...env }: LocalEnv, { pathname }: URL): Worker {
  if (APPLICATION_URL !== undefined) return GUARD === 'Y' ? guard : application;
  return isForPrograms(pathname) && !usesOtherService(env) ? metadata : demo;
}

function withWire(worker: Worker): Worker {
  return {
    fetch: (request, env, execution) => overWire(env, request, () => worker.fetch(request, env, execution)),
  };
}
