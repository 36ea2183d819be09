import * as v from 'valibot';
import type { RequestLog } from '../../core/worker/log.ts';
import { originSetting, readSettings } from '../../core/worker/settings.ts';
import { findApplication } from '../shared/applications.ts';
import { eventKeySetting } from '../shared/event-keys.ts';
import { type SecurityEvent, signEvent } from '../shared/security-event.ts';

const settings = v.object({ BASE_URL: originSetting, EVENT_KEY: eventKeySetting });

export interface EventEnv {
  APPLICATIONS: KVNamespace;
  BASE_URL?: string;
  EVENT_KEY?: string;
}

/** How long a receiver may take to answer, in milliseconds. */
const timeout = 10_000;

/**
 * `unwanted`: the application takes no events, or is no more. `refused`: it has answered that it never will take this one.
 * `failed`: to be tried again, no sooner than after `retryAfter`.
 */
export type Delivery =
  | { outcome: 'unwanted' }
  | { outcome: 'delivered' | 'refused'; status: number }
  | FailedDelivery;
export interface FailedDelivery {
  outcome: 'failed';
  /** What was answered, if anything was; else why not. */
  status?: number;
  cause?: string;
  /** In seconds. */
  retryAfter: number;
}

interface EventContext {
  env: EventEnv;
  /** In seconds since 1970. */
  now: number;
  log: RequestLog;
}

/**
 * Sends an event to its application (RFC 8935), at the address that is registered now. The answer's body is not read.
 * @param plid whom it is about.
 * @throws where nobody answers, or KV cannot say where to send it: to be tried again.
 */
export async function deliverEvent(
  context: EventContext,
  event: SecurityEvent,
  plid: string | undefined,
): Promise<Delivery> {
  if (plid === undefined) throw new Error('An account is named by its plid');
  const { BASE_URL, EVENT_KEY } = readSettings(settings, context.env);
  const application = await findApplication(context, event.client_id);
  if (!application?.events || EVENT_KEY === undefined) return { outcome: 'unwanted' };
  const response = await fetch(application.events, {
    method: 'POST',
    headers: { 'Content-Type': 'application/secevent+jwt', Accept: 'application/json' },
    body: await signEvent(EVENT_KEY, event, plid, BASE_URL),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  });
  await response.body?.cancel();
  return readAnswer(response, context.now);
}

/** Only another 4xx than 408 and 429 says that trying again is of no use. */
function readAnswer({ ok, status, headers }: Response, now: number): Delivery {
  if (ok) return { outcome: 'delivered', status };
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (isFinal) return { outcome: 'refused', status };
  return { outcome: 'failed', status, retryAfter: readRetryAfter(headers.get('Retry-After') ?? '', now) };
}

/** In seconds from now; 0 where there is none. It may be a date as well (RFC 9110 §10.2.3). */
function readRetryAfter(text: string, now: number): number {
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil(Date.parse(text) / 1000) - now;
  return Number.isNaN(seconds) ? 0 : Math.max(0, seconds);
}
