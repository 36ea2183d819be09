import type { EventHandlers } from '../../../packages/plid/gateway/types.ts';
import { type DepartureEnv, type DepartureHandler, departureHandlers } from '../objects/departure-outbox.ts';

/**
 * Returns the application's handlers for the `env` of a User, with the Worker's own `env`.
 * @param events the option of `createGateway`.
 */
export function departureEnv<Env>(events: EventHandlers<Env>, env: Env): DepartureEnv {
  const handlerOf = (type: keyof EventHandlers<Env>): DepartureHandler | undefined =>
    events[type] && (({ plid, moment }, ctx) => events[type]?.(plid, env, ctx, new Date(moment)));
  const handlers = Object.entries({ disconnected: handlerOf('disconnected'), purged: handlerOf('purged') });
  return { [departureHandlers]: Object.fromEntries(handlers.filter(([, handler]) => handler !== undefined)) };
}
