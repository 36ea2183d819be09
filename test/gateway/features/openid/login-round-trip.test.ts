import { describe, expect, test } from 'vitest';
import {
  readRoundTrip,
  redirectToGatewayLogin,
} from '../../../../workers/gateway/features/openid/login-round-trip.ts';
import type { OpenIdContext } from '../../../../workers/gateway/features/openid/party-settings.ts';
import { isReturnPath } from '../../../../workers/gateway/flow/request-checks.ts';
import { gatewayKeys, origins } from '../../../support/world/test-settings.ts';

const now = 1_800_000_000;
const otherHost = 'https://www.shop.example.com';
interface Sent {
  cookie?: string;
  at?: number;
  origin?: string;
}
const contextOf = (query: string, { cookie, at = now, origin = origins.gateway }: Sent = {}) => {
  const url = new URL(`${origin}/auth/oidc/authorize?${query}`);
  const env = { KEYS: gatewayKeys, GATEWAY_ORIGIN: origins.gateway } as OpenIdContext['env'];
  const headers = { ...(cookie !== undefined && { Cookie: cookie }) };
  return { request: new Request(url, { headers }), url, env, now: at };
};

/** Leads a request to the login. @returns the login's address, the query that the login returns to, and the cookie. */
async function ledToLogin(
  query: string,
  sent: Sent = {},
  options: { prompt?: 'login'; ui_locales?: string } = {},
) {
  const login = await redirectToGatewayLogin(contextOf(query, sent), query, options);
  const address = new URL(login.headers.get('Location') ?? '');
  const [cookie = ''] = login.headers.getSetCookie();
  const path = address.searchParams.get('return_to') ?? '';
  return {
    address,
    path,
    query: path.slice(path.indexOf('?') + 1),
    cookie,
    pair: cookie.split(';')[0] ?? '',
  };
}

test.each(['a\\b', '\\\\evil.example/', '%5C', 'a b'])(
  'a request with the state %j comes back from the login with the same one',
  async (state) => {
    const { query } = await readRoundTrip(contextOf(`client_id=books&state=${state}`));
    const { path } = await ledToLogin(query);
    expect(isReturnPath(path, origins.gateway)).toBe(true);
    const sent = new URLSearchParams(`state=${state}`).get('state');
    expect(new URL(path, origins.gateway).searchParams.get('state')).toBe(sent);
  },
);

test('the login is that of GATEWAY_ORIGIN, in the same browser, with the options of the request', async () => {
  const plain = await ledToLogin('client_id=books', { origin: otherHost });
  expect(plain.address.origin + plain.address.pathname).toBe(`${origins.gateway}/auth/login`);
  const { return_to: _, ...others } = Object.fromEntries(plain.address.searchParams);
  expect(others).toEqual({ browser: 'current' });
  const asked = await ledToLogin('client_id=books', {}, { prompt: 'login', ui_locales: 'ko' });
  expect(Object.fromEntries(asked.address.searchParams)).toMatchObject({ prompt: 'login', ui_locales: 'ko' });
});

test('a browser has one value for all its round trips, in a cookie for an hour', async () => {
  const first = await ledToLogin('client_id=books');
  expect(first.cookie).toMatch(
    /^__Host-plid-round=[\w-]{22}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect((await ledToLogin('client_id=books')).pair).not.toBe(first.pair);
  expect((await ledToLogin('client_id=papers', { cookie: first.pair })).cookie).toBe(first.cookie);
  const emptied = await ledToLogin('client_id=books', { cookie: '__Host-plid-round=' });
  expect(emptied.pair).toMatch(/=[\w-]{22}$/);
});

describe('a request that returns from the login', () => {
  const returned = async (change: (query: string) => string = (query) => query, sent: Sent = {}) => {
    const { query, pair } = await ledToLogin('client_id=books&state=s');
    return readRoundTrip(contextOf(change(query), { cookie: pair, ...sent }));
  };
  const query = 'client_id=books&state=s';

  test('has the time at which it was sent, for an hour', async () => {
    expect(await returned()).toEqual({ query, since: now });
    expect(await returned(undefined, { at: now + 3_599 })).toEqual({ query, since: now });
    expect(await returned(undefined, { at: now + 3_600 })).toEqual({ query, since: undefined });
  });

  test('counts as new in another browser, with another query, or with a forged parameter', async () => {
    expect(await returned(undefined, { cookie: '' })).toEqual({ query, since: undefined });
    expect(await returned(undefined, { cookie: '__Host-plid-round=other' })).toEqual({
      query,
      since: undefined,
    });
    const changed = await returned((sent) => sent.replace('state=s', 'state=t'));
    expect(changed).toEqual({ query: 'client_id=books&state=t', since: undefined });
    expect(await returned((sent) => sent.replace(/round=.*/, 'round=forged'))).toEqual({
      query,
      since: undefined,
    });
  });

  test('has the time of the gateway’s own parameter, the last one', async () => {
    expect(await returned((sent) => sent.replace('&plid_round=', '&plid_round=forged&plid_round='))).toEqual({
      query,
      since: now,
    });
    expect((await returned((sent) => `${sent}&plid_round=forged`)).since).toBeUndefined();
  });

  test('has no time if it was never at the login, even without a cookie', async () => {
    expect(await readRoundTrip(contextOf(query))).toEqual({ query, since: undefined });
  });
});
