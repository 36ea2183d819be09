import { inspect } from 'node:util';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ClientOptions,
  createClient,
  PlidError,
  PlidMismatch,
  PlidUnavailable,
} from '../../../packages/plid/client/index.ts';
import { remedies } from '../../../packages/plid/client/remedies.ts';
import {
  type Answer,
  person,
  startServiceStandIn,
  userAnswer,
} from '../../support/fakes/service-stand-in.ts';
import { gatewaySecrets } from '../../support/world/test-settings.ts';
import { useStarted } from '../../support/world/use-world.ts';

const standIn = useStarted(async () => ({ ...(await startServiceStandIn()), logs: () => '' }));
beforeEach(() => standIn.reset());

const secret = gatewaySecrets.CLIENT_SECRET;
const optionsWith = (changes: Partial<ClientOptions> = {}): ClientOptions => ({
  service: standIn.url,
  clientId: 'somebody-elses.client',
  clientSecret: secret,
  redirectUri: 'http://localhost:3000/callback',
  timeout: 1,
  ...changes,
});

/** The error of a promise. However it is logged, it reveals no secret, code, token or personal value. */
async function failureOf(promise: Promise<unknown>): Promise<PlidError> {
  const failure = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof PlidError)) throw new Error(`It did not fail: ${inspect(failure)}`);
  const written = `${inspect(failure, { depth: 9 })} ${JSON.stringify(failure)} ${failure.stack}`;
  const { plid: _, ...identity } = person;
  for (const value of [secret, 'the-code', 'the-verifier', 'token-of-', identity.name, identity.phoneNo])
    expect(written).not.toContain(value);
  return failure;
}

const signIn = async (changes?: Partial<ClientOptions>) => {
  const client = createClient(optionsWith(changes));
  const { access_token } = await client.exchange('the-code', { state: 's', codeVerifier: 'the-verifier' });
  return client.user(access_token);
};

test('a user of the client has no empty attribute, and an answer has what was sent', async () => {
  standIn.answer({ user: await userAnswer({ ...person, gender: '' }) });
  const client = createClient(optionsWith());
  expect(await client.user('token-of-x')).not.toHaveProperty('gender');
  expect((await client.userAnswer('token-of-x')).user).toHaveProperty('gender', '');
});

test('another service works for sign-in, user, and disconnect', async () => {
  expect(await signIn()).toEqual({ ...person, autoLoginYn: 'N', autoStatusCheck: 'N' });
  await createClient(optionsWith()).disconnect(person.plid);
  expect(standIn.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /oauth2/token',
    'GET /v1/user/me',
    'POST /v1/user/disconnect',
  ]);
  expect(standIn.received[0]?.form).toEqual({
    grant_type: 'authorization_code',
    code: 'the-code',
    state: 's',
    code_verifier: 'the-verifier',
  });
  expect(standIn.received[1]?.headers.authorization).toBe('Bearer token-of-the-code');
  expect(standIn.received[2]?.form).toEqual({ plid: person.plid });
});

describe('a missing response', () => {
  test('in time is a timeout, and the code was sent once', async () => {
    standIn.answer({ token: { hang: true } });
    const failure = await failureOf(signIn());
    expect(failure).toBeInstanceOf(PlidUnavailable);
    expect(failure).toMatchObject({ name: 'PlidUnavailable', reason: 'timeout' });
    expect(failure.message).toContain(`within 1 seconds. ${remedies.everywhere.timeout}`);
    expect(standIn.exchanges()).toBe(1);
  });

  test('from a closed port is unavailable', async () => {
    expect(await failureOf(signIn({ service: 'http://127.0.0.1:9' }))).toMatchObject({
      reason: 'unavailable',
    });
  });

  test('with 503 has retryAfter', async () => {
    const body = { error: 'server_error', message: 'later' };
    standIn.answer({
      token: { status: 503, body, headers: { 'Retry-After': '120', 'X-Request-Id': 'abc' } },
    });
    const expected = {
      reason: 'unavailable',
      retryAfter: 120,
      requestId: 'abc',
      refusal: { status: 503, ...body },
    };
    expect(await failureOf(signIn())).toMatchObject(expected);
  });

  test.each(['0', '10000', '1.5', '-1', 'Wed, 21 Oct 2037 07:28:00 GMT'])(
    'with a Retry-After of %s has no retryAfter',
    async (retryAfter) => {
      standIn.answer({ token: { status: 503, body: '', headers: { 'Retry-After': retryAfter } } });
      expect((await failureOf(signIn())) as PlidUnavailable).toMatchObject({
        reason: 'unavailable',
        retryAfter: undefined,
      });
    },
  );

  test('that breaks off is unavailable', async () => {
    standIn.answer({ user: { body: 'x'.repeat(200), cut: true } });
    expect(await failureOf(signIn())).toMatchObject({ reason: 'unavailable' });
  });
});

