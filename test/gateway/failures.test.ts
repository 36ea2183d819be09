import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GatewayWorld, kinds, startGatewayWorld, Visitor } from '../support/gateway-world.ts';
import { type Answer, encrypt, person, userAnswer } from '../support/service-stand-in.ts';

const token = { access_token: 'a.good-token', token_type: 'bearer', expires_in: 600 };
const changed = (changes: Record<string, unknown>) => () => userAnswer(person, changes);
const json = { Accept: 'application/json' };

interface Misbehaviour {
  what: string;
  token?: Answer;
  user?: Answer | (() => Promise<Answer>);
}

const silent: Misbehaviour[] = [
  { what: 'no answer to the code', token: { hang: true } },
  ...[502, 503, 504, 521, 522, 523, 524, 530].map((status) => ({
    what: `a proxy's ${status}`,
    token: { status, body: '<html>no answer from the origin</html>' },
  })),
  { what: 'no answer to the token', user: { hang: true } },
];

const refused: (Misbehaviour & { service: unknown })[] = [
  {
    what: '500 server_error for the code',
    token: { status: 500, body: { error: 'server_error', message: 'Invalid authorization code' } },
    service: { status: 500, error: 'server_error', message: 'Invalid authorization code' },
  },
  {
    what: '401 invalid_client',
    token: { status: 401, body: { error: 'invalid_client', message: 'Bad client credentials' } },
    service: { status: 401, error: 'invalid_client', message: 'Bad client credentials' },
  },
  {
    what: '200 with an error in it',
    token: { body: { error: 'invalid_grant', message: 'no' } },
    service: { status: 200, error: 'invalid_grant', message: 'no' },
  },
  {
    what: '401 authentication_failed for the token',
    user: { status: 401, body: { error: 'authentication_failed', message: 'no' } },
    service: { status: 401, error: 'authentication_failed', message: 'no' },
  },
  {
    what: 'an envelope with another code than 0000',
    user: { body: { code: '9999', error: '', message: 'no' } },
    service: { status: 200, error: '', message: 'no' },
  },
];

const nonsense: Misbehaviour[] = [
  { what: 'HTML for the code', token: { body: '<html>sorry</html>' } },
  { what: 'an answer that is cut', token: { cut: true, body: token } },
  { what: '500 with HTML', token: { status: 500, body: '<html>sorry</html>' } },
  { what: '500 without words of §7', token: { status: 500, body: { oops: true } } },
  { what: 'an empty answer', token: { body: '' } },
  { what: 'an answer of 1 MB', token: { body: { ...token, padding: 'x'.repeat(1_000_000) } } },
  { what: 'a redirect', token: { status: 302, headers: { Location: '/elsewhere' }, body: token } },
  { what: '204', token: { status: 204 } },
  { what: 'an array', token: { body: [token] } },
  { what: 'an access token that is a number', token: { body: { ...token, access_token: 1 } } },
  { what: 'an access token with a line break', token: { body: { ...token, access_token: 'a\r\nb' } } },
  { what: 'no access token', token: { body: { ...token, access_token: undefined } } },
  { what: 'another token type', token: { body: { ...token, token_type: 'mac' } } },
  { what: 'a lifetime that is no number', token: { body: { ...token, expires_in: 'soon' } } },
  { what: 'another state', token: { body: { ...token, state: 'of somebody else' } } },
  { what: 'HTML for the token', user: { body: '<html>sorry</html>' } },
  { what: 'a user record of 1 MB', user: changed({ name: 'x'.repeat(1_000_000) }) },
  { what: 'no envelope', user: { body: person } },
  { what: 'no user', user: { body: { code: '0000', error: 'success', message: '' } } },
  { what: 'no plid', user: changed({ plid: undefined }) },
  { what: 'a plid that is an object', user: changed({ plid: {} }) },
  { what: 'a field that does not decrypt', user: changed({ phoneNo: 'AAAAAAAAAAAAAAAAAAAAAA==' }) },
  { what: 'a field that is not Base64', user: changed({ name: '한가람' }) },
  {
    what: 'a phone number that is none',
    user: async () => changed({ phoneNo: await encrypt('010-5555') })(),
  },
  { what: 'a birthday that is none', user: async () => changed({ birthday: await encrypt('1332') })() },
  { what: 'an unknown carrier', user: changed({ telcoCd: 'X' }) },
  { what: 'an age group that is none', user: changed({ agegroup: '35' }) },
  { what: 'flags of another kind', user: changed({ autoLoginYn: true }) },
];

