import { describe, expect, test } from 'vitest';
import { firstClientErrorPause, firstRetryPause } from '../../../../workers/core/http/delivery.ts';
import { linesWith } from '../../../support/assertions/log-lines.ts';
import { person, userAnswer } from '../../../support/fakes/service-stand-in.ts';
import { books, issuerOf, papers } from '../../../support/fixtures/gateway-openid.ts';
import { readToken } from '../../../support/fixtures/openid.ts';
import { sendGatewayPeopleRequest } from '../../../support/requests/operator-requests.ts';
import { Visitor } from '../../../support/world/gateway-world.ts';
import { purged, revoked, sendEvent, signedEvent } from '../../support/event-requests.ts';
import { publishEventKeys, useLogoutWorld } from '../../support/logout-world.ts';
import { userSignIn } from '../../support/user-sign-in.ts';

const { world, receiver, signedIn, signInAt, logoutsAt, arrived, newPerson } = await useLogoutWorld();
const jtiOf = (token = '') => String(readToken(token).claims.jti);
type SignedIn = Awaited<ReturnType<typeof signedIn>>;

const ofEvent = (type: string) => async (user: SignedIn) => {
  await publishEventKeys();
  const token = await signedEvent(user.plid, await world.clock.now(), { claims: { events: { [type]: {} } } });
  expect((await sendEvent(world, token)).status).toBe(202);
};
const signOut = ({ visitor }: Pick<SignedIn, 'visitor'>, fields = {}) => visitor.post('/auth/logout', fields);

describe('a session that ends', () => {
  test.each<[string, (user: SignedIn) => Promise<unknown>]>([
    ['by a sign-out', signOut],
    ['by a sign-out everywhere', (user) => signOut(user, { everywhere: 'Y' })],
    [
      'by a sign-out in another browser',
      async () => {
        const other = new Visitor(world);
        await other.signIn();
        const { sessions } = (await (await other.fetch(`${world.gateway}/auth/sessions`)).json()) as {
          sessions: { session: string; current: boolean }[];
        };
        const [session] = sessions.filter(({ current }) => !current);
        await other.post('/auth/logout', { session: session?.session ?? '' });
      },
    ],
    [
      'by a sign-out at a product',
      ({ visitor, claims: [claims] }) =>
        visitor.get(`${issuerOf(world)}/logout?id_token_hint=${claims?.id_token}`),
    ],
    ['by disconnection', ({ visitor }) => visitor.post('/auth/disconnect')],
    ['by the event account-purged', ofEvent(purged)],
    ['by the event tokens-revoked', ofEvent(revoked)],
    ['by an operator', ({ plid }) => sendGatewayPeopleRequest(world, 'erase', { plid })],
    [
      'because another user signs in in the same browser',
      async ({ visitor }) => {
        newPerson();
        await visitor.signIn();
      },
    ],
  ])('%s ends the sessions at both products', async (_, end) => {
    const user = await signedIn(books, papers);
    await end(user);
    const [atBooks, atPapers] = user.claims;
    for (const [party, claims] of [
      [books, atBooks],
      [papers, atPapers],
    ] as const) {
      await arrived(1, party);
      const [logout] = await logoutsAt(party);
      expect(logout).toMatchObject({ sub: claims?.sub, sid: claims?.sid, aud: party.client_id });
    }
    await world.settled();
    expect(receiver.received).toHaveLength(2);
  });

  test('by expiry is reported to no product', async () => {
    const { plid } = await signedIn(books);
    await world.clock.advance(43_201);
    await expect.poll(() => world.sessionRows(plid)).toEqual([]);
    expect(receiver.received).toEqual([]);
    expect((await world.userAtRest(plid)).stored).not.toContain('logouts');
  });

  test('after its expiry is reported to no product by the end of another session', async () => {
    const { visitor } = await signedIn(books);
    await world.clock.advance(43_190);
    const later = new Visitor(world);
    await signInAt(later, papers);
    await world.clock.advance(11);
    await signOut({ visitor: later }, { everywhere: 'Y' });
    await arrived(1, papers);
    expect(receiver.tokensOf(books.client_id)).toEqual([]);
    expect(await visitor.session()).toBeUndefined();
  });

  test('after its expiry, but before its deletion, is reported to no product', async () => {
    const plid = crypto.randomUUID();
    const user = world.durableObjects.USER.getByName(plid);
    const at = await world.clock.now();
    const session = { agent: '', autoLoginYn: 'N', autoStatusCheck: 'N', created: at };
    for (const [revision, id, expires] of [
      [0, 'over', at + 1],
      [1, 'live', at + 99],
    ] as const)
      await user.signIn({ ...userSignIn, revision, session: { ...session, id, expires } }, at);
    const { client_id, redirect_uri } = books;
    await user.keepOpenId('over', 'a login', { client_id, redirect_uri, scope: 'openid' }, at);
    const claims = { issuer: issuerOf(world), subject: 'a sub' };
    await user.redeemOpenId('a login', { client_id, redirect_uri }, at, claims);
    expect(await user.logOut('live', 'all', at + 1)).toEqual(['live']);
    await world.settled();
    expect(receiver.received).toEqual([]);
  });

  test("is reported only to its own products, and another session's products stay signed in", async () => {
    const user = await signedIn(books);
    const other = new Visitor(world);
    const atOther = await signInAt(other, papers);
    await signOut({ visitor: other });
    await arrived(1, papers);
    expect((await logoutsAt(papers))[0]?.sid).toBe(atOther.sid);
    expect(receiver.tokensOf(books.client_id)).toEqual([]);
    expect(await user.visitor.session()).toBeDefined();
  });

  test('because the number has a new owner is reported to the products of the former owner', async () => {
    const { claims, plid } = await signedIn(books);
    world.standIn.answer({ user: () => userAnswer({ ...person, plid, ci: 'ci-of-the-next-owner' }) });
    await signInAt(new Visitor(world), papers);
    await arrived(1);
    expect((await logoutsAt())[0]?.sid).toBe(claims[0]?.sid);
    expect(receiver.tokensOf(papers.client_id)).toEqual([]);
  });

  test('without products sends nothing and stores nothing for it', async () => {
    const plid = newPerson();
    const visitor = new Visitor(world);
    await visitor.signIn();
    await signOut({ visitor });
    await world.settled();
    expect(receiver.received).toEqual([]);
    expect((await world.userAtRest(plid)).stored).not.toContain('logouts');
  });
});

