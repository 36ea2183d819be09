/**
 * `plid/events`: verifies the service's events on an application's server. An event says that a user has left, or has
 * ended their sessions.
 */
import { Memo } from '../../../workers/core/crypto/memo.ts';
import { PlidError, PlidUnavailable } from '../client/errors.ts';
import { checkService, invalidOptionError, isPath, type ServiceOptions } from '../client/options.ts';
import { EventError } from './event-error.ts';
import { EventKeys } from './event-keys.ts';
import { type NodeEventRequest, readEventText } from './event-request.ts';
import { verifyEvent } from './verify-event.ts';

export type { EventFault } from './event-error.ts';
export type { NodeEventRequest } from './event-request.ts';
export { EventError };

/** The service, and the application that its events are for. */
export interface EventOptions extends ServiceOptions {
  /** `iss` of the service's events. Default: `service`. */
  issuer?: string | undefined;
  /** Path of the service's public keys. Default: `/.well-known/jwks.json`. */
  keysPath?: string | undefined;
  /** The time in seconds since 1970. Default: the system clock. */
  now?: (() => number) | undefined;
}

interface EventDetails {
  /** The user. */
  plid: string;
  /** ID of the event, which is the same at each attempt. */
  jti: string;
  /** When it happened. A sign-in after this time isn't affected. */
  time: Date;
}

/**
 * The user ended the connection with this application. Delete what you stored under the `plid` up to `time`. The user
 * may have signed in again since then, with the same `plid`.
 */
export interface DisconnectedEvent extends EventDetails {
  /** Distinguishes the events. */
  type: 'disconnected';
}

/**
 * The account was deleted, or its phone number has a new owner. Delete everything that you stored under the `plid`. It
 * is never used again.
 */
export interface PurgedEvent extends EventDetails {
  /** Distinguishes the events. */
  type: 'purged';
}

/**
 * The user ended a sign-in that they didn't recognize. End their sessions that started up to `time`, and delete
 * nothing: the user is still connected.
 */
export interface SignedOutEvent extends EventDetails {
  /** Distinguishes the events. */
  type: 'signed_out';
}

/** An event of a type that this release doesn't know. Answer 202, and do nothing. */
export interface OtherEvent extends EventDetails {
  /** Distinguishes the events. */
  type: 'other';
}

/** An event about a user of the service. Compare its `type`. */
export type UserEvent = DisconnectedEvent | PurgedEvent | SignedOutEvent | OtherEvent;

/** The public keys of each service, by address. */
const keysOf = new Memo<string, EventKeys>(20);

/**
 * Reads an event that the service sends to this server (RFC 8935), and verifies its signature, issuer, audience, and
 * age. Answer 202 after you have handled the event. After any other answer, the service sends it again for 3 days.
 *
 * The same event can arrive more than once, because an answer can be lost. Nothing is stored here, so your application
 * remembers `jti`, in a table with a unique column, or handles events so that a repetition has no effect. An event
 * also arrives late, so compare its `time` before you delete data of a user who may have signed in again.
 * @param request a `Request`, or a request of Node.
 * @throws {EventError} if the event isn't valid, or if the service's public keys can't be read. Its `response()` is
 * the answer. {PlidMismatch} `option` if an option is invalid.
 */
export async function readEvent(
  request: Request | NodeEventRequest,
  options: EventOptions,
): Promise<UserEvent> {
  const { issuer, keysPath = '/.well-known/jwks.json', now = () => Date.now() / 1000 } = options;
  const { service, clientId, ...settings } = checkService(options);
  if (!isPath(keysPath))
    throw invalidOptionError(
      'keysPath',
      'a path of the service that begins with one slash, such as /.well-known/jwks.json',
    );
  const keys = keysOf.once(service + keysPath, () => new EventKeys());
  const at = now();
  const event = await verifyEvent(await readEventText(request), {
    issuer: issuer ?? service,
    audience: clientId,
    now: at,
    findKey: (kid) => keys.find({ service, ...settings }, keysPath, kid, at).catch(throwTemporary),
  });
  const { type, plid, jti, moment } = event;
  return { type, plid, jti, time: new Date(moment) };
}

/** Every failure to read the keys is temporary for the service, which keeps the event. */
function throwTemporary(failure: unknown): never {
  if (!(failure instanceof PlidError)) throw failure;
  const retryAfter = failure instanceof PlidUnavailable ? failure.retryAfter : undefined;
  throw new EventError('event_keys_unavailable', { retryAfter, cause: failure });
}