describe("a response that doesn't follow the specification", () => {
  const good = { access_token: 'token-of-x', token_type: 'bearer', expires_in: 600 };
  const cases: { what: string; token?: Answer; user?: Answer; fault: string }[] = [
    {
      what: 'a token of two words',
      token: { body: { ...good, access_token: 'token-of-x and more' } },
      fault: 'access_token is missing or malformed',
    },
    {
      what: 'a token behind a space',
      token: { body: { ...good, access_token: ' token-of-x' } },
      fault: 'access_token is missing or malformed',
    },
    {
      what: 'a type that is a number',
      token: { body: { ...good, token_type: 7 } },
      fault: 'token_type is not bearer',
    },
    { what: 'HTML', token: { body: '<html></html>' }, fault: 'access_token is missing or malformed' },
    { what: '404', token: { status: 404, body: 'nothing' }, fault: 'status 404' },
    { what: 'a redirect', token: { status: 302, headers: { Location: '/elsewhere' } }, fault: 'status 302' },
    {
      what: 'no token_type',
      token: { body: { ...good, token_type: 'mac' } },
      fault: 'token_type is not bearer',
    },
    {
      what: 'another state',
      token: { body: { ...good, state: 'other' } },
      fault: 'state belongs to another sign-in',
    },
    ...['soon', '600 s', 'in 600', '6e2', 600.5, -1, [600], true, '9'.repeat(16)].map((expires_in) => ({
      what: `seconds that are ${JSON.stringify(expires_in)}`,
      token: { body: { ...good, expires_in } },
      fault: "expires_in isn't a number of seconds",
    })),
    { what: '201', token: { status: 201, body: good }, fault: 'status 201' },
    {
      what: 'a redirect that says an error',
      token: {
        status: 302,
        headers: { Location: '/elsewhere' },
        body: { error: 'invalid_grant', message: '' },
      },
      fault: 'status 302',
    },
    {
      what: 'an invalid error code',
      token: { status: 400, body: { error: '<b>no</b>', message: '' } },
      fault: 'status 400',
    },
    {
      what: 'a code that is a number',
      user: { body: { code: 0, error: '', message: '' } },
      fault: 'code is missing',
    },
    { what: 'too much', user: { body: ` ${' '.repeat(70_000)}{}` }, fault: 'code is missing' },
    {
      what: 'no user',
      user: { body: { code: '0000', error: '', message: '' } },
      fault: "user isn't an object",
    },
  ];
  test.each(cases)('is a mismatch: $what', async ({ fault, what: _, ...answers }) => {
    standIn.answer(answers);
    const failure = await failureOf(signIn());
    expect(failure).toBeInstanceOf(PlidMismatch);
    expect(failure).toMatchObject({ reason: 'answer', message: expect.stringContaining(fault) });
    expect(failure.message).toContain(remedies.everywhere.answer);
  });

  test("is a mismatch if state isn't a string and none was sent", async () => {
    standIn.answer({ token: { body: { ...good, state: 7 } } });
    const exchanged = createClient(optionsWith()).exchange('the-code');
    expect(await failureOf(exchanged)).toMatchObject({
      reason: 'answer',
      message: expect.stringContaining('state'),
    });
  });
});

