import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { numberedKeySetting } from '../../../../workers/core/worker/key-settings.ts';
import openid from '../../../../workers/gateway/features/openid/index.ts';
import { pairwiseSubject } from '../../../../workers/gateway/features/openid/pairwise-subject.ts';
import disconnect from '../../../../workers/gateway/routes/disconnect/index.ts';
import login from '../../../../workers/gateway/routes/login/index.ts';
import logout from '../../../../workers/gateway/routes/logout/index.ts';
import { handleLength } from '../../../../workers/gateway/sessions/session-handle.ts';
import { signIdToken } from '../../../../workers/openid/id-token.ts';
import { openIdKeySetting } from '../../../../workers/openid/openid-keys.ts';
import { leftAtGateway, signedIn, without } from '../../../effects/support/gateway-left.ts';
import { gatewayEnv, party } from '../../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../../effects/support/numbered-world.ts';
import {
  answeringService,
  comeBack,
  type SignedIn,
  storeSessions,
} from '../../../effects/support/stored-session.ts';
import { gatewaySecrets, origins } from '../../../support/world/test-settings.ts';

let world: NumberedWorld;
let user: SignedIn;
beforeEach(async () => {
  world = new NumberedWorld();
  user = await storeSessions(world);
});
afterEach(() => world.close());

type Worker = Parameters<NumberedWorld['send']>[0];
type Sent = { form?: Record<string, string>; origin?: string; cookie?: string; accept?: string };

function send(
  worker: Worker,
  path: string,
  { form, origin = origins.gateway, cookie, accept }: Sent,
): Promise<Response> {
  const headers = { Cookie: cookie ?? user.cookies.first, ...(accept && { Accept: accept }) };
  const posted = { method: 'POST', body: new URLSearchParams(form).toString() };
  const type = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin };
  const init = form === undefined ? { headers } : { ...posted, headers: { ...headers, ...type } };
  return world.send(worker, gatewayEnv(world), `${origins.gateway}${path}`, init);
}

/** An id_token of the relying party, for the user or another one. */
async function hintOf(plid: string, audience = party.id): Promise<string> {
  const keys = v.parse(openIdKeySetting, gatewaySecrets.OPENID_KEY) ?? [];
  const OPENID_SUBJECT_KEY = v.parse(numberedKeySetting, gatewaySecrets.OPENID_SUBJECT_KEY);
  const subject = await pairwiseSubject(
    { OPENID_SUBJECT_KEY },
    { redirect_uris: [party.redirect_uri] } as never,
    plid,
  );
  const issuer = `${origins.gateway}/auth/oidc`;
  return signIdToken(
    keys,
    'ES256',
    { issuer, audience, subject, acr: 'urn:x', accessToken: 't', claims: {} },
    world.now,
  );
}

/** The names of the cookies that an answer removes or sets, and whether it clears the browser's cache. */
const marksOf = ({ headers }: Response) => ({
  removed: headers
    .getSetCookie()
    .filter((line) => line.includes('Max-Age=0'))
    .map((line) => line.split('=')[0]),
  set: headers
    .getSetCookie()
    .filter((line) => !line.includes('Max-Age=0'))
    .map((line) => line.split('=')[0]),
  clears: headers.get('Clear-Site-Data'),
});
const signedOut = { removed: ['__Host-plid-session'], set: ['__Host-plid-signed-out'], clears: '"cache"' };
const unmarked = { ...signedOut, set: [] };
const stays = { removed: [], set: [], clears: null };

/** The doors of a sign-out, and what each leaves in the browser of the first session. */
const doors: Record<string, [send: () => Promise<Response>, marks: object, left: object]> = {
  'this session': [() => send(logout, '/auth/logout', { form: {} }), signedOut, without('first')],
  everywhere: [
    () => send(logout, '/auth/logout', { form: { everywhere: 'Y' } }),
    signedOut,
    { ...without('first', 'second'), needsFullSignIn: true },
  ],
  'another session': [
    () => send(logout, '/auth/logout', { form: { session: user.ids.second.slice(0, handleLength) } }),
    stays,
    without('second'),
  ],
  'this session by its handle': [
    () => send(logout, '/auth/logout', { form: { session: user.ids.first.slice(0, handleLength) } }),
    signedOut,
    without('first'),
  ],
  'a relying party with the user’s id_token': [
    async () => send(openid, `/auth/oidc/logout?id_token_hint=${await hintOf(user.plid)}`, {}),
    signedOut,
    without('first'),
  ],
  'a confirmation': [
    () => send(openid, '/auth/oidc/logout/confirm', { form: {} }),
    signedOut,
    without('first'),
  ],
  'a disconnection': [
    () => send(disconnect, '/auth/disconnect', { form: {} }),
    unmarked,
    { ...without('first', 'second'), isStored: false, isDisconnected: true },
  ],
};

