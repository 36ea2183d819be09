import type { EventType } from './security-event.ts';

/**
 * The list of undelivered events of an application, in KV, for operators. The event itself is in its account
 * (objects/account-outbox.ts), which decides: a list that lags may contain an event that is already delivered.
 */

/**
 * `waiting`: it is retried automatically. `refused`: the receiver has rejected it permanently. `given_up`: its
 * retry period has ended.
 */
export type EventStatus = 'waiting' | 'refused' | 'given_up';

/** An event in the list. Times in seconds since 1970. */
export interface UndeliveredEvent {
  plid: string;
  type: EventType;
  /** When it occurred. */
  at: number;
  status: EventStatus;
  /** The last response: a status, with the error code of RFC 8935 if there was one; missing without a response. */
  answer?: string;
}

/** @param jti omit it for the prefix of all keys of an application. */
export const undeliveredEventKey = (client_id: string, jti = '') => `undelivered:${client_id}:${jti}`;
