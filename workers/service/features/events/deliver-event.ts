import * as v from 'valibot';
import { type Delivery, deliver, type Message } from '../../../core/http/delivery.ts';
import { readText } from '../../../core/http/read-text.ts';
import { securityEventMediaType } from '../../../core/protocol/security-events.ts';
import type { RequestLog } from '../../../core/worker/log.ts';
import { originSetting, readSettings } from '../../../core/worker/settings.ts';
import { logoutMessage, readLogoutRejection } from '../../../openid/logout-message.ts';
import { signEvent } from '../../protocol/security-event.ts';
import { type Application, findApplication } from '../../registry/applications.ts';
import { eventKeySetting } from '../../settings/event-keys.ts';
import type { SignerEntrypoint } from '../../settings/signer-entrypoint.ts';
import type { EventRow } from './event-tables.ts';

export interface EventEnv extends MessageEnv {
  APPLICATIONS: KVNamespace;
}

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

type Rejection = { err?: (typeof finalWords)[number] };

/**
 * The result of a delivery. `unwanted`: the application doesn't receive this type of event, or it was deleted. For
 * a rejected back-channel logout, no details are recorded.
 */
export type EventDelivery = { outcome: 'unwanted' } | Delivery<Rejection>;

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
): Promise<EventDelivery> {
  if (plid === undefined) throw new Error('An account must be identified by its plid');
  const { env, now } = context;
  const application = await findApplication(context, event.client_id);
  const message = application && (await eventMessage(env, application, event, plid, now));
  if (message === undefined) return { outcome: 'unwanted' };
  return deliver(message, event.type === 'logout' ? readLogoutRejection : readRejection, now);
}

/** Reads a rejection of an event, which is final only if it has an error code of RFC 8935. */
async function readRejection(response: Response): Promise<Rejection | undefined> {
  if (response.status !== 400) return undefined;
  const text = await readText(response, maxRefusalLength);
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), finalRefusal), text);
  return body.success ? { err: body.output.err } : undefined;
}

const settings = v.object({ BASE_URL: originSetting, EVENT_KEY: eventKeySetting });

interface MessageEnv {
  BASE_URL?: string;
  EVENT_KEY?: string;
  SIGNER: Pick<SignerEntrypoint, 'signLogoutToken'>;
}

/**
 * Signs an event for its application and its currently registered address. The form is a security event (RFC 8935)
 * or, for a relying party, a back-channel logout (OpenID Connect Back-Channel Logout 1.0 §2.5). @param plid the
 * user of the event. @param now in seconds since 1970.
 * @returns undefined if the application doesn't receive this form.
 */
async function eventMessage(
  env: MessageEnv,
  { events, openid, openid_logout }: Application,
  { type, ...event }: EventRow,
  plid: string,
  now: number,
): Promise<Message | undefined> {
  const { BASE_URL: issuer, EVENT_KEY: keys } = readSettings(settings, env);
  const { client_id, jti } = event;
  if (type !== 'logout') {
    if (!events || keys === undefined) return undefined;
    const body = await signEvent(keys, { type, ...event }, plid, issuer);
    return { address: events, contentType: securityEventMediaType, body };
  }
  if (!openid || !openid_logout) return undefined;
  const logout = { issuer, audience: client_id, subject: plid, jti };
  return logoutMessage(openid_logout, await env.SIGNER.signLogoutToken(openid, logout, now));
}