describe("an attribute that doesn't match §2.1", () => {
  const odd = { ci: 'AAAAAAAAAAAAAAAAAAAAAA==', telcoCd: 'A' };
  const { ci: _ci, telcoCd: _telcoCd, ...rest } = person;

  test('is dropped and reported by name', async () => {
    standIn.answer({ user: await userAnswer(person, odd) });
    const told: string[] = [];
    const user = await signIn({ onDroppedField: ({ message }) => told.push(message) });
    expect(user).toEqual({ ...rest, autoLoginYn: 'N', autoStatusCheck: 'N' });
    expect(told.sort()).toEqual(['ci could not be decrypted', 'telcoCd does not match the format in §2.1']);
  });

  test('is logged without its value if no callback is given', async () => {
    standIn.answer({ user: await userAnswer(person, { telcoCd: 'A' }) });
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    try {
      await signIn();
      const line = 'plid: a field of a response was dropped: telcoCd does not match the format in §2.1.';
      expect(warned.mock.calls).toEqual([[line]]);
    } finally {
      warned.mockRestore();
    }
  });

  test('is an error only for the plid', async () => {
    standIn.answer({ user: await userAnswer(person, { plid: null }) });
    expect(await failureOf(signIn())).toMatchObject({
      reason: 'answer',
      message: expect.stringContaining('plid is missing'),
    });
  });
});

describe('a success with an error in its envelope', () => {
  test('is an error', async () => {
    standIn.answer({ user: { body: { code: '9000', error: 'authentication_failed', message: 'no' } } });
    const failure = await failureOf(signIn());
    expect(failure).toMatchObject({
      reason: 'refused',
      error: 'authentication_failed',
      refusal: { status: 200 },
    });
    expect(failure.message).toContain(remedies.user.authentication_failed);
  });

  test.each([
    { sent: 'success', error: 'success' },
    { sent: '', error: 'unknown_error' },
    { sent: 'no token-of-the-code', error: 'unknown_error' },
    { sent: ` ${'x'.repeat(100)}`, error: 'unknown_error' },
  ])('with the error $sent has the error $error', async ({ sent, error }) => {
    const body = { code: '9000', error: sent, message: 'm'.repeat(1_001) };
    standIn.answer({ user: { body }, disconnect: { body } });
    const disconnect = () => createClient(optionsWith()).disconnect(person.plid);
    for (const call of [signIn, disconnect]) {
      const failure = await failureOf(call());
      expect(failure).toMatchObject({ name: 'PlidRefusal', reason: 'refused', error });
      expect(failure.message).toMatch(new RegExp(`: ${error}, status 200\\.$`));
      const refusal = { status: 200, error: sent.slice(0, 64), message: 'm'.repeat(1_000) };
      expect(failure.refusal).toEqual(refusal);
    }
  });
});

describe('responses that §2.3 allows', () => {
  test.each([
    { sent: { expires_in: '600', token_type: 'Bearer' }, read: { expires_in: 600, token_type: 'bearer' } },
    { sent: { expires_in: '9'.repeat(15) }, read: { expires_in: 999_999_999_999_999 } },
    { sent: { expires_in: null, state: null }, read: {} },
    { sent: { expires_in: '', state: '' }, read: {} },
    { sent: { expires_in: 0, state: 's' }, read: { expires_in: 0, state: 's' } },
    { sent: { error: 'SUCCESS' }, read: {} },
  ])('%j', async ({ sent, read }) => {
    standIn.answer({ token: { body: { access_token: 'a.token', token_type: 'bearer', ...sent } } });
    const token = await createClient(optionsWith()).exchange('the-code', { state: 's' });
    expect(token).toEqual({ access_token: 'a.token', token_type: 'bearer', ...read });
  });
});

test('include any state if none was sent', async () => {
  standIn.answer({ token: { body: { access_token: 'a.token', token_type: 'bearer', state: 'theirs' } } });
  expect(await createClient(optionsWith()).exchange('the-code')).toMatchObject({ state: 'theirs' });
});