describe('a sign-in that replaces the session of the same browser', () => {
  test('keeps its products, and a later sign-out reaches them', async () => {
    const { visitor, claims } = await signedIn(books);
    await visitor.signIn('?prompt=login');
    const atPapers = await signInAt(visitor, papers);
    expect(receiver.received).toEqual([]);
    await signOut({ visitor });
    await Promise.all([arrived(1), arrived(1, papers)]);
    expect((await logoutsAt())[0]?.sid).toBe(claims[0]?.sid);
    expect((await logoutsAt(papers))[0]?.sid).toBe(atPapers.sid);
  });
});

describe('the sid of an id_token', () => {
  test('is the same for every sign-in of a session at a product, and differs otherwise', async () => {
    const { visitor, claims } = await signedIn(books, papers, books);
    const elsewhere = await signInAt(new Visitor(world));
    const [first, atPapers, again] = claims;
    expect(again?.sid).toBe(first?.sid);
    expect(first?.sid).toMatch(/^[\w-]{22}$/);
    expect(new Set([first?.sid, atPapers?.sid, elsewhere.sid]).size).toBe(3);
    expect(elsewhere.sub).toBe(first?.sub);
    await signOut({ visitor });
    await arrived(1);
  });
});

describe('a logout_token', () => {
  test('is a standard one, without any other claim', async () => {
    for (const [party, alg] of [
      [books, 'RS256'],
      [papers, 'ES256'],
    ] as const) {
      const { visitor, claims } = await signedIn(party);
      await signOut({ visitor });
      await arrived(1, party);
      const { header, claims: sent } = readToken(receiver.tokensOf(party.client_id)[0] ?? '');
      expect(header).toEqual({ alg, typ: 'logout+jwt', kid: `public-${alg}` });
      const iat = Number(sent.iat);
      expect((await world.clock.now()) - iat).toBeLessThan(60);
      expect(sent).toEqual({
        ...{ iss: issuerOf(world), sub: claims[0]?.sub, sid: claims[0]?.sid, aud: party.client_id },
        ...{ iat, exp: iat + 120, jti: expect.stringMatching(/^[0-9a-f-]{36}$/) },
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      });
    }
  });

  test('is sent for each session after a sign-out everywhere', async () => {
    const { visitor, claims } = await signedIn(books);
    const other = await signInAt(new Visitor(world));
    await signOut({ visitor }, { everywhere: 'Y' });
    await arrived(2);
    const sids = (await logoutsAt()).map(({ sid }) => sid);
    expect(sids.sort()).toEqual([claims[0]?.sid, other.sid].sort());
  });

  test('that gets 503 is signed again with the same jti, logged, and then deleted', async () => {
    receiver.answers(() => new Response(null, { status: 503 }));
    const { plid, visitor } = await signedIn(books);
    await signOut({ visitor });
    await arrived(1);
    const jti = jtiOf(receiver.tokensOf('books')[0]);
    await expect.poll(async () => (await world.userAtRest(plid)).stored).toContain(`"attempts":1`);
    receiver.answers();
    await world.clock.advance(firstRetryPause);
    await arrived(2);
    const [, second] = await logoutsAt();
    expect(second).toMatchObject({ jti });
    const line = { security_event: 'logout', client_id: 'books', jti };
    await linesWith(world, { ...line, outcome: 'failed', status: 503, attempt: 1 });
    await linesWith(world, { ...line, outcome: 'delivered', status: 200, attempt: 2 });
    await expect.poll(async () => (await world.userAtRest(plid)).stored).not.toContain('logouts');
    expect(world.logs()).not.toContain(String(second?.sid));
    expect(world.logs()).not.toContain(String(second?.sub));
  });

  test('that gets 400 is given up', async () => {
    receiver.answers(() => Response.json({ error: 'invalid_request' }, { status: 400 }));
    const { visitor } = await signedIn(books);
    await signOut({ visitor });
    await arrived(1);
    const jti = jtiOf(receiver.tokensOf('books')[0]);
    await linesWith(world, { jti, level: 'error', outcome: 'refused', status: 400 });
    await world.clock.advance(firstClientErrorPause);
    expect(receiver.received).toHaveLength(1);
  });

  test("that gets a redirect isn't sent to the redirect's target", async () => {
    receiver.answers(({ url }) =>
      url === '/books' ? Response.redirect(receiver.addressOf('papers'), 307) : new Response(),
    );
    const { visitor } = await signedIn(books);
    await signOut({ visitor });
    await arrived(1);
    const jti = jtiOf(receiver.tokensOf('books')[0]);
    await linesWith(world, { jti, outcome: 'failed', status: 307 });
    await world.clock.advance(firstRetryPause);
    await arrived(2);
    expect(receiver.tokensOf('papers')).toEqual([]);
  });

  test("to a slow product delays neither the sign-out nor the next session's sign-in", async () => {
    const response = Promise.withResolvers<Response>();
    receiver.answers(() => response.promise);
    const { visitor } = await signedIn(books);
    expect(await (await signOut({ visitor })).json()).toEqual({ ended: 1 });
    await arrived(1);
    expect(await visitor.session()).toBeUndefined();
    await visitor.signIn();
    expect(await visitor.session()).toBeDefined();
    response.resolve(new Response());
    await linesWith(world, { security_event: 'logout', outcome: 'delivered', client_id: 'books' });
  });
});

