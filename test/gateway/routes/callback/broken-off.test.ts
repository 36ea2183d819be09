import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sha256Base64url } from '../../../../workers/core/crypto/bytes.ts';
import { retryLaterError } from '../../../../workers/core/protocol/errors.ts';
import { signInFailure } from '../../../../workers/gateway/errors/failure-page.tsx';
import { waitForFlowOutcome } from '../../../../workers/gateway/flow/flow-outcome.ts';
import { sessionId } from '../../../../workers/gateway/sessions/session-token.ts';
import * as gatewayRefusals from '../../../../workers/gateway/settings/gateway-refusals.ts';
import { browserFlow } from '../../../../workers/gateway/settings/gateway-sealed-types.ts';
import { completeSignIn } from '../../../../workers/gateway/users/complete-sign-in.ts';
import { person, startServiceStandIn, userAnswer } from '../../../support/fakes/service-stand-in.ts';
import { useGatewayWorld, Visitor } from '../../../support/world/gateway-world.ts';
import { gatewayKeys, gatewaySecrets } from '../../../support/world/test-settings.ts';
import { openLine } from '../../support/request-line.ts';

describe('a sign-in that is interrupted', () => {
  const world = useGatewayWorld();

  /** Claims a visitor's flow, as a worker that is killed afterwards. @param left seconds that its exchange may still take. */
  async function claimedByTheDead(visitor: Visitor, state: string, sent: string, left: number) {
    const sealed = visitor.cookies(world.gateway).get(`__Host-plid-flow-${state}`) ?? '';
    const at = await world.clock.now();
    const flow = await browserFlow.open(gatewayKeys, sealed, at);
    const { FLOW } = world.durableObjects;
    const object = FLOW.getByName(await sessionId(flow?.session ?? ''));
    const code = await sha256Base64url(sent);
    const claim = { status: 'exchanging', code, deadline: at + left, expires: at + 600 };
    expect(await object.claim(claim, at)).toEqual({ status: 'claimed' });
  }

  test('is reported at once, with a new sign-in as the way on', async () => {
    const visitor = new Visitor(world);
    const { callback, state, code } = await visitor.start('?return_to=/cart');
    await claimedByTheDead(visitor, state, code, 0);
    const { status, document, headers } = await visitor.get(callback);
    // A visitor who has waited gets 3.
    expect([status, headers.get('Retry-After')]).toEqual([503, '1']);
    expect(document.querySelector('h1')?.text).toBe('You could not be signed in');
    expect(document.querySelector('main a')?.getAttribute('href')).toBe('/auth/login?return_to=%2Fcart');
    expect(world.standIn.exchanges(code)).toBe(0);
    expect((await visitor.signIn('?return_to=/cart')).url.pathname).toBe('/cart');
  });

  test('before the claim returns 503, uses nothing up, and can be repeated with the same callback', async () => {
    const visitor = new Visitor(world);
    const { callback, code } = await visitor.start('?return_to=/cart');
    const failed = await world.withoutObjects(() => visitor.get(callback));
    expect([failed.status, failed.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(world.standIn.exchanges(code)).toBe(0);
    expect((await visitor.get(callback)).url.pathname).toBe('/cart');
    expect(world.standIn.exchanges(code)).toBe(1);
  });

  test('while the user is stored returns 503, and leaves no session without a user', async () => {
    const plid = crypto.randomUUID();
    const visitor = new Visitor(world);
    const { callback, code } = await visitor.start();
    const failed = await world.withoutObjectsFrom(plid, async () => {
      world.standIn.answer({ user: () => userAnswer({ ...person, plid }) });
      return visitor.get(callback, { Accept: 'application/json' });
    });
    expect([failed.status, JSON.parse(failed.text).reason]).toEqual([503, 'unavailable']);
    expect(visitor.secret).toBeUndefined();
    const again = await visitor.get(callback, { Accept: 'application/json' });
    expect([again.status, JSON.parse(again.text).reason]).toEqual([503, 'unavailable']);
    expect(world.standIn.exchanges(code)).toBe(1);
    world.standIn.reset();
  });

  test.each(['logout', 'disconnect'])('at %s returns 503, and the session continues', async (route) => {
    const plid = crypto.randomUUID();
    world.standIn.answer({ user: () => userAnswer({ ...person, plid }) });
    const visitor = new Visitor(world);
    await visitor.signIn();
    const failed = await world.withoutObjects(() => visitor.post(`/auth/${route}`));
    expect([failed.status, failed.headers.getSetCookie()]).toEqual([503, []]);
    expect(await visitor.session()).toBeDefined();
  });
});

describe('a failing call of a sign-in', () => {
  const outcomes: unknown[] = [];
  const going: Promise<unknown>[] = [];
  const user = {
    stored: async () => undefined,
    signIn: async (): Promise<object> => ({ outcome: 'signed_in', ended: [] }),
    session: async () => ({}),
  };
  const flow = {
    claim: async () => ({ status: 'claimed' }),
    succeed: async (plid: string) => void outcomes.push(plid),
    fail: async (reason: string) => void outcomes.push(reason),
  };
  let standIn: Awaited<ReturnType<typeof startServiceStandIn>>;
  beforeEach(async () => {
    outcomes.length = 0;
    going.length = 0;
    standIn = await startServiceStandIn();
    return () => standIn.close();
  });

  /** Completes a flow. @param changed calls to the user's object with other answers. @param changedFlow to that of the flow. */
  function complete(changed: Partial<typeof user> = {}, changedFlow: { succeed?: () => Promise<void> } = {}) {
    const named = (stub: object) => ({ idFromName: (name: string) => name, get: () => stub });
    const env = {
      FLOW: named({ ...flow, ...changedFlow }),
      USER: named({ ...user, ...changed }),
      LOCATION_HINT: 'apac-ne',
      KEYS: gatewayKeys,
      SERVICE_URL: standIn.url,
      SERVICE_TIMEOUT: 5,
      TOKEN_PATH: '/oauth2/token',
      USER_PATH: '/v1/user/me',
      PKCE: 'Y',
      CLIENT_ID: 'demoshop000000000001',
      CLIENT_SECRET: gatewaySecrets.CLIENT_SECRET,
      SESSION_LIFETIME: 43_200,
      SESSION_CACHE_LIFETIME: 900,
      STALE_SESSION_LIFETIME: 3_600,
      SESSIONS: { put: async () => undefined, delete: async () => undefined },
    };
    const context = {
      env,
      now: 1_000,
      request: new Request('https://shop.example.com/auth/callback'),
      waitUntil: (work: Promise<unknown>) => void going.push(work),
      line: openLine(),
      note: () => undefined,
      log: () => undefined,
    };
    const returned = { code: 'c', state: 's', code_verifier: 'v', session: 'x'.repeat(43), expires: 1_600 };
    return completeSignIn(context as never, returned, { ofApp: false, former: undefined });
  }

  test('continues the exchange with waitUntil after the browser has gone', async () => {
    const asked = Promise.withResolvers<void>();
    standIn.answer({ token: { pause: asked.promise, body: { access_token: 'a', token_type: 'bearer' } } });
    const signIn = complete();
    await expect.poll(() => going.length).toBe(1);
    expect(outcomes).toEqual([]);
    asked.resolve();
    await going[0];
    expect((await signIn).fresh).toBe(true);
    expect(outcomes).toEqual([person.plid]);
    expect(going).toHaveLength(5);
  });

  const outage = Object.assign(new Error('Network connection lost.'), { retryable: true });
  const fail = () => Promise.reject(outage);

  test("to the user's object fails this callback and the others waiting for it", async () => {
    await expect(complete({ signIn: fail })).rejects.toMatchObject({ status: 503, reason: 'unavailable' });
    expect(outcomes).toEqual(['unavailable']);
  });

  test('after the session is created ends nothing: the outcome is recorded without delaying the browser', async () => {
    const noting = Promise.withResolvers<void>();
    expect((await complete({}, { succeed: () => noting.promise })).fresh).toBe(true);
    noting.reject(outage);
    await Promise.all(going);
    expect(outcomes).toEqual([]);
  });
});

describe('a sign-in that may still complete', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const at = 1_000;

  test('is waited for, ten seconds at most, and then reported as unfinished', async () => {
    const claimed = { status: 'exchanging', code: 'c', deadline: at + 30, expires: at + 600 } as const;
    const FLOW = { idFromName: String, get: () => ({ outcome: async () => claimed }) };
    const env = { FLOW, LOCATION_HINT: 'apac-ne' } as never;
    const ended = vi.fn();
    const waiting = waitForFlowOutcome({ env, now: at }, 'an id', claimed).catch(ended);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ reason: 'sign_in_pending' }));
  });

  test('has a page that retries by itself, and offers a new sign-in from the start', async () => {
    const url = new URL('https://shop.example.com/auth/callback?code=c&state=s');
    const expires = at + 600;
    const flow = { state: 's', code_verifier: 'v', session: 'x'.repeat(43), return_to: '/cart', expires };
    const sealed = await browserFlow.seal(gatewayKeys, flow, expires);
    const request = new Request(url, {
      headers: { Accept: 'text/html', Cookie: `__Host-plid-flow-s=${sealed}` },
    });
    const context = { request, url, now: at, language: 'en', env: { KEYS: gatewayKeys }, requestId: 'r' };
    const pending = retryLaterError(gatewayRefusals.sign_in_pending, 3);
    const shown = await signInFailure(pending, context as never);
    expect([shown?.status, shown?.headers.get('Retry-After')]).toEqual([503, '3']);
    const html = await shown?.text();
    expect(html).toContain('<h1>One moment</h1>');
    expect(html).toMatch(/<meta http-equiv="refresh" content="3"/);
    expect(html).toContain('href="/auth/login?return_to=%2Fcart"');
  });
});
