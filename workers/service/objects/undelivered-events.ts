import type { EventType } from '../protocol/security-event.ts';

/**
 * The list of an application's undelivered events in KV, for operators. The event itself is in its account
 * (features/events/account-events.ts), which is authoritative, because the list may lag and contain an event that has been
 * delivered.
 */

/**
 * `waiting`: the event is retried automatically. `refused`: the receiver has rejected the event permanently.
 * `given_up`: the event's retry period has ended.
 */
export type EventStatus = 'waiting' | 'refused' | 'given_up';

/** An undelivered event of an account, without the values that are unique to it. Times are in seconds since 1970. */
export type UndeliveredEventRow = {
  client_id: string;
  type: EventType;
  at: number;
  status: EventStatus;
};

/** An event in the list. Times are in seconds since 1970. */
export interface UndeliveredEvent {
  plid: string;
  type: EventType;
  /** When it occurred. */
  at: number;
  status: EventStatus;
  /**
   * The status of the last response and, if the response contains one, its error code of RFC 8935. Missing if
   * there was no response.
   */
  answer?: string;
}

/**
 * Returns the key of an event in KV. @param jti the id of the event. If it is omitted, the result is the common
 * prefix of the keys of all events of an application.
 */
export const undeliveredEventKey = (client_id: string, jti = '') => `undelivered:${client_id}:${jti}`;

/** The method that events add to an account (features/events). */
export interface EventMethods {
  resendEvent(jti: string, at: number): boolean;
}
