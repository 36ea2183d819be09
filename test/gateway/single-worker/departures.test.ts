import { parse } from 'node-html-parser';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { compareWithContract } from '../../support/assertions/contract.ts';
import { startApplication } from '../../support/fakes/application-stand-in.ts';
import { person, userAnswer } from '../../support/fakes/service-stand-in.ts';
import { origins } from '../../support/world/test-settings.ts';
import { purged, revoked, signedEvent, signedOut } from '../support/event-requests.ts';
import { publishEventKeys } from '../support/logout-world.ts';
import { originOf, ProjectVisitor, useProjects } from '../support/single-worker-world.ts';

interface Called {
  type: string;
  plid: string;
  time: string;
  ctx: string[];
}

let called: Called[] = [];
let isDown = false;
const recorder = await startApplication(({ body }) => {
  called.push(JSON.parse(body) as Called);
  return new Response(null, { status: isDown ? 500 : 200 });
});
afterAll(() => recorder.close());

const world = useProjects({
  leaving: {
    main: 'leaving-gateway-worker.ts',
    vars: { RECORDER: recorder.url, EVENT_ISSUER: origins.service },
  },
});
const origin = originOf('leaving');
beforeEach(() => {
  world.standIn.reset();
  [called, isDown] = [[], false];
});

/** A new user who is signed in. */
async function signedIn() {
  const plid = crypto.randomUUID();
  world.standIn.answer({ user: () => userAnswer({ ...person, plid, ci: `ci-of-${plid}` }) });
  const visitor = new ProjectVisitor(world, 'leaving');
  await visitor.signIn();
  return { plid, visitor };
}
const leave = (visitor: ProjectVisitor, accept = 'application/json') =>
  visitor.fetch(`${origin}/auth/disconnect`, {
    method: 'POST',
    headers: { Origin: origin, Accept: accept, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'return_to=/goodbye',
  });
const statusOf = async (visitor: ProjectVisitor) =>
  (await visitor.fetch(`${origin}/auth/session`, { headers: { Cookie: visitor.sessionCookie } })).status;
const callsOf = (plid: string) => called.filter((call) => call.plid === plid).map(({ type }) => type);

/** The log lines of a user's object, by the time of their departure. */
const linesOf = (type: string) =>
  world
    .logs()
    .split('\n')
    .flatMap((line) => (line.includes(`"security_event":"${type}"`) ? [JSON.parse(line)] : []));

describe('a user who disconnects at /auth/disconnect', () => {
  test('is handled once by the application, with the time', async () => {
    const before = Date.now();
    const { plid, visitor } = await signedIn();
    const answer = await leave(visitor);
    expect([answer.status, await answer.json()]).toEqual([200, { disconnected: true, ended: 1 }]);
    const [call] = called;
    expect(call).toMatchObject({ type: 'disconnected', plid, ctx: ['waitUntil'] });
    expect(Date.parse(call?.time ?? '')).toBeGreaterThanOrEqual(before);
    await world.clock.advance(3 * 86_400);
    expect(callsOf(plid)).toEqual(['disconnected']);
  });

  test('gets a 503 that says what is done if the handler fails, which is called again until it succeeds', async () => {
    const { plid, visitor } = await signedIn();
    isDown = true;
    const cookie = visitor.sessionCookie;
    const answer = await leave(visitor);
    await compareWithContract('POST', new URL(`${origin}/auth/disconnect`), answer);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      {
        error: 'server_error',
        reason: 'disconnect_incomplete',
        message: expect.stringContaining('The application has not deleted its data yet.'),
        disconnected: true,
        ended: 1,
        pending: ['application'],
      },
    ]);
    expect(answer.headers.get('Set-Cookie')).toMatch(/^__Host-plid-session=;/);
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache"');
    const again = await world.fetch(`${origin}/auth/session`, { headers: { Cookie: cookie } });
    expect(again.status).toBe(401);
    await world.clock.advance(11);
    await vi.waitFor(() => expect(callsOf(plid)).toHaveLength(2), { timeout: 15_000 });
    isDown = false;
    await world.clock.advance(21);
    await vi.waitFor(() => expect(callsOf(plid)).toHaveLength(3), { timeout: 15_000 });
    expect(new Set(called.map(({ time }) => time)).size).toBe(1);
    await world.clock.advance(7 * 86_400);
    expect(callsOf(plid)).toHaveLength(3);
    const mine = linesOf('disconnected').slice(-3);
    expect(mine.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
      [3, 'delivered'],
    ]);
    expect(JSON.stringify(mine)).not.toMatch(new RegExp(`${plid}|The database is down`));
    expect(mine[0].person).toMatch(/^\w+:[\da-f]{32}$/);
  });

  test('sees a page that says the same, with a link to where they were going', async () => {
    const { visitor } = await signedIn();
    isDown = true;
    const answer = await leave(visitor, 'text/html');
    await compareWithContract('POST', new URL(`${origin}/auth/disconnect`), answer);
    const page = parse(await answer.text());
    expect([answer.status, page.querySelector('h1')?.text]).toEqual([503, 'You are disconnected']);
    expect(page.querySelector('main a')?.getAttribute('href')).toBe(`${origin}/goodbye`);
  });

  test('can sign in again while the handler fails, which then gets the earlier time', async () => {
    const { plid, visitor } = await signedIn();
    isDown = true;
    await leave(visitor);
    const left = Date.now();
    world.standIn.answer({ user: () => userAnswer({ ...person, plid, ci: `ci-of-${plid}` }) });
    const later = new ProjectVisitor(world, 'leaving');
    await later.signIn();
    isDown = false;
    await world.clock.advance(11);
    await vi.waitFor(() => expect(callsOf(plid)).toHaveLength(2), { timeout: 15_000 });
    expect(Date.parse(called.at(-1)?.time ?? '')).toBeLessThanOrEqual(left);
    expect(await statusOf(later)).toBe(200);
  });

  test('stays connected and signed in if the service fails, and no handler is called', async () => {
    const { visitor } = await signedIn();
    world.standIn.answer({ disconnect: { status: 503 } });
    expect((await leave(visitor)).status).toBe(503);
    expect([called, await statusOf(visitor)]).toEqual([[], 200]);
  });
});

