import { beforeEach, describe, expect, test } from 'vitest';
import { readUser } from '../../../workers/gateway/upstream/service-calls.ts';
import { linesWith } from '../../support/assertions/log-lines.ts';
import { type Answer, encrypt, person, userAnswer } from '../../support/fakes/service-stand-in.ts';
import { App } from '../../support/fixtures/native-app.ts';
import { useGatewayWorld, Visitor } from '../../support/world/gateway-world.ts';

const token = { access_token: 'a.good-token', token_type: 'bearer', expires_in: 600 };
const changed = (changes: Record<string, unknown>) => () => userAnswer(person, changes);
const json = { Accept: 'application/json' };

interface Misbehaviour {
  what: string;
  token?: Answer;
  user?: Answer | (() => Promise<Answer>);
}

const timedOut: Misbehaviour[] = [
  { what: 'no answer to the code', token: { hang: true } },
  { what: 'no answer to the token', user: { hang: true } },
];

const outOfOrder = { error: 'server_error', message: 'Retry later.' };
const unavailable: (Misbehaviour & { retryAfter?: string })[] = [
  ...[429, 502, 503, 504, 521, 522, 523, 524, 530].map((status) => ({
    what: `${status} of a proxy`,
    token: { status, body: '<html>no answer from the origin</html>' },
  })),
  { what: '503 with the words of §7', token: { status: 503, body: outOfOrder } },
  { what: '429 with the words of §7', token: { status: 429, body: outOfOrder } },
  { what: '503 for the token', user: { status: 503, body: outOfOrder } },
  {
    what: '503 with a Retry-After',
    token: { status: 503, body: outOfOrder, headers: { 'Retry-After': '120' } },
    retryAfter: '120',
  },
  {
    what: '503 with a Retry-After that is a date',
    token: { status: 503, body: outOfOrder, headers: { 'Retry-After': 'Wed, 21 Oct 2037 07:28:00 GMT' } },
  },
];

const badClient = { error: 'invalid_client', message: 'Bad client credentials' };
const clientRefused: Misbehaviour[] = [
  { what: '401 invalid_client', token: { status: 401, body: badClient } },
  { what: '400 invalid_client', token: { status: 400, body: badClient } },
  { what: '200 with invalid_client in it', token: { body: badClient } },
  { what: '401 without the words of §7', token: { status: 401, body: '<html>Unauthorized</html>' } },
];