describe('a sign-out', () => {
  test('has 7 doors', () => {
    expect(Object.keys(doors)).toHaveLength(7);
  });

  test.each(Object.entries(doors))(
    'ends sessions, and marks the browser that is signed out: %s',
    async (_, [ask, marks, left]) => {
      const answer = await world.during(ask);
      expect(answer.status).toBeLessThan(400);
      expect(marksOf(answer)).toEqual(marks);
      expect(await leftAtGateway(world, user)).toEqual(left);
    },
  );

  test.each([
    ['POST /auth/logout', () => send(logout, '/auth/logout', { form: {}, origin: 'https://evil.example' })],
    [
      'POST /auth/disconnect',
      () => send(disconnect, '/auth/disconnect', { form: {}, origin: 'https://evil.example' }),
    ],
    [
      'POST /auth/oidc/logout/confirm',
      () => send(openid, '/auth/oidc/logout/confirm', { form: {}, origin: 'https://evil.example' }),
    ],
    ['GET /auth/oidc/logout without an id_token', () => send(openid, '/auth/oidc/logout', {})],
    [
      'GET /auth/oidc/logout with one of another user',
      async () => send(openid, `/auth/oidc/logout?id_token_hint=${await hintOf('another')}`, {}),
    ],
    [
      'GET /auth/oidc/logout with one of another relying party',
      async () => send(openid, `/auth/oidc/logout?id_token_hint=${await hintOf(user.plid, 'papers')}`, {}),
    ],
    [
      'POST /auth/logout of a session that is none',
      () => send(logout, '/auth/logout', { form: { session: 'x'.repeat(handleLength) } }),
    ],
    [
      'POST /auth/logout with a part of a handle',
      () => send(logout, '/auth/logout', { form: { session: user.ids.second.slice(0, 3) } }),
    ],
  ])('of another site, or for another user, ends nothing: %s', async (_, ask) => {
    for (const time of ['first', 'second']) {
      const answer = await world.during(ask);
      expect(marksOf(answer), time).toEqual(stays);
      expect(await leftAtGateway(world, user)).toEqual(signedIn);
    }
  });

  test('in a browser whose session has ended removes its cookies all the same', async () => {
    await world.during(() => send(logout, '/auth/logout', { form: {} }));
    const answer = await world.during(() => send(logout, '/auth/logout', { form: {} }));
    expect([answer.status, await answer.json()]).toEqual([200, { ended: 0 }]);
    expect(marksOf(answer)).toEqual(signedOut);
  });

  test('is remembered until the next sign-in in this browser, which asks which user it is', async () => {
    const mark = '__Host-plid-signed-out=Y';
    const promptOf = async (cookie: string, path = '/auth/login') => {
      const answer = await send(login, path, { cookie, accept: 'text/html' });
      return new URL(answer.headers.get('Location') ?? '').searchParams.get('prompt');
    };
    expect(await promptOf(mark)).toBe('select_account');
    expect(await promptOf('')).toBeNull();
    expect(await promptOf(mark, '/auth/login?prompt=login')).toBe('login');
    expect(await comeBack(world, 'third', mark)).toBe(303);
  });

  test('everywhere lets only a full sign-in open a session again', async () => {
    await world.during(() => send(logout, '/auth/logout', { form: { everywhere: 'Y' } }));
    answeringService(world, true);
    for (const code of ['automatic', 'once more']) {
      await world.during(() => comeBack(world, code));
      expect((await leftAtGateway(world, user)).sessions).toEqual([]);
    }
    answeringService(world);
    expect(await world.during(() => comeBack(world, 'full'))).toBe(303);
    expect(await leftAtGateway(world, user)).toMatchObject({ sessions: ['third'], needsFullSignIn: false });
    answeringService(world, true);
    expect(await world.during(() => comeBack(world, 'automatic again'))).toBe(303);
  });
});
