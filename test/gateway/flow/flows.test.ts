import { describe, expect, test } from 'vitest';
import { mayBeCrossSite } from '../../../workers/core/http/navigation.ts';
import { Parameters } from '../../../workers/core/protocol/parameters.ts';
import { challengeOf } from '../../../workers/core/protocol/pkce.ts';
import { decryptAppFlow } from '../../../workers/gateway/features/native-apps/app-flow.ts';
import { limitRequests } from '../../../workers/gateway/flow/address-limits.ts';
import {
  readSignInParameters,
  serviceAuthorizationUrl,
} from '../../../workers/gateway/flow/authorization-url.ts';
import { startBrowserSignIn } from '../../../workers/gateway/flow/begin-sign-in.ts';
import { findFlow } from '../../../workers/gateway/flow/browser-flow.ts';
import {
  checkReturnPath,
  clearedSignedOutCookie,
  hasSignedOut,
  rejectEmbedded,
  rejectPrefetch,
  signedOutCookie,
} from '../../../workers/gateway/flow/request-checks.ts';
import { isStateOf, isStateParameter } from '../../../workers/gateway/flow/state-parameter.ts';
import { flowLifetime } from '../../../workers/gateway/settings/gateway-lifetimes.ts';
import { appFlow, browserFlow } from '../../../workers/gateway/settings/gateway-sealed-types.ts';
import { gatewayKeys } from '../../support/world/test-settings.ts';

const now = 1_800_000_000;
const gateway = 'https://shop.example.com';
const [service, client_id] = ['https://login.example.com', 'demoshop000000000001'];
const requestOf = (headers: Record<string, string> = {}) => new Request(`${gateway}/auth/login`, { headers });
const refusal = (reason: string, item?: string) =>
  expect.objectContaining({ reason, values: item === undefined ? {} : { item } });

describe('the return address of a sign-in', () => {
  test.each([
    [undefined, '/'],
    ['/', '/'],
    ['/orders?page=2#last', '/orders?page=2#last'],
    ['/a/../b', '/b'],
    [`/${'p'.repeat(2_399)}`, `/${'p'.repeat(2_399)}`],
  ])('%j becomes %s', (path, expected) => {
    expect(checkReturnPath(path, gateway)).toBe(`${gateway}${expected}`);
  });

  test.each([
    '',
    'orders',
    '//evil.example',
    '/\\evil.example',
    '/a\\b',
    '/a\nb',
    '/.//evil.example',
    'https://evil.example',
    'x/a',
    `/${'p'.repeat(2_400)}`,
  ])('%j is rejected', (path) => {
    expect(() => checkReturnPath(path, gateway)).toThrow(refusal('invalid_item', 'return_to'));
  });
});