test('an erased user leaves only undelivered logout_tokens, which the operator sees', async () => {
  receiver.answers(() => new Response(null, { status: 503 }));
  const { plid, visitor } = await signedIn(books, papers);
  const show = async () => {
    const answer = await sendGatewayPeopleRequest(world, 'show', { plid });
    return ((await answer.json()) as { users: object[] }).users;
  };
  expect(await show()).toMatchObject([{ sessions: [{ relyingParties: ['books', 'papers'] }] }]);
  await visitor.post('/auth/disconnect');
  await Promise.all([arrived(1), arrived(1, papers)]);
  await world.clock.advance(7_200);
  const waiting = { plid, identity: {}, sessions: [], undeliveredLogouts: ['books', 'papers'] };
  expect(await show()).toEqual([{ ...waiting, pseudonyms: expect.any(Array) }]);
  const { stored } = await world.userAtRest(plid);
  expect(stored).not.toContain(plid);
  receiver.answers();
  await world.clock.advance(21_600);
  await expect.poll(() => world.userAtRest(plid)).toEqual({ stored: '{}', alarm: null });
});

test('the discovery document states that logout_tokens have a sid', async () => {
  const answer = await world.fetch(`${issuerOf(world)}/.well-known/openid-configuration`);
  expect(await answer.json()).toMatchObject({
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  });
});
