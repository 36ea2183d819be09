import { callObject, withTimeout } from '../../core/storage/call-with-timeout.ts';
import type { Context } from '../../core/worker/endpoint.ts';
import { describeFailure } from '../../core/worker/log.ts';
import { type UserObjectEnv, userOf } from '../objects/gateway-objects.ts';
import type { Departure } from '../objects/user-tables.ts';

/**
 * Lets an application in the same Worker handle that a user has left.
 * @returns whether it has handled the departure in time. It never throws.
 */
export type HandleDeparture = (
  context: Pick<Context<UserObjectEnv>, 'env' | 'now' | 'log'>,
  departure: Departure,
) => Promise<boolean>;

/** Time that a handler has, in milliseconds. The service waits ten seconds for the answer to an event. */
const timeout = 8_000;

/** Calls the application's handler in the user's object (objects/departure-outbox.ts). */
export const handleInObject: HandleDeparture = async ({ env, now, log }, departure) => {
  const handling = userOf(env, departure.plid).handleDeparture(departure, now);
  try {
    return await callObject('handling a departure', withTimeout(handling, timeout));
  } catch (failure) {
    log('warn', { operation: 'handling a departure', cause: describeFailure(failure) });
    return false;
  }
};
