import type { EventType } from './security-event.ts';

/**
 * The list of the events that an application has not taken, in KV: an operator finds in it what to send again, and whose it is. The
 * event itself stands in its account (objects/account-outbox.ts), which decides; a list that lags leads to an event that is no more.
 */

/** `waiting`: it is tried again by itself. `refused`: the receiver said that it never will take it. `given_up`: its time was up. */
export type EventStatus = 'waiting' | 'refused' | 'given_up';

/** An event in the list. Times in seconds since 1970. */
export interface UndeliveredEvent {
  plid: string;
  type: EventType;
  /** When it happened. */
  at: number;
  status: EventStatus;
  /** The last answer: a status, with the word of RFC 8935 if there was one; missing without an answer. */
  answer?: string;
}

/** @param jti left out for the beginning of all keys of an application. */
export const undeliveredEventKey = (client_id: string, jti = '') => `untold:${client_id}:${jti}`;
