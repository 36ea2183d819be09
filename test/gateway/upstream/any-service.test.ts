import { beforeEach, describe, expect, test } from 'vitest';
import { carrierCodes } from '../../../workers/core/protocol/user-record.ts';
import { encrypt, person, userAnswer } from '../../support/fakes/service-stand-in.ts';
import { App } from '../../support/fixtures/native-app.ts';
import { useGatewayWorld, Visitor } from '../../support/world/gateway-world.ts';

const encryptedThirty = await encrypt('30');

const world = useGatewayWorld({
  vars: {
    AUTHORIZE_PATH: '/api/start',
    TOKEN_PATH: '/api/issue',
    USER_PATH: '/api/who',
    DISCONNECT_PATH: '/api/forget',
    CLIENT_ID: 'somebody-elses.client',
    PKCE: 'N',
    SESSION_LIFETIME: '1200',
  },
});
beforeEach(() => world.standIn.reset());

test('another service with its own paths and clients works for sign-in, user, and disconnect', async () => {
  const visitor = new Visitor(world);
  const login = await visitor.get(`${world.gateway}/auth/login`);
  expect(login.url.origin + login.url.pathname).toBe(`${world.standIn.url}/api/start`);
  expect(Object.keys(Object.fromEntries(login.url.searchParams))).toEqual([
    'response_type',
    'client_id',
    'redirect_uri',
    'state',
  ]);
  await visitor.signIn();
  const { created, expires } = (await visitor.session()) as Record<string, number>;
  expect(Number(expires) - Number(created)).toBe(1_200);
  expect((await visitor.post('/auth/disconnect')).status).toBe(200);
  const calls = world.standIn.received.map(({ method, path }) => `${method} ${path}`);
  expect(calls).toEqual(['POST /api/issue', 'GET /api/who', 'POST /api/forget']);
  const [exchange] = world.standIn.received;
  expect(Object.keys(exchange?.form ?? {})).toEqual(['grant_type', 'code', 'state']);
  expect(Buffer.from(exchange?.headers.authorization?.slice(6) ?? '', 'base64').toString()).toMatch(
    /^somebody-elses\.client:/,
  );
});

test("the token proxy requires the flow's verifier, even if the service doesn't support PKCE", async () => {
  const app = new App(world);
  const { state } = await app.start();
  expect((await app.token({ code: 'c', state, code_verifier: new App(world).verifier })).status).toBe(400);
  expect(world.standIn.received).toEqual([]);
  expect((await app.token({ code: 'c', state })).status).toBe(200);
  expect(world.standIn.received[0]?.form).not.toHaveProperty('code_verifier');
});

