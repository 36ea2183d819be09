import { beforeEach, describe, expect, test } from 'vitest';
import { flowLifetime } from '../../../workers/gateway/settings/gateway-lifetimes.ts';
import { person, userAnswer } from '../../support/fakes/service-stand-in.ts';
import { App } from '../../support/fixtures/native-app.ts';
import { callbackOf, useGatewayWorld, Visitor } from '../../support/world/gateway-world.ts';

const automatic = { autoLoginYn: 'Y', autoStatusCheck: 'N' };
const elsewhere = { 'Sec-Fetch-Site': 'cross-site' };

describe('after a sign-out', () => {
  const world = useGatewayWorld();
  beforeEach(() => world.standIn.reset());

  const someone = () => {
    const plid = crypto.randomUUID();
    return { ...person, plid, ci: `ci-of-${plid}` };
  };
  const fully = (user: typeof person) => world.standIn.answer({ user: () => userAnswer(user) });
  const automatically = ({ plid }: typeof person) =>
    world.standIn.answer({ user: () => userAnswer({ plid }, automatic) });
  const promptOf = (url: URL) => url.searchParams.get('prompt');

  /** A browser in the hands of a thief, and its owner's browser, from which every session was ended. */
  async function endedEverywhere() {
    const user = someone();
    fully(user);
    const [owner, stolen] = [new Visitor(world), new Visitor(world)];
    await stolen.signIn();
    await owner.signIn();
    await owner.post('/auth/logout', { everywhere: 'Y' });
    return { user, owner, stolen };
  }

  test('everywhere, an automatic login opens no session, and a full one is requested', async () => {
    const { user, stolen } = await endedEverywhere();
    automatically(user);
    const { callback } = await stolen.start('?return_to=/cart');
    const again = await stolen.get(callback);
    expect([again.status, again.url.pathname, promptOf(again.url)]).toEqual([
      302,
      '/oauth2/authorize',
      'login',
    ]);
    expect(await stolen.session()).toBeUndefined();

    const repeated = await stolen.get(callback);
    expect([repeated.status, promptOf(repeated.url)]).toEqual([302, 'login']);
    expect(await world.sessionRows(user.plid)).toEqual([]);
  });

  test('everywhere, a service that still signs in automatically opens no session and causes no loop', async () => {
    const { user, stolen } = await endedEverywhere();
    automatically(user);
    const again = await stolen.signIn();
    const state = again.url.searchParams.get('state') ?? '';
    const end = await stolen.get(callbackOf(world.gateway, { code: crypto.randomUUID(), state }), {
      Accept: 'application/json',
    });
    expect([end.status, JSON.parse(end.text).reason]).toEqual([400, 'login_required']);
    expect(await stolen.session()).toBeUndefined();
  });

  test('everywhere, a full sign-in continues to return_to and ends the requirement', async () => {
    const { user, stolen, owner } = await endedEverywhere();
    automatically(user);
    const again = await owner.signIn('?return_to=/cart&required=Y');
    fully(user);
    const state = again.url.searchParams.get('state') ?? '';
    const cancelled = { error: 'access_denied', plid_reason: 'cancelled', state };
    const told = await owner.get(callbackOf(world.gateway, cancelled));
    expect(told.document.querySelector('main a')?.getAttribute('href')).toBe(
      '/auth/login?return_to=%2Fcart&required=Y',
    );
    const end = await owner.get(callbackOf(world.gateway, { code: crypto.randomUUID(), state }));
    expect([end.status, end.url.pathname]).toEqual([303, '/cart']);
    automatically(user);
    await stolen.signIn();
    expect(await stolen.session()).toMatchObject({ user: { plid: user.plid, name: user.name } });
  });

  // The session ended with the attempt, but its copy in KV stayed for SESSION_CACHE_LIFETIME: 15 minutes.
  test("everywhere, another user's session in that browser ends with the attempt", async () => {
    const { user } = await endedEverywhere();
    fully(someone());
    const shared = new Visitor(world);
    await shared.signIn();
    await world.settle();
    const copied = new Visitor(world);
    copied.setCookie(world.gateway, '__Host-plid-session', shared.secret ?? '');
    expect(await copied.session()).toBeDefined();
    automatically(user);
    expect(promptOf((await shared.signIn()).url)).toBe('login');
    const seen = async () => {
      await world.settle();
      return copied.session();
    };
    await expect.poll(seen, { interval: 200 }).toBeUndefined();
  });

  test('everywhere, an app is asked to start again with prompt=login', async () => {
    const { user } = await endedEverywhere();
    automatically(user);
    const app = new App(world);
    const { state } = await app.start();
    const answer = await app.post('/auth/session', { code: 'c', state, code_verifier: app.verifier });
    expect([answer.status, ((await answer.json()) as { reason: string }).reason]).toEqual([
      400,
      'login_required',
    ]);
    expect(await world.sessionRows(user.plid)).toEqual([]);
  });

  test("of one session, another browser's automatic login still works", async () => {
    const user = someone();
    fully(user);
    const [here, there] = [new Visitor(world), new Visitor(world)];
    await here.signIn();
    await here.post('/auth/logout');
    automatically(user);
    await there.signIn();
    expect(await there.session()).toBeDefined();
  });

  test.each([
    { from: 'another site', headers: elsewhere, prompt: 'select_account' },
    { from: 'a sibling host', headers: { 'Sec-Fetch-Site': 'same-site' }, prompt: 'select_account' },
    { from: 'the own pages', headers: { 'Sec-Fetch-Site': 'same-origin' }, prompt: null },
    { from: 'the address bar', headers: { 'Sec-Fetch-Site': 'none' }, prompt: null },
  ])('a sign-in opened from $from has prompt $prompt', async ({ headers, prompt }) => {
    fully(someone());
    const visitor = new Visitor(world);
    await visitor.signIn();
    const before = await visitor.get(`${world.gateway}/auth/login`, headers);
    expect(promptOf(before.url)).toBeNull();
    await visitor.post('/auth/logout');
    for (const time of [1, 2]) {
      const { url } = await visitor.get(`${world.gateway}/auth/login`, headers);
      expect(promptOf(url), `time ${time}`).toBe(prompt);
    }
  });

  test("an unknown origin counts as another site; prompt=login stays, prompt=none doesn't", async () => {
    const headers = { Cookie: '__Host-plid-signed-out=Y' };
    const opened = async (query: string) => {
      const answer = await world.fetch(`${world.gateway}/auth/login${query}`, { headers });
      return promptOf(new URL(answer.headers.get('Location') ?? ''));
    };
    expect(await opened('')).toBe('select_account');
    expect(await opened('?prompt=none')).toBe('select_account');
    expect(await opened('?prompt=login')).toBe('login');
    const answer = await world.fetch(`${world.gateway}/auth/login?isHybrid=Y&ui_locales=ko`, { headers });
    const { searchParams } = new URL(answer.headers.get('Location') ?? '');
    expect([searchParams.get('isHybrid'), searchParams.get('ui_locales')]).toEqual(['Y', 'ko']);
  });

  test('the requirement ends with the next sign-in', async () => {
    fully(someone());
    const visitor = new Visitor(world);
    await visitor.signIn();
    await visitor.post('/auth/logout');
    expect(visitor.cookies(world.gateway).has('__Host-plid-signed-out')).toBe(true);
    await visitor.signIn();
    expect(visitor.cookies(world.gateway).has('__Host-plid-signed-out')).toBe(false);
    const { url } = await visitor.get(`${world.gateway}/auth/login`, elsewhere);
    expect(promptOf(url)).toBeNull();
  });
});

