import { describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../../support/fixtures/browser-session.ts';
import {
  leaveApp,
  newSubscriber,
  registerAgain,
  switchOffAutomaticLogin,
} from '../../support/fixtures/phones.ts';
import { codeOf, type Person, signIn } from '../../support/fixtures/sign-in.ts';
import { callbackOf, kinds, useGatewayWorld } from '../../support/world/gateway-world.ts';

const consent = '/oauth2/authorize/consent';
const json = { Accept: 'application/json' };

describe.each(kinds)("the gateway with this repository's service, on $kv", ({ lagging }) => {
  const world = useGatewayWorld({ lagging, realService: true });

  const login = (browser: BrowserSession) =>
    browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
  /** Signs in through the gateway, and agrees if asked. */
  async function logIn(browser: BrowserSession, person: Person, choice: Record<string, string> = {}) {
    const page = await browser.submit(await login(browser), { ...person, ...choice });
    return page.url.pathname === consent ? browser.submit(page) : page;
  }
  const userOf = (shown: Shown) => JSON.parse(shown.text).user;
  const post = (browser: BrowserSession, route: string) =>
    browser.fetch(`${world.gateway}${route}`, {
      method: 'POST',
      headers: { ...json, Origin: world.gateway },
    });

  /** A browser that stops at the redirect from the service, as a thief who reads the address. */
  const stoppingAtCallback = () =>
    new BrowserSession(world, { visitable: (url) => url.pathname !== '/auth/callback' });

  test("rejects a victim's code with an attacker's state, and the victim's callback still works", async () => {
    const person = await newSubscriber(world);
    await logIn(new BrowserSession(world), person);
    const victim = stoppingAtCallback();
    const leaked = await logIn(victim, person);
    const attacker = stoppingAtCallback();
    const started = await login(attacker);
    const state = [...attacker.cookies(world.gateway).keys()][0]?.replace('__Host-plid-flow-', '') ?? '';
    expect(started.url.origin).toBe(world.service);
    const injected = callbackOf(world.gateway, { code: codeOf(leaked), state });
    const answer = await attacker.fetch(injected, { headers: json, redirect: 'manual' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      reason: 'upstream_refused',
      service: { status: 400, error: 'invalid_grant' },
    });
    expect(attacker.cookies(world.gateway).has('__Host-plid-session')).toBe(false);
    const own = await victim.fetch(leaked.url, { redirect: 'manual' });
    expect(own.status).toBe(303);
  });

  test("rejects a code of a sign-in that didn't start at the gateway", async () => {
    const person = await newSubscriber(world);
    const elsewhere = stoppingAtCallback();
    const redirect_uri = `${world.gateway}/auth/callback`;
    const code = codeOf(await signIn(elsewhere, world, person, { query: { redirect_uri } }));
    const browser = stoppingAtCallback();
    await login(browser);
    const state = [...browser.cookies(world.gateway).keys()][0]?.replace('__Host-plid-flow-', '') ?? '';
    const answer = await browser.fetch(callbackOf(world.gateway, { code, state }), { headers: json });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ reason: 'upstream_refused' });
  });

  test('signs in automatically without a form, and knows the user from the empty record', async () => {
    const person = await newSubscriber(world);
    const browser = new BrowserSession(world);
    const first = userOf(await logIn(browser, person, { autoLogin: 'Y' }));
    expect(first).toMatchObject({ name: '홍길동', autoLoginYn: 'Y', autoStatusCheck: 'Y' });
    await post(browser, '/auth/logout');
    const again = userOf(await login(browser));
    expect(again).toEqual({ ...first, autoStatusCheck: 'N' });
    await switchOffAutomaticLogin(world, person.phoneNo, world.applications.shop.client_id);
    expect((await login(browser)).url.pathname).toBe('/oauth2/authorize');
  });

  test('asks for consent again after a disconnect, and has deleted the user', async () => {
    const person = await newSubscriber(world);
    const browser = new BrowserSession(world);
    const { plid } = userOf(await logIn(browser, person));
    expect((await post(browser, '/auth/disconnect')).status).toBe(200);
    expect(await world.userRow(plid)).toBeUndefined();
    expect((await browser.submit(await login(browser), person)).url.pathname).toBe(consent);
  });

  test('treats a user with a new registration and plid as another user', async () => {
    const person = await newSubscriber(world);
    const before = new BrowserSession(world);
    const first = userOf(await logIn(before, person));
    await leaveApp(world, person.phoneNo);
    await registerAgain(world, person.phoneNo);
    const second = userOf(await logIn(new BrowserSession(world), person));
    expect(second).toEqual({ ...first, plid: second.plid });
    expect(second.plid).not.toBe(first.plid);
    expect(await world.userRow(first.plid)).toBeDefined();
    expect(await world.userRow(second.plid)).toBeDefined();
    expect((await before.fetch(`${world.gateway}/auth/session`)).status).toBe(200);
  });
});
