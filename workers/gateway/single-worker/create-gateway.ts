import * as v from 'valibot';
import type { GatewayOptions, GatewayWorker } from '../../../packages/plid/gateway/types.ts';
import { isLoopback } from '../../core/http/secure-address.ts';
import type { Clock } from '../../core/worker/clock.ts';
import { type ErrorPage, endpoint, type ListedWorker } from '../../core/worker/endpoint.ts';
import { describeFailure, requestLog } from '../../core/worker/log.ts';
import { requestIdOf } from '../../core/worker/request-id.ts';
import { findByPattern, pathPatterns } from '../../core/worker/routes.ts';
import { pick, readSettings, type SettingsSchema } from '../../core/worker/settings.ts';
import { applicationSettings } from '../application/application-settings.ts';
import { withPrivateCache } from '../application/cache-policy.ts';
import { failureResponse } from '../errors/failure-response.ts';
import { Flow } from '../objects/flow.ts';
import { User } from '../objects/user.ts';
import { findSession } from '../sessions/find-session.ts';
import { type SessionRead, sessionRead } from '../sessions/unread-session.ts';
import { bindings } from '../settings/gateway-bindings.ts';
import { handleInObject } from '../users/departure.ts';
import { applicationRequest, userLookup } from './application-request.ts';
import { configuredObject } from './configured-object.ts';
import { departureEnv } from './departure-handlers.ts';
import type { Feature } from './feature.ts';
import { gatewayWorkersWith } from './gateway-workers.ts';
import { createEnvironmentLookup, singleWorkerSchema } from './single-worker-env.ts';

const worker = 'gateway';
const applicationSchema = v.object({
  ...pick(bindings, 'GATEWAY_ORIGIN'),
  ...applicationSettings,
});

/** The options with what the types of the package don't contain. */
interface Options<Env> extends GatewayOptions<Env> {
  features?: readonly Feature[];
  /**
   * Returns the clock of a test. Only tests have this function: without it, no binding can change the time
   * (core/worker/clock.ts).
   */
  clock?(env: Env): Clock | undefined;
}

/** A gateway with the settings that are defined in code. The types of the package don't contain them. */
export interface ConfiguredGateway<Env> extends GatewayWorker<Env> {
  /** Returns the settings that override those of `env`. */
  settingsOf(this: void, env: object): object;
}

/**
 * Creates the gateway as one Worker. The gateway's endpoints are under `/auth`, and the application handles all
 * other paths. Both forms of the gateway run the same workers (gateway-workers.ts), but in this form the workers
 * are called in one isolate.
 */
export function createGateway<Env extends object>({
  application,
  settings = {},
  features = [],
  events,
  clock,
}: Options<Env> = {}): ConfiguredGateway<Env> {
  const workers = [
    ...gatewayWorkersWith(events && handleInObject),
    ...features.flatMap((feature) => feature.workers ?? []),
  ];
  const schema = singleWorkerSchema([...workers, ...features]);
  const settingsOf = (env: object) => ({
    ...(typeof settings === 'function' ? settings(env as Env) : settings),
    // Otherwise, a variable of the application with this name would be the clock.
    CLOCK: clock?.(env as Env),
  });
  const environmentOf = createEnvironmentLookup(schema, settingsOf);
  const routed = workers.map((each) => ({ worker: each, patterns: pathPatterns(each) }));
  const findWorker = (url: URL) => findByPattern(url.pathname, routed)?.worker;
  const rest = endpoint(worker, schema, {}, { errorPage: errorPageOf(findWorker) });

  return {
    async fetch(request, rawEnv, execution) {
      const url = new URL(request.url);
      const isPlain = url.protocol !== 'https:' && !isLoopback(url);
      const env = environmentOf(rawEnv, isPlain ? `https://${url.host}` : url.origin);
      const faulty = [rest, ...workers].find((each) => !isConfigured(each, env));
      const responder = faulty ?? findWorker(url);
      if (responder !== undefined) return responder.fetch(request, env, execution);
      // It refuses plain http.
      if (application === undefined || isPlain) return rest.fetch(request, env, execution);
      const { GATEWAY_ORIGIN, TRUSTED_ORIGINS, TRUSTED_HEADERS } = readSettings(applicationSchema, env);
      const read = await readSession(userLookup(request, GATEWAY_ORIGIN, TRUSTED_ORIGINS), env);
      const { session } = read;
      const passed = applicationRequest(request, url, TRUSTED_HEADERS);
      for (const { admit } of features) {
        const refused = await admit?.({ request: passed, url, env, ...read }, execution);
        if (refused !== undefined) return refused;
      }
      if (read.failure !== undefined) logFailure(request, read.failure);
      const answer = await application(passed, rawEnv, execution, session);
      return session === null ? answer : withPrivateCache(answer);
    },
    Flow: configuredObject(Flow, settingsOf),
    User: configuredObject(User, (env) => ({
      ...settingsOf(env),
      ...(events && departureEnv(events, env as Env)),
    })),
    settingsOf,
  };
}

/** Renders an error in the same way as the worker that handles the request's path. */
const errorPageOf =
  (findWorker: (url: URL) => ListedWorker | undefined): ErrorPage<object> =>
  (error, context) => {
    const page = findWorker(context.url)?.errorPage as ErrorPage<unknown> | undefined;
    return (page ?? failureResponse)(error, context);
  };

function isConfigured({ schema }: { schema: SettingsSchema }, env: object): boolean {
  try {
    readSettings(schema, env);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the session of a request. @returns the failure if the session can't be read. The guard then refuses the
 * request. Without the guard, every path is public, so the application gets the request without a session.
 */
const readSession = async (lookup: Request | undefined, env: object): Promise<SessionRead> =>
  lookup === undefined ? { session: null } : sessionRead(findSession(lookup, env));

function logFailure(request: Request, failure: unknown): void {
  const log = requestLog(worker, requestIdOf(request));
  log('warn', { operation: 'reading a session', cause: describeFailure(failure) });
}