describe.each(kinds)('a service that misbehaves, on $kv', ({ lagging }) => {
  let world: GatewayWorld;
  beforeAll(async () => {
    world = await startGatewayWorld({ lagging, vars: { SERVICE_TIMEOUT: '1' } });
  });
  afterAll(() => world.close());
  beforeEach(() => world.standIn.reset());

  /** Signs in against the misbehaviour, twice: the callback is sent again as an impatient person does. */
  async function attempt({ token, user }: Misbehaviour) {
    world.standIn.answer({ ...(token && { token }), ...(user && { user }) });
    const visitor = new Visitor(world);
    const { callback, code } = await visitor.start();
    const first = await visitor.get(callback, json);
    world.standIn.answer({ token: { body: token }, user: () => userAnswer() });
    const second = await visitor.get(callback, json);
    expect(JSON.parse(second.text).reason).toBe(JSON.parse(first.text).reason);
    expect(second.status).toBe(first.status);
    expect(world.standIn.exchanges(code)).toBe(1);
    expect(world.standIn.received.map(({ path }) => path)).not.toContain('/elsewhere');
    expect(visitor.secret).toBeUndefined();
    return { status: first.status, headers: first.headers, ...JSON.parse(first.text) };
  }

  test.each(silent)('$what: it did not answer; nothing is sent again', async (misbehaviour) => {
    const answer = await attempt(misbehaviour);
    expect(answer).toMatchObject({ status: 503, error: 'server_error', reason: 'service_silent' });
    expect(answer.headers.get('Retry-After')).toBe('5');
  });

  test.each(refused)(
    '$what: it said no, and what; nothing is sent again',
    async ({ service, ...misbehaviour }) => {
      const answer = await attempt(misbehaviour);
      expect(answer).toMatchObject({
        status: 400,
        error: 'invalid_grant',
        reason: 'service_refused',
        service,
      });
    },
  );

  test.each(nonsense)('$what: nonsense; nothing is sent again', async (misbehaviour) => {
    const answer = await attempt(misbehaviour);
    expect(answer).toMatchObject({ status: 502, error: 'server_error', reason: 'service_nonsense' });
  });

  test('after all that the next sign-in works', async () => {
    const visitor = new Visitor(world);
    expect((await visitor.signIn()).status).toBe(303);
    expect(await visitor.session()).toBeDefined();
  });

  test.each([
    { what: 'expires_in as a string', token: { ...token, expires_in: '600' } },
    { what: 'token_type in capitals', token: { ...token, token_type: 'Bearer' } },
    { what: 'no state', token: { ...token, state: undefined } },
    { what: 'more fields', token: { ...token, scope: 'all', refresh_token: 'r' } },
    { what: 'error "success" beside the token', token: { ...token, error: 'success' } },
    { what: 'error "" beside the token', token: { ...token, error: '' } },
  ])('a token answer with $what signs in', async ({ token }) => {
    world.standIn.answer({ token: { body: token } });
    const visitor = new Visitor(world);
    await visitor.signIn();
    expect(await visitor.session()).toMatchObject({ user: { name: '한가람' } });
  });

  test.each([
    { what: 'error ""', envelope: { error: '' } },
    { what: 'no error', envelope: { error: undefined } },
    { what: 'no message', envelope: { message: undefined } },
  ])('a user answer with $what signs in', async ({ envelope }) => {
    world.standIn.answer({
      user: async () => {
        const { body } = await userAnswer();
        return { body: { ...(body as object), ...envelope } };
      },
    });
    const visitor = new Visitor(world);
    await visitor.signIn();
    expect(await visitor.session()).toMatchObject({ user: { name: '한가람' } });
  });

  test('fields that the application did not agree on are simply not there', async () => {
    world.standIn.answer({ user: () => userAnswer({ plid: 'somebody-else', name: '나' }) });
    const visitor = new Visitor(world);
    await visitor.signIn();
    const { user } = (await visitor.session()) ?? {};
    expect(user).toEqual({ plid: 'somebody-else', name: '나', autoLoginYn: 'N', autoStatusCheck: 'N' });
  });
});