describe('a request to start a sign-in', () => {
  test('is rejected as a prefetch or in a frame', () => {
    expect(() => rejectPrefetch(requestOf({ 'Sec-Purpose': 'prefetch' }))).toThrow(refusal('prefetched'));
    expect(() => rejectPrefetch(requestOf())).not.toThrow();
    expect(() => rejectEmbedded(requestOf({ 'Sec-Fetch-Dest': 'iframe' }))).toThrow(
      refusal('invalid_item', 'Sec-Fetch-Dest'),
    );
    expect(() => rejectEmbedded(requestOf())).not.toThrow();
  });

  test.each([
    [{ 'Sec-Fetch-Site': 'same-origin' }, false],
    [{ 'Sec-Fetch-Site': 'none' }, false],
    [{ 'Sec-Fetch-Site': 'same-site' }, true],
    [{ 'Sec-Fetch-Site': 'cross-site' }, true],
    [{}, true],
  ])("with %j may be another site's: %s", (headers, expected) => {
    expect(mayBeCrossSite(requestOf(headers as Record<string, string>))).toBe(expected);
  });

  test('is marked for an hour after a sign-out', () => {
    const url = new URL(gateway);
    expect(signedOutCookie(url)).toBe(
      '__Host-plid-signed-out=Y; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    expect(clearedSignedOutCookie(url)).toContain('__Host-plid-signed-out=; Max-Age=0;');
    expect(hasSignedOut(requestOf({ Cookie: '__Host-plid-signed-out=Y' }))).toBe(true);
    expect(hasSignedOut(requestOf({ Cookie: 'plid-signed-out=Y' }))).toBe(false);
  });

  test('counts against the address in CF-Connecting-IP', async () => {
    const asked: unknown[] = [];
    const limiting = (success: boolean | Error, address?: string) =>
      limitRequests({
        request: requestOf(address === undefined ? {} : { 'CF-Connecting-IP': address }),
        env: {
          REQUEST_LIMIT: {
            limit: async (options) => {
              asked.push(options);
              if (success instanceof Error) throw success;
              return { success };
            },
          },
        },
      });
    await expect(limiting(false)).resolves.toBeUndefined();
    await expect(limiting(false, '127.0.0.1')).resolves.toBeUndefined();
    expect(asked).toEqual([]);
    await expect(limiting(true, '192.0.2.1')).resolves.toBeUndefined();
    expect(asked).toEqual([{ key: '192.0.2.1' }]);
    await expect(limiting(false, '192.0.2.1')).rejects.toMatchObject({
      reason: 'too_many_requests',
      headers: { 'Retry-After': '60' },
    });
    await expect(limiting(new Error('no answer'), '192.0.2.1')).rejects.toMatchObject({
      reason: 'unavailable',
      cause: { message: 'counting a request' },
    });
  });
});

describe("a browser's sign-in", () => {
  const env = {
    SERVICE_URL: service,
    AUTHORIZE_PATH: '/oauth2/authorize',
    PKCE: 'Y' as const,
    PAR: 'apps' as const,
    PAR_PATH: '/oauth2/par',
    SERVICE_TIMEOUT: 1,
    CLIENT_ID: client_id,
    CLIENT_SECRET: 'a'.repeat(16),
    GATEWAY_ORIGIN: gateway,
    KEYS: gatewayKeys,
  };
  const begin = (headers: Record<string, string> = {}, extras = {}) =>
    startBrowserSignIn(
      { env, now, request: requestOf(headers), url: new URL(`${gateway}/auth/login`) } as never,
      { return_to: '/orders', required: true },
      extras,
    );

  const challengeIn = async ({ headers }: Response) =>
    new URL(headers.get('Location') ?? '').searchParams.get('code_challenge');

  test.each([
    ['the language that was chosen on a page of the gateway', '__Host-plid-language=en', {}, 'en'],
    ['the language that the application asks for', '__Host-plid-language=en', { ui_locales: 'ko' }, 'ko'],
    ['no language if none was chosen', '', {}, null],
  ])('asks the service for %s', async (_, cookie, extras, expected) => {
    const { headers } = await begin({ Cookie: cookie }, extras);
    expect(new URL(headers.get('Location') ?? '').searchParams.get('ui_locales')).toBe(expected);
  });

  test('redirects to the service with its own state and challenge, in a cookie for two hours', async () => {
    const answer = await begin({}, { prompt: 'login' });
    expect(answer.status).toBe(302);
    const location = new URL(answer.headers.get('Location') ?? '');
    expect(location.origin + location.pathname).toBe(`${service}/oauth2/authorize`);
    const { state = '', code_challenge, ...parameters } = Object.fromEntries(location.searchParams);
    expect(parameters).toEqual({
      response_type: 'code',
      client_id,
      redirect_uri: `${gateway}/auth/callback`,
      code_challenge_method: 'S256',
      prompt: 'login',
    });
    expect(state).toMatch(/^00[0-9a-z]{6}-[\w-]{43}$/);
    expect(Number.parseInt(state.slice(0, 8), 36)).toBe(now);

    const [cookie = '', ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toContain('; Max-Age=7200; Path=/; HttpOnly; Secure; SameSite=Lax');
    expect(cookie.split('=')[0]).toBe(`__Host-plid-flow-${state}`);
    const presented = requestOf({ Cookie: cookie.split(';')[0] ?? '' });
    const flow = await findFlow(presented, gatewayKeys, state, now + 599);
    if (typeof flow === 'string') throw new Error(flow);
    expect(flow).toMatchObject({ state, return_to: '/orders', required: true, expires: now + flowLifetime });
    expect(await challengeOf(flow.code_verifier)).toBe(code_challenge);
    expect(await isStateOf(state, flow.session)).toBe(true);
    expect(isStateParameter(state)).toBe(true);
    for (const other of ['', 'made-up', `${state}x`, state.slice(1), state.replace('-', '_')])
      expect(isStateParameter(other), other).toBe(false);
    expect(await isStateOf(state, flow.code_verifier)).toBe(false);
    expect(flow.session).not.toBe(flow.code_verifier);
    const next = await challengeIn(await begin());
    expect(next).not.toBe(code_challenge);

    expect(await findFlow(presented, gatewayKeys, 'another', now)).toBe('other');
    expect(await findFlow(requestOf(), gatewayKeys, state, now)).toBe('missing');
    const renamed = requestOf({ Cookie: `__Host-plid-flow-another=${cookie.split(/[=;]/)[1]}` });
    expect(await findFlow(renamed, gatewayKeys, 'another', now)).toBe('other');
  });

  test('removes the oldest flow if a browser has ten, or if they take too much space', async () => {
    const cookieOf = (index: number, length: number) =>
      `__Host-plid-flow-${1_000 + index}=${'v'.repeat(length)}`;
    const many = Array.from({ length: 10 }, (_, index) => cookieOf(index, 10));
    const removedBy = async (cookies: string[]) =>
      (await begin({ Cookie: cookies.join('; ') })).headers.getSetCookie().slice(1);
    expect(await removedBy(many)).toEqual([expect.stringContaining('__Host-plid-flow-1000=; Max-Age=0')]);
    expect(await removedBy(many.slice(1))).toEqual([]);
    expect(await removedBy([cookieOf(0, 3_000), cookieOf(1, 3_000)])).toHaveLength(1);
  });

  test('passes page options to the service, shortened', () => {
    const given = `prompt=${'p'.repeat(101)}&ui_locales=ko&other=x`;
    const read = readSignInParameters(new Parameters(given));
    expect(read).toEqual({ prompt: 'p'.repeat(100), ui_locales: 'ko', isHybrid: undefined });
    expect(() => readSignInParameters(new Parameters('isHybrid=Y&isHybrid=Y'))).toThrow(
      refusal('invalid_item', 'isHybrid'),
    );
  });

  test("has no challenge if the service doesn't support PKCE", async () => {
    const request = { state: 'a state', code_challenge: 'a challenge' };
    const address = new URL(await serviceAuthorizationUrl({ ...env, PKCE: 'N' }, request, false));
    expect([...address.searchParams.keys()]).toEqual(['response_type', 'client_id', 'redirect_uri', 'state']);
  });

  test('is encrypted for its own purpose', async () => {
    const flow = {
      state: 's',
      return_to: '/',
      code_verifier: 'v',
      session: 'x',
      expires: now + 600,
    };
    const sealed = await browserFlow.seal(gatewayKeys, flow);
    expect(await browserFlow.open(gatewayKeys, sealed, now)).toEqual(flow);
    expect(await appFlow.open(gatewayKeys, sealed, now)).toBeUndefined();
  });
});

describe("an app's sign-in", () => {
  const verifier = 'v'.repeat(43);
  const sealed = async (expires = now + 600) =>
    appFlow.seal(gatewayKeys, { session: 'one', code_challenge: await challengeOf(verifier), expires });

  test('is decrypted with its state and verifier until it expires', async () => {
    expect(await decryptAppFlow(gatewayKeys, await sealed(), verifier, now + 599)).toMatchObject({
      session: 'one',
    });
    const late = decryptAppFlow(gatewayKeys, await sealed(), verifier, now + 600);
    await expect(late).rejects.toMatchObject({ reason: 'flow_expired' });
    const another = decryptAppFlow(gatewayKeys, await sealed(), `${verifier}v`, now + 600);
    await expect(another).rejects.toMatchObject({ reason: 'wrong_verifier' });
    const forged = decryptAppFlow(gatewayKeys, 'forged', verifier, now);
    await expect(forged).rejects.toMatchObject({ reason: 'flow_mismatch' });
  });
});
