import * as v from 'valibot';
import type { Message } from '../../../core/http/delivery.ts';
import { originSetting, readSettings } from '../../../core/worker/settings.ts';
import { logoutMessage } from '../../../openid/logout-message.ts';
import { signEvent } from '../../protocol/security-event.ts';
import type { Application } from '../../registry/applications.ts';
import { eventKeySetting } from '../../settings/event-keys.ts';
import type { SignerEntrypoint } from '../../settings/signer-entrypoint.ts';
import type { EventRow } from './event-tables.ts';

const settings = v.object({ BASE_URL: originSetting, EVENT_KEY: eventKeySetting });

export interface MessageEnv {
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
export async function eventMessage(
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
    return { address: events, contentType: 'application/secevent+jwt', body };
  }
  if (!openid || !openid_logout) return undefined;
  const logout = { issuer, audience: client_id, subject: plid, jti };
  return logoutMessage(openid_logout, await env.SIGNER.signLogoutToken(openid, logout, now));
}
