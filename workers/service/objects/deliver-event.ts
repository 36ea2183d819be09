import * as v from 'valibot';
import { readText } from '../../../packages/plid/http/read-text.ts';
import type { RequestLog } from '../../core/worker/log.ts';
import { findApplication } from '../shared/applications.ts';
import { firstClientErrorRetryDelay, firstEventPause } from '../shared/service-lifetimes.ts';
import type { EventRow } from './account-tables.ts';
import { eventMessage, type MessageEnv } from './event-message.ts';

export interface EventEnv extends MessageEnv {
  APPLICATIONS: KVNamespace;
}

/** Timeout for a receiver's response, in milliseconds. */
const timeout = 10_000;

/** Maximum number of bytes that are read from an error response. */
const maxRefusalLength = 16 * 1024;
/** Error codes of RFC 8935 §2.4 with which a receiver rejects an event permanently. */
const finalWords = [
  'invalid_request',
  'invalid_key',
  'invalid_issuer',
  'invalid_audience',
  'authentication_failed',
  'access_denied',
] as const;
const finalRefusal = v.object({ err: v.picklist(finalWords) });

/**
 * `unwanted`: the application doesn't receive this type of event, or it was deleted. `refused`: the application
 * has rejected the event permanently. For a back-channel logout, no details of the rejection are recorded.
 * `failed`: the delivery must be retried, at the earliest after `retryAfter`.
 */
export type Delivery =
  | { outcome: 'unwanted' }
  | { outcome: 'delivered'; status: number }
  | { outcome: 'refused'; status: number; err?: (typeof finalWords)[number] }
  | FailedDelivery;
export interface FailedDelivery {
  outcome: 'failed';
  /** The status of the response. If there was no response, `cause` contains the reason. */
  status?: number;
  cause?: string;
  /** In seconds. */
  retryAfter: number;
  /** Initial retry delay in seconds. It is used unless `retryAfter` is longer. */
  firstPause: number;
}

interface EventContext {
  env: EventEnv;
  /** In seconds since 1970. */
  now: number;
  log: RequestLog;
}

/**
 * Delivers an event to its application (RFC 8935), or the corresponding back-channel logout to a relying party.
 * The event is sent to the address that is currently registered. @param plid the user of the event. @throws if
 * there is no response, if the event can't be signed, or if KV can't return the address. The caller must retry
 * later.
 */
export async function deliverEvent(
  context: EventContext,
  event: EventRow,
  plid: string | undefined,
): Promise<Delivery> {
  if (plid === undefined) throw new Error('An account must be identified by its plid');
  const { env, now } = context;
  const application = await findApplication(context, event.client_id);
  const message = application && (await eventMessage(env, application, event, plid, now));
  if (message === undefined) return { outcome: 'unwanted' };
  const response = await fetch(message.address, {
    method: 'POST',
    headers: { 'Content-Type': message.contentType, Accept: 'application/json' },
    body: message.body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });
  return readAnswer(response, event, now);
}

/**
 * Decides the result of a delivery. A rejection is final only if it has an error code of RFC 8935. For a
 * back-channel logout, a rejection is instead final if it has status 400
 * (OpenID Connect Back-Channel Logout 1.0 §2.8). Any other unsuccessful response might not come from the receiver.
 * It might come from a firewall, a login page, or a missing route during a deployment.
 */
async function readAnswer(response: Response, { type }: EventRow, now: number): Promise<Delivery> {
  const { ok, status, headers } = response;
  const isLogout = type === 'logout';
  const err = status === 400 && !isLogout ? await readRejection(response) : undefined;
  if (!response.bodyUsed) await response.body?.cancel();
  if (err !== undefined) return { outcome: 'refused', status, err };
  if (status === 400 && isLogout) return { outcome: 'refused', status };
  if (ok) return { outcome: 'delivered', status };
  const isOverloaded = status === 408 || status === 429;
  const firstPause =
    status >= 400 && status < 500 && !isOverloaded ? firstClientErrorRetryDelay : firstEventPause;
  const retryAfter = readRetryAfter(headers.get('Retry-After') ?? '', now);
  return { outcome: 'failed', status, retryAfter, firstPause };
}

async function readRejection(response: Response) {
  const text = await readText(response, maxRefusalLength);
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), finalRefusal), text);
  return body.success ? body.output.err : undefined;
}

/**
 * Returns the delay of a Retry-After header in seconds, or 0 if there is no header. The header may also contain a
 * date (RFC 9110 §10.2.3).
 */
function readRetryAfter(text: string, now: number): number {
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil(Date.parse(text) / 1000) - now;
  return Number.isNaN(seconds) ? 0 : Math.max(0, seconds);
}