describe('an event of the service', () => {
  const send = async (plid: string, type: string, changes = {}) =>
    world.fetch(`${origin}/auth/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/secevent+jwt' },
      body: await signedEvent(plid, await world.clock.now(), {
        claims: { events: { [type]: {} }, ...changes },
      }),
    });

  test.each([
    [purged, 'purged'],
    [revoked, 'disconnected'],
  ])('%s is handled as %s, with its time', async (type, handler) => {
    await publishEventKeys();
    const { plid, visitor } = await signedIn();
    const toe = Date.now() / 1000;
    expect((await send(plid, type, { toe })).status).toBe(202);
    const time = new Date(Math.floor(toe * 1000)).toISOString();
    expect(called).toEqual([{ type: handler, plid, time, ctx: ['waitUntil'] }]);
    expect(await statusOf(visitor)).toBe(401);
  });

  test('of a sign-in that the user ended ends the sessions, and calls no handler', async () => {
    await publishEventKeys();
    const { plid, visitor } = await signedIn();
    expect((await send(plid, signedOut)).status).toBe(202);
    expect([called, await statusOf(visitor)]).toEqual([[], 401]);
  });

  test('of another type calls no handler', async () => {
    await publishEventKeys();
    const { plid, visitor } = await signedIn();
    const type = 'https://schemas.openid.net/secevent/risc/event-type/account-enabled';
    expect((await send(plid, type)).status).toBe(202);
    expect([called, await statusOf(visitor)]).toEqual([[], 200]);
  });

  test('gets a 503 if the handler fails, so that the service sends it again, which succeeds', async () => {
    await publishEventKeys();
    const { plid, visitor } = await signedIn();
    isDown = true;
    const refused = await send(plid, purged);
    await compareWithContract('POST', new URL(`${origin}/auth/events`), refused);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '10']);
    expect(await refused.json()).toMatchObject({ reason: 'event_not_handled' });
    expect(await statusOf(visitor)).toBe(401);
    // Only the service repeats it.
    await world.clock.advance(86_400);
    expect(callsOf(plid)).toEqual(['purged']);
    isDown = false;
    expect((await send(plid, purged)).status).toBe(202);
    expect(callsOf(plid)).toEqual(['purged', 'purged']);
  });
});
