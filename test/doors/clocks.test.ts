import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import callback from '../../workers/gateway/routes/callback/index.ts';
import login from '../../workers/gateway/routes/login/index.ts';
import session from '../../workers/gateway/routes/session/index.ts';
import { flowLifetime } from '../../workers/gateway/settings/gateway-lifetimes.ts';
import { accessTokenLifetime, codeLifetime } from '../../workers/service/settings/service-lifetimes.ts';
import { gatewayEnv } from '../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../effects/support/numbered-world.ts';
import { endOf, ProcessBrowser } from '../effects/support/process-browser.ts';
import { answeringService } from '../effects/support/stored-session.ts';
import { storeUser } from '../effects/support/stored-user.ts';
import { origins } from '../support/world/test-settings.ts';
import { codeIn, readUserOf, redeem } from './support/process-application.ts';

let world: NumberedWorld;
beforeEach(() => {
  world = new NumberedWorld();
});
afterEach(() => world.close());

const minutes = 60;
/** The clock of a worker that is ahead of the others by so many seconds. */
const ahead = (seconds: number) => ({ CLOCK: { now: async () => (world.now + seconds) * 1000 } });

describe('at the service', () => {
  /** A sign-in at authorize workers whose clock is ahead. @returns its code. */
  async function codeFrom(seconds: number): Promise<string> {
    await storeUser(world);
    const browser = new ProcessBrowser(world, { bindings: ahead(seconds) });
    await browser.start();
    const answer = await browser.approve();
    expect(endOf(answer)).toBe('code');
    return codeIn(answer);
  }
  const tokenOf = async (answer: Response) =>
    ((await answer.json()) as { access_token: string }).access_token;

  // The code names its end, by the clock of the authorize worker: the token worker compares that with its own.
  test.each([
    [3 * minutes, codeLifetime + 3 * minutes - 1, 200],
    [3 * minutes, codeLifetime + 3 * minutes, 500],
    [-30, codeLifetime - 31, 200],
    [-30, codeLifetime - 30, 500],
    [-3 * minutes, 0, 500],
  ])(
    'a code from an authorize worker %i seconds ahead is redeemed after %i seconds: %i',
    async (seconds, after, status) => {
      const code = await codeFrom(seconds);
      world.now += after;
      const answer = await redeem(world, code);
      expect(answer.status).toBe(status);
      if (status !== 200) return;
      const access_token = await tokenOf(answer);
      expect((await readUserOf(world, access_token)).status).toBe(200);
      expect((await redeem(world, code)).status).toBe(500);
      expect((await readUserOf(world, access_token)).status).toBe(401);
    },
  );

  test.each([3 * minutes, -3 * minutes])(
    'a token from a token worker %i seconds ahead ends at its time by the clock of the user worker',
    async (seconds) => {
      const code = await codeFrom(3 * minutes);
      const access_token = await tokenOf(await redeem(world, code, ahead(seconds)));
      const started = world.now;
      world.now = started + seconds + accessTokenLifetime - 1;
      expect((await readUserOf(world, access_token)).status).toBe(200);
      world.now += 1;
      expect((await readUserOf(world, access_token)).status).toBe(401);
    },
  );

  test.each(['the form', 'the approval', 'the code', 'the token'])(
    'a clock that goes back five minutes after %s lets the sign-in succeed, and its code work once',
    async (step) => {
      await storeUser(world);
      const moveBackAfter = (name: string) => {
        if (name === step) world.now -= 5 * minutes;
      };
      const browser = new ProcessBrowser(world);
      await browser.start();
      await browser.post('sign-in', { name: '김하나', phoneNo: '01012345678', telcoCd: 'S' });
      moveBackAfter('the form');
      const answer = await browser.get('wait');
      expect(endOf(answer)).toBe('code');
      moveBackAfter('the approval');
      const redeemed = await redeem(world, codeIn(answer));
      moveBackAfter('the code');
      const access_token = await tokenOf(redeemed);
      expect((await readUserOf(world, access_token)).status).toBe(200);
      moveBackAfter('the token');
      expect((await redeem(world, codeIn(answer))).status).toBe(500);
      expect((await readUserOf(world, access_token)).status).toBe(401);
    },
  );
});

describe('at the gateway', () => {
  const lifetime = 600;

  /** A sign-in that a login worker starts whose clock is ahead. @returns a function that sends its callback. */
  async function start(seconds: number): Promise<(more?: object) => Promise<Response>> {
    answeringService(world);
    const env = { ...gatewayEnv(world), ...ahead(seconds) };
    const answer = await world.send(login, env, `${origins.gateway}/auth/login`);
    const state = new URL(answer.headers.get('Location') ?? '').searchParams.get('state');
    const [cookie = ''] = answer.headers.getSetCookie();
    const headers = { Cookie: cookie.slice(0, cookie.indexOf(';')) };
    const address = `${origins.gateway}/auth/callback?code=c&state=${state}`;
    return (more = {}) =>
      world.send(callback, { ...gatewayEnv(world), SESSION_LIFETIME: lifetime, ...more }, address, {
        headers,
      });
  }

  const sessionOf = (answer: Response) => {
    const [cookie = ''] = answer.headers.getSetCookie();
    const headers = { Cookie: cookie.slice(0, cookie.indexOf(';')) };
    return world.send(session, gatewayEnv(world), `${origins.gateway}/auth/session`, { headers });
  };

  test.each([3 * minutes, -3 * minutes])(
    'a sign-in that a login worker %i seconds ahead started can come back until its end by that clock',
    async (seconds) => {
      const [comeBack, late] = [await start(seconds), await start(seconds)];
      world.now += flowLifetime + seconds - 1;
      expect((await comeBack()).status).toBe(303);
      world.now += 1;
      expect((await late()).status).toBe(400);
    },
  );

  test.each([3 * minutes, -3 * minutes])(
    'a session from a callback worker %i seconds ahead lasts its lifetime by that clock, and the cookie too',
    async (seconds) => {
      const answer = await (await start(0))(ahead(seconds));
      expect(answer.headers.getSetCookie()[0]).toContain(`; Max-Age=${lifetime};`);
      world.now += lifetime + seconds - 1;
      expect((await sessionOf(answer)).status).toBe(200);
      world.now += 1;
      expect((await sessionOf(answer)).status).toBe(401);
    },
  );

  test('a clock that goes back five minutes between login, callback, and its repetition signs in once', async () => {
    const comeBack = await start(0);
    world.now -= 5 * minutes;
    const first = await comeBack();
    world.now -= 5 * minutes;
    const second = await comeBack();
    expect([first.status, second.status]).toEqual([303, 303]);
    for (const answer of [first, second]) expect((await sessionOf(answer)).status).toBe(200);
    expect(world.calls.filter((call) => call === 'fetch login.example.com/oauth2/token')).toHaveLength(1);
  });
});
