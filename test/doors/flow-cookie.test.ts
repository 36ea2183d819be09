import { beforeEach, describe, expect, test } from 'vitest';
import {
  exchangeMargin,
  flowOutcomeLifetime,
  signInRepeatLifetime,
} from '../../workers/gateway/settings/gateway-lifetimes.ts';
import { originOf, ProjectVisitor, useProjects } from '../gateway/support/single-worker-world.ts';
import type { BrowserSession } from '../support/fixtures/browser-session.ts';
import { type GatewayWorld, useGatewayWorld, Visitor } from '../support/world/gateway-world.ts';

/** The interface of both gateway forms for these tests. */
interface Door {
  origin: string;
  world: Pick<GatewayWorld, 'clock' | 'fetch' | 'standIn'>;
  /** Opens a browser that has started a sign-in. `callback` has the right code and state. */
  start(): Promise<{ browser: BrowserSession; callback: URL }>;
}

const json = { Accept: 'application/json' };
const flowPrefix = '__Host-plid-flow-';
/** Time for which the exchange of a test may take, in seconds: two calls to the service. */
const serviceTimeout = 5;

/**
 * Rules of a browser's callback that is repeated. An application that receives the flow's cookie, for example from a
 * proxy, must not get the session with it.
 */
function testFlowCookie(doorOf: () => Door): void {
  beforeEach(() => doorOf().world.standIn.reset());
  const flowCookie = (browser: BrowserSession): string =>
    [...browser.cookies(doorOf().origin)]
      .filter(([cookie]) => cookie.startsWith(flowPrefix))
      .map(([cookie, value]) => `${cookie}=${value}`)
      .join('; ');
  const withCode = (callback: URL, code: string): URL => {
    const changed = new URL(callback);
    changed.searchParams.set('code', code);
    return changed;
  };
  /** Opens a callback with only the flow's cookie. */
  async function play(callback: URL, Cookie: string) {
    const answer = await doorOf().world.fetch(callback, { headers: { ...json, Cookie }, redirect: 'manual' });
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0]);
    const reason = answer.status === 400 ? JSON.parse(await answer.text()).reason : undefined;
    return { status: answer.status, reason, cookies };
  }
  const refused = { status: 400, reason: 'flow_used', cookies: [] };
  const signedIn = { status: 303, reason: undefined, cookies: ['__Host-plid-session'] };

  test('the flow’s cookie and an invented code don’t get the session of a completed sign-in', async () => {
    const { browser, callback } = await doorOf().start();
    await browser.get(callback);
    const stolen = flowCookie(browser);
    for (const code of ['anything', ''])
      expect(await play(withCode(callback, code), stolen), code).toMatchObject({ status: 400, cookies: [] });
    expect(await play(withCode(callback, 'anything'), stolen)).toEqual(refused);
    expect(doorOf().world.standIn.exchanges()).toBe(1);
  });

  test('an invented code doesn’t wait for a sign-in that is being completed', async () => {
    const { browser, callback } = await doorOf().start();
    const stolen = flowCookie(browser);
    const answers = await Promise.all([
      play(callback, stolen),
      ...['first', 'second'].map((code) => play(withCode(callback, code), stolen)),
    ]);
    expect(answers.filter(({ status }) => status === 303).length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ reason }) => reason === 'flow_used').length).toBe(2);
    expect(doorOf().world.standIn.exchanges()).toBe(1);
  });

  test('the same code gets the session again for ten minutes, and not afterwards', async () => {
    const { browser, callback } = await doorOf().start();
    await browser.get(callback);
    const cookie = flowCookie(browser);
    expect(await play(callback, cookie)).toEqual(signedIn);
    await doorOf().world.clock.advance(signInRepeatLifetime - 1);
    expect(await play(callback, cookie)).toEqual(signedIn);
    await doorOf().world.clock.advance(2 * serviceTimeout + exchangeMargin + 1);
    expect(await play(callback, cookie)).toEqual(refused);
    await doorOf().world.clock.advance(3_600 + flowOutcomeLifetime);
    expect(await play(callback, cookie)).toMatchObject({ status: 400, cookies: [] });
    expect(doorOf().world.standIn.exchanges()).toBe(1);
  });

  test('a browser that is signed in continues to its page, late and with any code', async () => {
    const { browser, callback } = await doorOf().start();
    await browser.get(callback);
    const first = flowCookie(browser);
    const { browser: other, callback: second } = await doorOf().start();
    await other.get(second);
    const session = `__Host-plid-session=${other.cookies(doorOf().origin).get('__Host-plid-session')}`;
    const gone = { status: 303, reason: undefined, cookies: [] };
    const together = `${first}; ${session}`;
    expect(await play(withCode(callback, 'anything'), together)).toEqual(gone);
    await doorOf().world.clock.advance(signInRepeatLifetime + 2 * serviceTimeout + exchangeMargin);
    expect(await play(callback, together)).toEqual(gone);
    expect(doorOf().world.standIn.exchanges()).toBe(2);
  });

  test('after a code that the service rejects, no other code is tried', async () => {
    const { browser, callback } = await doorOf().start();
    const cookie = flowCookie(browser);
    const { standIn } = doorOf().world;
    standIn.answer({ token: { status: 400, body: { error: 'invalid_grant', message: 'used' } } });
    const first = { status: 400, reason: 'upstream_refused', cookies: [] };
    const invented = withCode(callback, 'invented');
    expect(await play(invented, cookie)).toEqual(first);
    standIn.answer({ token: { body: { access_token: 'a', token_type: 'bearer', expires_in: 600 } } });
    expect(await play(callback, cookie)).toEqual(refused);
    expect(await play(invented, cookie)).toEqual(first);
    expect(standIn.exchanges()).toBe(1);
  });
}

describe('the split gateway', () => {
  const world = useGatewayWorld();
  testFlowCookie(() => ({
    origin: world.gateway,
    world,
    async start() {
      const browser = new Visitor(world);
      const { callback } = await browser.start('?return_to=/after');
      return { browser, callback };
    },
  }));
});

describe('the single Worker', () => {
  const world = useProjects({ stall: { vars: { SERVICE_TIMEOUT: String(serviceTimeout) } } });
  testFlowCookie(() => ({
    origin: originOf('stall'),
    world,
    async start() {
      const browser = new ProjectVisitor(world, 'stall');
      return { browser, callback: new URL(await browser.start()) };
    },
  }));
});
