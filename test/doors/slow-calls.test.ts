import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import callback from '../../workers/gateway/routes/callback/index.ts';
import session from '../../workers/gateway/routes/session/index.ts';
import { browserFlow } from '../../workers/gateway/settings/gateway-sealed-types.ts';
import { clearApplicationCache } from '../../workers/service/registry/applications.ts';
import {
  accessTokenLifetime,
  approvalLifetime,
  codeLifetime,
  phoneRequestLifetime,
} from '../../workers/service/settings/service-lifetimes.ts';
import { gatewayEnv } from '../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../effects/support/numbered-world.ts';
import { endOf, ProcessBrowser, reported } from '../effects/support/process-browser.ts';
import { answeringService } from '../effects/support/stored-session.ts';
import { storeUser } from '../effects/support/stored-user.ts';
import { applications, gatewayKeys, origins } from '../support/world/test-settings.ts';
import { codeIn, readUserOf, redeem, termsOn } from './support/process-application.ts';

/** The duration of each call between two parts, in seconds. */
const slow = 9;

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

/** Runs a request whose every call is slow. @returns the time at which the request began, and its answer. */
async function slowly<Answer>(send: () => Promise<Answer>): Promise<[started: number, answer: Answer]> {
  const started = world.now;
  world.secondsPerCall = slow;
  const answer = await send();
  world.secondsPerCall = 0;
  expect(world.now).toBeGreaterThan(started + slow);
  return [started, answer];
}

describe('at the service, whose calls take nine seconds each,', () => {
  let browser: ProcessBrowser;
  /** The time of the request that asked the phone. */
  let sent: number;
  beforeEach(async () => {
    const { plid } = await storeUser(world);
    await world.objects.ask('Account', plid, 'disconnect', applications.shop.client_id, world.now);
    const answering = async (answer: object) => {
      world.now += world.secondsPerCall;
      return answer;
    };
    const CARRIER = {
      confirm: () => answering({ status: 'requested', requestId: 'r1' }),
      outcome: () => answering({ status: 'approved', identity: reported }),
    };
    browser = new ProcessBrowser(world, { bindings: { CARRIER } });
    await browser.start();
    const form = { name: '김하나', phoneNo: '01012345678', telcoCd: 'S' };
    [sent] = await slowly(() => browser.post('sign-in', form));
  });

  /** Opens the consent page. @returns the time of the request that saw the approval, and a function that agrees. */
  async function approve(): Promise<[approved: number, agree: () => Promise<Response>]> {
    const [approved, answer] = await slowly(() => browser.get('wait'));
    expect(endOf(answer)).toBe('consent');
    const terms = await termsOn(await browser.get('consent'));
    return [approved, () => browser.post('consent', { terms })];
  }

  test.each([
    [phoneRequestLifetime - 1, 'consent'],
    [phoneRequestLifetime, 'page 200'],
  ])('a page that asks for an answer %i seconds after the form was sent leads to: %s', async (after, end) => {
    world.now = sent + after;
    expect(endOf(await browser.get('wait'))).toBe(end);
  });

  test.each([
    [approvalLifetime - 1, 'code'],
    [approvalLifetime, 'page 400'],
  ])('a consent %i seconds after the request that saw the approval ends with: %s', async (after, end) => {
    const [approved, agree] = await approve();
    world.now = approved + after;
    expect(endOf(await agree())).toBe(end);
  });

  test.each([
    [codeLifetime - 1, 200],
    [codeLifetime, 500],
  ])('a code is redeemed %i seconds after the consent was sent: %i', async (after, status) => {
    const [, agree] = await approve();
    const [started, answer] = await slowly(agree);
    world.now = started + after;
    expect((await redeem(world, codeIn(answer))).status).toBe(status);
  });

  test.each([
    [accessTokenLifetime - 1, 200],
    [accessTokenLifetime, 401],
  ])('a token reads the user %i seconds after the code was sent: %i', async (after, status) => {
    const [, agree] = await approve();
    const code = codeIn(await agree());
    clearApplicationCache();
    const [started, answer] = await slowly(() => redeem(world, code));
    const { access_token, expires_in } = (await answer.json()) as {
      access_token: string;
      expires_in: number;
    };
    expect(expires_in).toBe(accessTokenLifetime);
    world.now = started + after;
    expect((await readUserOf(world, access_token)).status).toBe(status);
  });
});

describe('at the gateway, whose calls are slow,', () => {
  const lifetime = 600;
  const state = 'a-state';

  async function comeBack(): Promise<Response> {
    const flow = {
      state,
      session: 'a secret',
      code_verifier: 'v'.repeat(43),
      return_to: '/',
      expires: world.now + 3_600,
    };
    const Cookie = `__Host-plid-flow-${state}=${await browserFlow.seal(gatewayKeys, flow)}`;
    const env = { ...gatewayEnv(world), SESSION_LIFETIME: lifetime };
    return world.send(callback, env, `${origins.gateway}/auth/callback?code=c&state=${state}`, {
      headers: { Cookie },
    });
  }

  test.each([
    [lifetime - 1, 200],
    [lifetime, 401],
  ])('a session is asked for %i seconds after the callback: %i', async (after, status) => {
    answeringService(world);
    const [started, answer] = await slowly(comeBack);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect([answer.status, cookie]).toEqual([303, expect.stringContaining(`; Max-Age=${lifetime};`)]);
    world.now = started + after;
    const headers = { Cookie: cookie.slice(0, cookie.indexOf(';')) };
    const asked = await world.send(session, gatewayEnv(world), `${origins.gateway}/auth/session`, {
      headers,
    });
    expect(asked.status).toBe(status);
  });

  test('a callback that is repeated while both calls of the service take the longest waits for the first one', async () => {
    answeringService(world);
    const { elsewhere } = world;
    let repeated: Promise<Response> | undefined;
    world.elsewhere = async (url, init) => {
      // SERVICE_TIMEOUT
      world.now += 10;
      if (url.pathname === '/v1/user/me') repeated = comeBack();
      return elsewhere(url, init);
    };
    expect((await comeBack()).status).toBe(303);
    expect((await repeated)?.status).toBe(303);
    expect(world.calls.filter((call) => call === 'fetch login.example.com/oauth2/token')).toHaveLength(1);
  });
});