describe("an app's code, state, and verifier", () => {
  const world = useGatewayWorld();
  beforeEach(() => world.standIn.reset());

  const reasonOf = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { reason?: string }).reason,
  ];
  async function opened() {
    const app = new App(world);
    const { state } = await app.start();
    const request = { code: crypto.randomUUID(), state, code_verifier: app.verifier };
    expect((await app.post('/auth/session', request)).status).toBe(200);
    return { app, request };
  }

  test('with another code create no session', async () => {
    const { app, request } = await opened();
    const other = await app.post('/auth/session', { ...request, code: 'anything' });
    expect(await reasonOf(other)).toEqual([400, 'flow_used']);
    expect((await app.post('/auth/session', request)).status).toBe(200);
    expect(world.standIn.exchanges('anything')).toBe(0);
  });

  test("are invalid ten minutes after their use, and after the flow's end", async () => {
    const { app, request } = await opened();
    await world.clock.advance(599);
    expect((await app.post('/auth/session', request)).status).toBe(200);
    await world.clock.advance(60);
    expect(await reasonOf(await app.post('/auth/session', request))).toEqual([400, 'flow_used']);
    await world.clock.advance(flowLifetime - 659);
    expect(await reasonOf(await app.post('/auth/session', request))).toEqual([400, 'flow_expired']);
  });
});