describe('every spelling that §2 allows', () => {
  const token = { access_token: 'a.good-token', token_type: 'bearer', expires_in: 600 };

  async function signedIn(): Promise<Record<string, unknown>> {
    const visitor = new Visitor(world);
    const end = await visitor.signIn();
    const session = await visitor.session();
    if (session === undefined) throw new Error(`${end.status} ${end.text}`);
    return session.user as Record<string, unknown>;
  }

  test.each([
    { what: 'state null', changes: { state: null } },
    { what: 'state ""', changes: { state: '' } },
    { what: 'no state', changes: {} },
    { what: 'no expires_in', changes: { expires_in: undefined } },
    { what: 'expires_in null', changes: { expires_in: null } },
    { what: 'expires_in ""', changes: { expires_in: '' } },
    { what: 'expires_in as a string', changes: { expires_in: '600' } },
    { what: 'error null', changes: { error: null, message: null } },
    { what: 'error ""', changes: { error: '', message: '' } },
    { what: 'error "SUCCESS"', changes: { error: 'SUCCESS', message: 'OK' } },
    { what: 'unknown fields', changes: { refresh_token: null, scope: ['a'], jti: 1 } },
  ])('in a token response with $what signs in', async ({ changes }) => {
    world.standIn.answer({ token: { body: { ...token, ...changes } } });
    expect(await signedIn()).toMatchObject({ name: person.name });
  });

  test('is omitted by the token proxy if the response omits it', async () => {
    world.standIn.answer({ token: { body: { ...token, expires_in: null, state: '' } } });
    const app = new App(world);
    const { state } = await app.start();
    const answer = await app.token({ code: 'c', state });
    expect(await answer.json()).toEqual({ access_token: 'a.good-token', token_type: 'bearer' });
  });

  test.each([
    { what: 'error null', envelope: { error: null } },
    { what: 'error and message missing', envelope: { error: undefined, message: undefined } },
    { what: 'error "Success"', envelope: { error: 'Success' } },
    { what: 'error "SUCCESS", message null', envelope: { error: 'SUCCESS', message: null } },
    { what: 'unknown fields', envelope: { result: {}, timestamp: 1 } },
  ])('in user and disconnect responses with $what succeeds', async ({ envelope }) => {
    const disconnected = { code: '0000', error: 'success', message: 'ok', ...envelope };
    world.standIn.answer({
      user: async () => ({ body: { ...((await userAnswer()).body as object), ...envelope } }),
      disconnect: { body: disconnected },
    });
    const visitor = new Visitor(world);
    await visitor.signIn();
    expect(await visitor.session()).toMatchObject({ user: { name: person.name } });
    expect((await visitor.post('/auth/disconnect')).status).toBe(200);
  });

  test.each([
    '01055550001',
    '010-5555-0001',
    '010 5555 0001',
    '(010) 5555-0001',
    '010.5555.0001',
    '+82 10-5555-0001',
    '+821055550001',
    '+82 (0)10 5555 0001',
    '821055550001',
    '0082-10-5555-0001',
    '1055550001',
    '０１０－５５５５－０００１',
  ])('of phoneNo %s is read as 11 digits', async (phoneNo) => {
    world.standIn.answer({ user: async () => userAnswer(person, { phoneNo: await encrypt(phoneNo) }) });
    expect(await signedIn()).toMatchObject({ phoneNo: '01055550001' });
  });

  test.each(['011-234-5678', '02-123-4567', '+1 212 555 0100', '+44 20 7946 0958'])(
    'of phoneNo %s without 11 mobile digits is omitted',
    async (phoneNo) => {
      const own = { plid: crypto.randomUUID(), ci: await encrypt(crypto.randomUUID()) };
      world.standIn.answer({
        user: async () => userAnswer(person, { ...own, phoneNo: await encrypt(phoneNo) }),
      });
      const user = await signedIn();
      expect(user).toMatchObject({ name: person.name });
      expect(user).not.toHaveProperty('phoneNo');
    },
  );

  test.each(carrierCodes)('of telcoCd %s is read', async (telcoCd) => {
    world.standIn.answer({ user: () => userAnswer(person, { telcoCd }) });
    expect(await signedIn()).toMatchObject({ telcoCd });
  });

  test.each([
    { what: 'a number', agegroup: 30, expected: '30' },
    { what: 'the number 0', agegroup: 0, expected: '0' },
    { what: 'encrypted', agegroup: encryptedThirty, expected: '30' },
  ])('of agegroup as $what is read', async ({ agegroup, expected }) => {
    world.standIn.answer({ user: () => userAnswer(person, { agegroup }) });
    expect(await signedIn()).toMatchObject({ agegroup: expected });
  });

  test('of null, empty, and unknown attributes is accepted', async () => {
    const plid = crypto.randomUUID();
    const nothing = { ci: null, phoneNo: '', gender: null, agegroup: null, birthday: '', foreign: null };
    const more = { email: 'a@b.example', grade: 7, autoLoginYn: null, autoStatusCheck: '' };
    world.standIn.answer({ user: () => userAnswer({ plid, name: '나' }, { ...nothing, ...more }) });
    expect(await signedIn()).toEqual({ plid, name: '나', autoLoginYn: 'N', autoStatusCheck: 'N' });
  });

  test.each([
    { what: "expires_in that isn't a number", token: { ...token, expires_in: 'soon' } },
    { what: 'a negative expires_in', token: { ...token, expires_in: -1 } },
    { what: 'another state', token: { ...token, state: 'another' } },
  ])('excludes $what', async ({ token }) => {
    world.standIn.answer({ token: { body: token } });
    const shown = await new Visitor(world).signIn();
    expect(shown.status).toBe(502);
  });
});