const refused: (Misbehaviour & { service: unknown })[] = [
  {
    what: '500 server_error for the code',
    token: { status: 500, body: { error: 'server_error', message: 'Invalid authorization code' } },
    service: { status: 500, error: 'server_error', message: 'Invalid authorization code' },
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

const invalid: Misbehaviour[] = [
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
  { what: "a lifetime that isn't a number", token: { body: { ...token, expires_in: 'soon' } } },
  { what: 'another state', token: { body: { ...token, state: 'of another user' } } },
  { what: 'HTML for the token', user: { body: '<html>sorry</html>' } },
  { what: 'a user record of 1 MB', user: changed({ name: 'x'.repeat(1_000_000) }) },
  { what: 'no envelope', user: { body: person } },
  { what: 'no user', user: { body: { code: '0000', error: 'success', message: '' } } },
  { what: 'no plid', user: changed({ plid: undefined }) },
  { what: 'a plid that is an object', user: changed({ plid: {} }) },
];

describe('a faulty service, on KV that lags', () => {
  const world = useGatewayWorld({ lagging: true });
  beforeEach(() => world.standIn.reset());

  /** Signs in against the misbehaviour, twice: an impatient person sends the callback again. */
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

  test.each(timedOut)('with $what is a timeout, and nothing is repeated', async (misbehaviour) => {
    const answer = await attempt(misbehaviour);
    expect(answer).toMatchObject({ status: 503, error: 'server_error', reason: 'upstream_timeout' });
    expect(answer.headers.get('Retry-After')).toBe('5');
  });

  test("that doesn't respond to an app's code is a timeout, and nothing is repeated", async () => {
    const app = new App(world);
    const { state } = await app.start();
    world.standIn.answer({ token: { hang: true } });
    const answer = await app.token({ code: 'c', state });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ error: 'server_error', reason: 'upstream_timeout' });
    expect(world.standIn.exchanges()).toBe(1);
  });

  test.each(unavailable)(
    'with $what is temporarily unavailable, and nothing is repeated',
    async ({ retryAfter = '5', ...misbehaviour }) => {
      const answer = await attempt(misbehaviour);
      expect(answer).toMatchObject({ status: 503, error: 'server_error', reason: 'upstream_unavailable' });
      expect(answer.headers.get('Retry-After')).toBe(retryAfter);
    },
  );

  test.each(clientRefused)('with $what means wrong credentials of the gateway', async (misbehaviour) => {
    const answer = await attempt(misbehaviour);
    expect(answer).toMatchObject({ status: 502, error: 'server_error', reason: 'client_refused' });
  });

  test.each([
    { what: 'no answer', disconnect: { hang: true }, status: 503, reason: 'upstream_timeout' },
    {
      what: '503 with the words of §7',
      disconnect: { status: 503, body: outOfOrder },
      status: 503,
      reason: 'upstream_unavailable',
    },
    {
      what: 'wrong client credentials',
      disconnect: { status: 401, body: badClient },
      status: 502,
      reason: 'client_refused',
    },
  ])('with $what during a disconnect is reported, and the session stays', async (expected) => {
    const visitor = new Visitor(world);
    await visitor.signIn();
    world.standIn.answer({ disconnect: expected.disconnect });
    const answer = await visitor.post('/auth/disconnect');
    expect(answer.status).toBe(expected.status);
    expect(answer.headers.has('Retry-After')).toBe(expected.status === 503);
    expect(await answer.json()).toMatchObject({ error: 'server_error', reason: expected.reason });
    expect(await visitor.session()).toBeDefined();
    expect(world.standIn.received.filter(({ path }) => path.endsWith('/disconnect'))).toHaveLength(1);
  });

  test.each([
    { language: 'ko', says: ['지금은 로그인할 수 없습니다', '잠시 후 다시 시도해 주세요.'] },
    { language: 'en', says: ['Sign-in is not possible right now', 'Please try again in a moment.'] },
  ])('is reported to users in $language as temporary, once', async ({ language, says }) => {
    world.standIn.answer({ token: { status: 503, body: outOfOrder } });
    const visitor = new Visitor(world, { 'Accept-Language': language });
    const shown = await visitor.signIn();
    expect(shown.status).toBe(503);
    for (const text of says) expect(shown.text).toContain(text);
    expect(shown.document.querySelector('p')?.text).not.toContain(shown.document.querySelector('h1')?.text);
  });

  test.each(refused)(
    'with $what is reported as a rejection, and nothing is repeated',
    async ({ service, ...misbehaviour }) => {
      const answer = await attempt(misbehaviour);
      expect(answer).toMatchObject({
        status: 400,
        error: 'invalid_grant',
        reason: 'upstream_refused',
        service,
      });
    },
  );

  test.each(invalid)('with $what is reported as invalid, and nothing is repeated', async (misbehaviour) => {
    const answer = await attempt(misbehaviour);
    expect(answer).toMatchObject({ status: 502, error: 'server_error', reason: 'upstream_invalid' });
  });

  test("doesn't affect the next sign-in", async () => {
    const visitor = new Visitor(world);
    expect((await visitor.signIn()).status).toBe(303);
    expect(await visitor.session()).toBeDefined();
  });

  test.each([
    { what: 'expires_in as a string', token: { ...token, expires_in: '600' } },
    { what: 'token_type in capitals', token: { ...token, token_type: 'Bearer' } },
    { what: 'no state', token: { ...token, state: undefined } },
    { what: 'more fields', token: { ...token, scope: 'all', refresh_token: 'r' } },
    { what: 'error "success" with a token', token: { ...token, error: 'success' } },
    { what: 'error "" with a token', token: { ...token, error: '' } },
  ])('with $what in a token response still signs in', async ({ token }) => {
    world.standIn.answer({ token: { body: token } });
    const visitor = new Visitor(world);
    await visitor.signIn();
    expect(await visitor.session()).toMatchObject({ user: { name: '한가람' } });
  });

  test.each([
    { what: 'error ""', envelope: { error: '' } },
    { what: 'no error', envelope: { error: undefined } },
    { what: 'no message', envelope: { message: undefined } },
  ])('with $what in a user response still signs in', async ({ envelope }) => {
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

  test('that omits fields without consent still signs in', async () => {
    world.standIn.answer({ user: () => userAnswer({ plid: 'somebody-else', name: '나' }) });
    const visitor = new Visitor(world);
    await visitor.signIn();
    const { user } = (await visitor.session()) ?? {};
    expect(user).toEqual({ plid: 'somebody-else', name: '나', autoLoginYn: 'N', autoStatusCheck: 'N' });
  });
});

describe('a service with an invalid attribute', async () => {
  const world = useGatewayWorld();
  beforeEach(() => world.standIn.reset());

  test.each<[string, Record<string, unknown>]>([
    ['telcoCd', { telcoCd: 'A' }],
    ['agegroup', { agegroup: '45' }],
    ['gender', { gender: 'm' }],
    ['birthdate', { birthdate: await encrypt('19731016') }],
    ['name', { name: await encrypt('한\n가람') }],
    ['phoneNo', { phoneNo: 'AAAAAAAAAAAAAAAAAAAAAA==' }],
    ['autoLoginYn autoStatusCheck', { autoLoginYn: true, autoStatusCheck: 'n' }],
    ['ci foreign', { ci: '한가람', foreign: 7 }],
  ])('%s: signs the user in without it, and the log names it', async (names, sent) => {
    const own = { plid: crypto.randomUUID(), ci: await encrypt(crypto.randomUUID()) };
    world.standIn.answer({ user: () => userAnswer(person, { ...own, ...sent }) });
    const visitor = new Visitor(world);
    const callback = await visitor.signIn();
    expect(callback.status).toBe(303);
    const { user } = (await visitor.session()) as { user: Record<string, string> };
    const leftOut = names.split(' ').filter((name) => !name.startsWith('auto'));
    const kept = ['name', 'phoneNo', 'gender', 'agegroup'].filter((name) => !leftOut.includes(name));
    for (const name of leftOut) expect(user).not.toHaveProperty(name);
    expect(user).toMatchObject(Object.fromEntries(kept.map((name) => [name, person[name as 'name']])));
    const request = callback.headers.get('X-Request-Id') ?? '';
    const [line] = await linesWith(world, { request, route: '/auth/callback' });
    expect(line).toMatchObject({ status: 303, left_out: names });
  });

  test('has it omitted by the user proxy too', async () => {
    world.standIn.answer({ user: () => userAnswer(person, { telcoCd: 'A' }) });
    const headers = { Authorization: 'Bearer a-token' };
    const answer = await world.fetch(`${world.gateway}/auth/user`, { headers });
    expect(answer.status).toBe(200);
    const { user } = (await answer.json()) as { user: Record<string, string> };
    const { telcoCd: _, ...rest } = person;
    expect(user).toEqual({ ...rest, autoLoginYn: 'N', autoStatusCheck: 'N' });
    const [line] = await linesWith(world, { request: answer.headers.get('X-Request-Id') ?? '' });
    expect(line?.left_out).toBe('telcoCd');
  });
});

test("a service that can't be reached is temporarily unavailable", async () => {
  const env = {
    SERVICE_URL: 'http://127.0.0.1:9',
    SERVICE_TIMEOUT: 2,
    USER_PATH: '/v1/user/me',
    CLIENT_SECRET: 'a'.repeat(64),
  };
  await expect(readUser({ env, note: () => undefined }, 'a-token')).rejects.toMatchObject({
    reason: 'upstream_unavailable',
    status: 503,
    headers: { 'Retry-After': '5' },
  });
});
