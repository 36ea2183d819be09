import { afterEach, beforeEach, expect, test } from 'vitest';
import { NumberedWorld } from '../effects/support/numbered-world.ts';
import { endOf, ProcessBrowser, reported } from '../effects/support/process-browser.ts';
import { storeUser } from '../effects/support/stored-user.ts';
import { origins } from '../support/world/test-settings.ts';
import { CountedLimits } from './support/counted-limits.ts';

const headers = { 'CF-Connecting-IP': '203.0.113.7' };
const form = { name: '김하나', phoneNo: '01012345678', telcoCd: 'S' };

let world: NumberedWorld;
let limits: CountedLimits;
beforeEach(async () => {
  world = new NumberedWorld();
  limits = new CountedLimits(world);
  await storeUser(world);
});
afterEach(() => world.close());

/** The number of requests that reached the number's object. */
const admitted = () => world.calls.filter((call) => call === 'Phone.admit').length;
/** Moves the clock to the beginning of the limit's next window. */
const nextWindow = (name: string) =>
  world.advance(limits.periodOf(name) - (world.now % limits.periodOf(name)));

test.each(['KNOWN_LIMIT', 'APPLICATION_KNOWN_LIMIT'])(
  '%s: a known browser is refused, and once more, and accepted in the next window',
  async (name) => {
    const browser = new ProcessBrowser(world, { bindings: limits.bound, headers });
    await browser.start();
    expect(endOf(await browser.approve())).toBe('code');
    await nextWindow(name);
    limits.leave(1, name);
    const signIn = async () => {
      await world.advance(4, 0);
      await browser.start({ prompt: 'login' });
      return browser.post('sign-in', form);
    };
    expect((await signIn()).status).toBe(303);
    for (const _ of ['refused', 'once more']) {
      const { status, headers: answered } = await signIn();
      expect([status, answered.get('Retry-After')]).toEqual([429, '60']);
    }
    await nextWindow(name);
    expect((await signIn()).status).toBe(303);
    // The limit of unknown browsers counted only the first sign-in.
    expect(limits.keys.get('SIGN_IN_LIMIT')).toEqual(['203.0.113.7']);
  },
);

test.each(['SIGN_IN_CHALLENGE', 'NETWORK_CHALLENGE', 'APPLICATION_CHALLENGE'])(
  '%s: an unknown browser must pass a challenge, and once more, and needs none in the next window',
  async (name) => {
    const settings = {
      TURNSTILE_SITE_KEY: 'site-key-of-tests',
      TURNSTILE_SECRET: 'secret-of-turnstile-tests',
    };
    // Only IPv6 addresses have a network.
    const address = { 'CF-Connecting-IP': '2001:db8:1:2:3:4:5:6' };
    const browser = new ProcessBrowser(world, {
      bindings: { ...limits.bound, ...settings },
      headers: address,
    });
    const host = new URL(origins.service).hostname;
    let verified = 0;
    world.elsewhere = () => {
      verified += 1;
      return Response.json({ success: true, hostname: host, action: 'sign-in' });
    };
    limits.leave(0, name);
    await browser.start();
    for (const _ of ['challenged', 'once more']) {
      world.calls = [];
      const { status, headers: answered } = await browser.post('sign-in', form);
      expect([status, answered.get('Retry-After'), admitted()]).toEqual([429, '60', 0]);
    }
    const passed = await browser.post('sign-in', { ...form, 'cf-turnstile-response': 'a token' });
    expect([passed.status, verified]).toEqual([303, 1]);
    await world.advance(600, 0);
    await nextWindow(name);
    await browser.start({ prompt: 'login' });
    expect([(await browser.post('sign-in', form)).status, verified]).toEqual([303, 1]);
  },
);

test.each(['OUTCOME_LIMIT', 'OUTCOME_ADDRESS_LIMIT'])(
  '%s: the carrier is not asked, nor once more, and asked in the next window',
  async (name) => {
    let asked = 0;
    const carrier = {
      confirm: async () => ({ status: 'requested', requestId: 'r1' }),
      outcome: async () => {
        asked += 1;
        return asked === 1 ? { status: 'pending' } : { status: 'approved', identity: reported };
      },
    };
    const browser = new ProcessBrowser(world, { bindings: { ...limits.bound, CARRIER: carrier }, headers });
    await browser.start();
    await browser.post('sign-in', form);
    limits.leave(1, name);
    expect([endOf(await browser.get('wait')), asked]).toEqual(['page 200', 1]);
    for (const _ of ['not asked', 'nor once more'])
      expect([endOf(await browser.get('wait')), asked]).toEqual(['page 200', 1]);
    await nextWindow(name);
    expect([endOf(await browser.get('wait')), asked]).toEqual(['code', 2]);
  },
);