describe('a client option', () => {
  test.each<Partial<ClientOptions> & { option: string }>([
    { option: 'service', service: 'login.example.com' },
    { option: 'service', service: 'http://login.example.com' },
    { option: 'service', service: 'https://login.example.com/?a=b' },
    { option: 'service', service: 'http://localhost.evil.example' },
    { option: 'service', service: 'https://me@login.example.com' },
    { option: 'clientId', clientId: 'with a space' },
    { option: 'clientId', clientId: 'with:a-colon' },
    { option: 'clientSecret', clientSecret: `${'a'.repeat(64)}\n` },
    { option: 'clientSecret', clientSecret: `${'a'.repeat(64)} ` },
    { option: 'clientSecret', clientSecret: 'short' },
    { option: 'redirectUri', redirectUri: '/callback' },
    { option: 'timeout', timeout: 0 },
    { option: 'timeout', timeout: 301 },
  ])('$option is named without its value if it is invalid', async ({ option, ...changes }) => {
    const create = async () => createClient(optionsWith(changes));
    const failure = await failureOf(create());
    expect(failure).toMatchObject({
      reason: 'option',
      message: expect.stringContaining(`The option ${option} `),
    });
    if (changes.clientSecret) expect(failure.message).not.toContain(changes.clientSecret.trim());
  });

  test('allowHttp permits plain http, for an emulator in a container', () => {
    expect(() => createClient(optionsWith({ service: 'http://plid:8787', allowHttp: true }))).not.toThrow();
  });

  test('service may have a path, and paths may differ', async () => {
    const paths = { token: '/api/issue', user: '/api/who' };
    expect(await signIn({ paths })).toMatchObject({ name: person.name });
    const { authorizationUrl } = createClient(optionsWith({ service: 'https://x.example.com/login//' }));
    expect(authorizationUrl({ state: 'a b' })).toBe(
      'https://x.example.com/login/oauth2/authorize?response_type=code&client_id=somebody-elses.client' +
        '&redirect_uri=http%3A%2F%2Flocalhost%3A3000%2Fcallback&state=a%20b',
    );
  });

  test("clientSecret isn't needed in a browser", async () => {
    const page = createClient(optionsWith({ clientSecret: undefined }));
    const started = await page.startSignIn({ state: 'of the caller' } as never);
    expect(started.url).toContain('code_challenge=');
    expect(new URL(started.url).searchParams.get('state')).toBe(started.state);
    expect(await failureOf(page.user('the-token'))).toMatchObject({ reason: 'option' });
  });
});

describe('a callback read by the client', () => {
  const { readCallback } = createClient({
    service: 'https://x.example.com',
    clientId: 'c',
    redirectUri: 'https://shop.example.com/cb',
  });
  const read = (query: string) => readCallback(`/cb?${query}`, { state: 's' });

  test('returns its code', async () => {
    expect(await read('code=abc&state=s')).toBe('abc');
    expect(await read('code=abc&state=s&error=')).toBe('abc');
  });

  test.each([
    { query: 'state=s', expected: { name: 'PlidMismatch', reason: 'answer' } },
    { query: 'code=a&code=b&state=s', expected: { name: 'PlidRefusal', reason: 'state_mismatch' } },
    { query: 'code=a&state=s&state=s', expected: { name: 'PlidRefusal', reason: 'state_mismatch' } },
    { query: 'code=a', expected: { reason: 'state_mismatch' } },
    { query: 'code=a&state=t', expected: { reason: 'state_mismatch' } },
    { query: 'error=access_denied&state=t', expected: { reason: 'state_mismatch' } },
    {
      query: 'error=login_required&message=no%20login&state=s',
      expected: { error: 'login_required', refusal: { status: 302, message: 'no login' } },
    },
    {
      query: 'error=login_required&error_description=no%20login&state=s',
      expected: { error: 'login_required', refusal: { message: 'no login' } },
    },
    { query: 'code=a&error=access_denied&state=s', expected: { error: 'access_denied' } },
    {
      query: 'error=access_denied&plid_reason=wrong_number&state=s',
      expected: { plidReason: 'wrong_number' },
    },
    { query: 'error=access_denied&plid_reason=%3Cb%3E&state=s', expected: { plidReason: undefined } },
    { query: 'error=%3Cscript%3E&state=s', expected: { error: 'unknown_error' } },
  ])('$query', async ({ query, expected }) => {
    expect(await failureOf(read(query))).toMatchObject(expected);
  });

  test('with a long message is cut to 1,000 characters', async () => {
    const failure = await failureOf(read(`error=server_error&message=${'m'.repeat(1_001)}&state=s`));
    expect(failure.refusal?.message).toBe('m'.repeat(1_000));
  });
});
