/** Events as the login service sends them to an application, signed without the service's own code. */
import { randomUUID } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { applications, derivedSigningKey, origins } from '../../support/world/test-settings.ts';
import type { World } from '../../support/world/world.ts';

export const purged = 'https://schemas.openid.net/secevent/risc/event-type/account-purged';
export const signedOut = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked';
export const revoked = 'https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked';

interface Signed {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** The name from which the key is derived; the service's own by default. */
  key?: string;
}

/** An event about a user, good but for the changes. @param at in seconds since 1970. */
export async function signedEvent(
  plid: string,
  at: number,
  { claims = {}, header = {}, key = 'event key' }: Signed = {},
): Promise<string> {
  const pem = `-----BEGIN PRIVATE KEY-----\n${derivedSigningKey(key)}\n-----END PRIVATE KEY-----`;
  const iss = origins.service;
  return new SignJWT({
    iss,
    aud: applications.shop.client_id,
    iat: at,
    jti: randomUUID(),
    toe: Date.now() / 1000,
    sub_id: { format: 'iss_sub', iss, sub: plid },
    events: { [purged]: {} },
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'secevent+jwt', kid: 'e1', ...header })
    .sign(await importPKCS8(pem, 'ES256'));
}

/** `POST /auth/events`. */
export const sendEvent = (world: Pick<World, 'fetch' | 'gateway'>, token: string, headers = {}) =>
  world.fetch(`${world.gateway}/auth/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/secevent+jwt', ...headers },
    body: token,
  });
