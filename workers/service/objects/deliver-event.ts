import * as v from 'valibot';
import { readText } from '../../../packages/plid/http/read-text.ts';
import type { RequestLog } from '../../core/worker/log.ts';
import { findApplication } from '../shared/applications.ts';
import { firstEventPause, firstRefusedPause } from '../shared/service-lifetimes.ts';
import type { EventRow } from './account-tables.ts';
import { eventMessage, type MessageEnv } from './event-message.ts';

export interface EventEnv extends MessageEnv {
  APPLICATIONS: KVNamespace;
}

/** How long a receiver may take to answer, in milliseconds. */
const timeout = 10_000;

/** The maximum length of a refusal that is read, in bytes. */
const maxRefusalLength = 16 * 1024;
/** The words of RFC 8935 §2.4, with which a receiver says that it never will take an event. */
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
 * `unwanted`: the application takes no such event, or is no more. `refused`: it has answered that it never will take this one; of a log-out it says no more.
 * `failed`: to be tried again, no sooner than after `retryAfter`.
 */
export type Delivery =
  | { outcome: 'unwanted' }
  | { outcome: 'delivered'; status: number }
  | { outcome: 'refused'; status: number; err?: (typeof finalWords)[number] }
  | FailedDelivery;
export interface FailedDelivery {
  outcome: 'failed';
  /** The answer, if one came; else the reason for none. */
  status?: number;
  cause?: string;
  /** In seconds. */
  retryAfter: number;
  /** In seconds: how long it waits after the first attempt, where `retryAfter` does not say more. */
  firstPause: number;
}

interface EventContext {
  env: EventEnv;
  /** In seconds since 1970. */
  now: number;
  log: RequestLog;
}

/**
 * Sends an event to its application (RFC 8935), or the log-out that it means to a relying party, at the address that is registered now.
 * @param plid whom it is about.
 * @throws without an answer, or if it cannot be signed or KV cannot give its address: to be tried again.
 */
export async function deliverEvent(
  context: EventContext,
  event: EventRow,
  plid: string | undefined,
): Promise<Delivery> {
  if (plid === undefined) throw new Error('An account is named by its plid');
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
 * Only a word of RFC 8935 says that trying again is of no use, and of a log-out a 400 by itself (OpenID Connect Back-Channel Logout 1.0 §2.8). Any other
 * status may come from something in front of the receiver: a firewall, a log-in wall, a route that is missing while the application is deployed.
 */
async function readAnswer(response: Response, { type }: EventRow, now: number): Promise<Delivery> {
  const { ok, status, headers } = response;
  const isLogout = type === 'logout';
  const err = status === 400 && !isLogout ? await readFinalWord(response) : undefined;
  if (!response.bodyUsed) await response.body?.cancel();
  if (err !== undefined) return { outcome: 'refused', status, err };
  if (status === 400 && isLogout) return { outcome: 'refused', status };
  if (ok) return { outcome: 'delivered', status };
  const isOverloaded = status === 408 || status === 429;
  const firstPause = status >= 400 && status < 500 && !isOverloaded ? firstRefusedPause : firstEventPause;
  const retryAfter = readRetryAfter(headers.get('Retry-After') ?? '', now);
  return { outcome: 'failed', status, retryAfter, firstPause };
}

async function readFinalWord(response: Response) {
  const text = await readText(response, maxRefusalLength);
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), finalRefusal), text);
  return body.success ? body.output.err : undefined;
}

/** In seconds from now; 0 where there is none. It may be a date as well (RFC 9110 §10.2.3). */
function readRetryAfter(text: string, now: number): number {
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil(Date.parse(text) / 1000) - now;
  return Number.isNaN(seconds) ? 0 : Math.max(0, seconds);
}
