import { createFieldCipher, fieldKeyBytes } from '../../../workers/core/protocol/field-cipher.ts';
import callback from '../../../workers/gateway/routes/callback/index.ts';
import { createSessionToken, sessionId } from '../../../workers/gateway/sessions/session-token.ts';
import { browserFlow } from '../../../workers/gateway/settings/gateway-sealed-types.ts';
import { gatewayKeys, gatewaySecrets, origins } from '../../support/world/test-settings.ts';
import { gatewayEnv, party } from './numbered-bindings.ts';
import type { NumberedWorld } from './numbered-world.ts';

/** A user of the gateway with the sessions of two browsers, both cached in KV and both used at a relying party. */
export interface SignedIn {
  plid: string;
  /** The cookie and the id of each session. */
  cookies: { first: string; second: string };
  ids: { first: string; second: string };
}

export const plid = '0b0e7f64-5b7c-4b39-8a40-3f6f0d1d8a01';
export const phoneNo = '01055550001';
const cipher = await createFieldCipher(fieldKeyBytes(gatewaySecrets.CLIENT_SECRET));

/** The service, and the relying party behind it. Each code of a sign-in works once. */
export function answeringService(world: NumberedWorld, isAutomatic = false): void {
  const redeemed = new Set<string>();
  world.elsewhere = async (url, init) => {
    if (url.pathname === '/oauth2/token') {
      const code = new URLSearchParams(String(init.body)).get('code') ?? '';
      if (redeemed.has(code))
        return Response.json({ error: 'server_error', message: 'used' }, { status: 500 });
      redeemed.add(code);
      return Response.json({ access_token: 'token', token_type: 'bearer', expires_in: 600 });
    }
    if (url.pathname !== '/v1/user/me')
      return Response.json({ code: '0000', error: 'success', message: 'ok' });
    const identity = isAutomatic
      ? {}
      : { ci: await cipher.encrypt('the-ci'), phoneNo: await cipher.encrypt(phoneNo) };
    const flags = { autoLoginYn: isAutomatic ? 'Y' : 'N', autoStatusCheck: 'N' };
    return Response.json({
      code: '0000',
      error: 'success',
      message: 'ok',
      user: { plid, ...identity, ...flags },
    });
  };
}

/** The callback of a sign-in with a code, in a browser that has a session or none. @returns the status. */
export async function comeBack(world: NumberedWorld, code: string, former = '') {
  const state = `state-of-${code}`;
  const flow = {
    state,
    session: `secret of ${code}`,
    code_verifier: 'v'.repeat(43),
    return_to: '/',
    expires: world.now + 3_600,
  };
  const cookie = `__Host-plid-flow-${state}=${await browserFlow.seal(gatewayKeys, flow)}`;
  const answer = await world.send(
    callback,
    gatewayEnv(world),
    `${origins.gateway}/auth/callback?code=${code}&state=${state}`,
    {
      headers: { Cookie: [cookie, former].filter(Boolean).join('; ') },
    },
  );
  return answer.status;
}

const cookieOf = async (world: NumberedWorld, code: string) => {
  const token = await createSessionToken(gatewayKeys, { plid, secret: `secret of ${code}` }, world.now + 600);
  return `__Host-plid-session=${token}`;
};

export async function storeSessions(world: NumberedWorld): Promise<SignedIn> {
  answeringService(world);
  const ids = { first: await sessionId('secret of first'), second: await sessionId('secret of second') };
  for (const code of ['first', 'second'] as const) {
    await world.during(() => comeBack(world, code));
    const id = `login of ${code}`;
    const login = { client_id: party.id, redirect_uri: party.redirect_uri, scope: 'openid profile' };
    await world.objects.ask('User', plid, 'keepOpenId', ids[code], id, login, world.now);
    const presented = { client_id: party.id, redirect_uri: party.redirect_uri };
    const claims = { issuer: `${origins.gateway}/auth/oidc`, subject: 'a sub' };
    await world.objects.ask('User', plid, 'redeemOpenId', id, presented, world.now, claims);
  }
  await world.advance(1);
  const cookies = { first: await cookieOf(world, 'first'), second: await cookieOf(world, 'second') };
  return { plid, cookies, ids };
}
