import { isLoopback } from './core/http/cookies.ts';
import { ProtocolError } from './core/protocol/errors.ts';
import { refusals } from './core/protocol/refusals.ts';
import { type ClockBinding, now } from './core/worker/clock.ts';
import { errorAnswer, withCommonHeaders } from './core/worker/endpoint.ts';
import { requestIdOf } from './core/worker/request-id.ts';
import { findByPattern, pathPatterns } from './core/worker/routes.ts';
import guard from './gateway/guard/index.ts';
import docs from './local/docs.ts';
import { notSetUp } from './local/not-set-up.ts';
import application, { type ApplicationEnv } from './local/own-application.ts';
import { registerSeeds } from './local/seed.ts';
import demo from './sandbox/demo/index.tsx';
import type { DirectoryBinding } from './sandbox/directory/index.ts';
import sandbox from './sandbox/index.ts';
import { overWire } from './sandbox/wire/index.ts';
import account from './service/account/index.ts';
import metadata from './service/metadata/index.ts';
import { type ListedWorker, workers } from './workers.ts';

export { Flow } from './gateway/objects/flow.ts';
export { User } from './gateway/objects/user.ts';
export { Gateway } from './gateway/session/entrypoint.ts';
export { Carrier, Directory } from './sandbox/index.ts';
export { Account } from './service/objects/account.ts';
export { Application } from './service/objects/application.ts';
export { EventKeys } from './service/objects/event-keys-entrypoint.ts';
export { Phone } from './service/objects/phone.ts';

interface Worker {
  fetch(request: Request, env: LocalEnv, execution: ExecutionContext): Promise<Response>;
}
type LocalEnv = DirectoryBinding & ClockBinding & ApplicationEnv;

/** Which worker answers where. A worker that answers the rest of its host is left to {@link otherwise}: here two of them share one host. */
const routes = [...workers, sandbox, docs].map((worker): { patterns: string[]; worker: Worker } => ({
  patterns: pathPatterns({ ...worker, restOfHost: false }),
  worker: isCalledByApplications(worker) ? withWire(worker) : worker,
}));

/** An application of the developer's own keeps `/account`, where many have a page: here it shares its host with the service. */
const routesBeside = ({ APPLICATION_URL }: LocalEnv) =>
  APPLICATION_URL === undefined ? routes : routes.filter(({ worker }) => worker !== account);

/** Whether applications call it: faults can be set for such a worker, and its answers are recorded. */
function isCalledByApplications({ worker, routes }: ListedWorker): boolean {
  return worker.startsWith('service-') && routes.some((route) => /^\w+ \/(?:oauth2|v1)\//.test(route));
}

/**
 * All workers in one, for development: a whole login on one machine. It answers on loopback alone, so that deploying
 * it by mistake exposes nothing.
 */
export default {
  async fetch(request: Request, env: LocalEnv, execution: ExecutionContext): Promise<Response> {
    const url = new URL(request.url);
    if (!isLoopback(url))
      return withCommonHeaders(
        errorAnswer(new ProtocolError(refusals.not_found), 'en'),
        url,
        requestIdOf(request),
      );
    try {
      await registerSeeds(env, await now(env));
    } catch (failure) {
      return notSetUp(failure, request);
    }
    const worker = findByPattern(url.pathname, routesBeside(env))?.worker ?? otherwise(url, env);
    return worker.fetch(request, env, execution);
  },
};

/** The developer's own application (`--application`), behind the guard with `--guard`; else the demo shop, and `not_found` elsewhere. */
function otherwise({ pathname }: URL, { APPLICATION_URL, GUARD }: LocalEnv): Worker {
  if (APPLICATION_URL !== undefined) return GUARD === 'Y' ? guard : application;
  return pathname === '/' ? demo : metadata;
}

function withWire(worker: Worker): Worker {
  return {
    fetch: (request, env, execution) => overWire(env, request, () => worker.fetch(request, env, execution)),
  };
}
