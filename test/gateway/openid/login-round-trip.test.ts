import { expect, test } from 'vitest';
import { isReturnPath } from '../../../workers/gateway/flow/request-checks.ts';
import { readRoundTrip, redirectToGatewayLogin } from '../../../workers/gateway/openid/login-round-trip.ts';
import type { OpenIdContext } from '../../../workers/gateway/openid/party-settings.ts';
import { gatewayKeys, origins } from '../../support/world/test-settings.ts';

const now = 1_800_000_000;
const contextOf = (query: string) => {
  const url = new URL(`${origins.gateway}/auth/oidc/authorize?${query}`);
  const env = { KEYS: gatewayKeys, GATEWAY_ORIGIN: origins.gateway } as OpenIdContext['env'];
  return { request: new Request(url), url, env, now };
};

test.each(['a\\b', '\\\\evil.example/', '%5C', 'a b'])(
  'a request with the state %j comes back from the login with the same one',
  async (state) => {
    const context = contextOf(`client_id=books&state=${state}`);
    const { query } = await readRoundTrip(context);
    const login = await redirectToGatewayLogin(context, query, {});
    const path = new URL(login.headers.get('Location') ?? '').searchParams.get('return_to') ?? '';
    expect(isReturnPath(path, origins.gateway)).toBe(true);
    const sent = new URLSearchParams(`state=${state}`).get('state');
    expect(new URL(path, origins.gateway).searchParams.get('state')).toBe(sent);
  },
);
