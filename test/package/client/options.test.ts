import { describe, expect, test } from 'vitest';
import { authorizationAddress, readCallback } from '../../../packages/plid/client/authorization.ts';
import {
  createClient,
  PlidError,
  PlidMismatch,
  PlidRefusal,
  PlidUnavailable,
} from '../../../packages/plid/client/index.ts';
import { checkOptions } from '../../../packages/plid/client/options.ts';
import { remedies, remedyOf } from '../../../packages/plid/client/remedies.ts';
import { challengeOf } from '../../../workers/core/protocol/pkce.ts';

const options = {
  service: 'https://login.example.com',
  clientId: 'demoshop000000000001',
  clientSecret: 'a secret of its own'.replaceAll(' ', '-'),
  redirectUri: 'https://shop.example.com/callback',
};

describe('the options of a client', () => {
  test('default to the specification', () => {
    const { remedyOf: remedy, onDroppedField: _, ...checked } = checkOptions(options);
    expect(checked).toEqual({
      ...options,
      par: undefined,
      requireIss: undefined,
      timeout: 10,
      pkce: true,
      fetch: undefined,
      issuer: options.service,
      paths: {
        authorize: '/oauth2/authorize',
        par: '/oauth2/par',
        token: '/oauth2/token',
        user: '/v1/user/me',
        disconnect: '/v1/user/disconnect',
      },
    });
    expect(remedy('/oauth2/token', 'invalid_grant')).toBe(` ${remedies.token.invalid_grant}`);
    expect(remedy('/oauth2/par', 'invalid_grant')).toBe(` ${remedies.par.invalid_grant}`);
    expect(remedy('/oauth2/par', 'invalid_client')).toBe(` ${remedies.everywhere.invalid_client}`);
    expect(remedy('/.well-known/oauth-authorization-server', 'invalid_grant')).toBe('');
    expect([remedyOf('token', 'another'), remedyOf('token', 'toString')]).toEqual(['', '']);
  });

  test('can be changed', () => {
    const others = { timeout: 300, pkce: false, fetch: globalThis.fetch, clientSecret: undefined };
    const paths = { token: '/api/token' };
    expect(checkOptions({ ...options, ...others, paths })).toMatchObject({
      ...others,
      paths: { token: '/api/token', user: '/v1/user/me' },
    });
    expect(checkOptions({ ...options, service: 'https://login.example.com/base//' }).service).toBe(
      'https://login.example.com/base',
    );
  });

  test('name the first missing one', () => {
    const create = createClient as () => unknown;
    expect(create).toThrow(PlidMismatch);
    expect(create).toThrow('The option service');
  });

  test('and misused callbacks are errors for the developer, not for the user', async () => {
    const client = createClient(options);
    const kept = { state: 'kept', codeVerifier: 'v' };
    const address = 'https://shop.example.com/callback?state=kept&code=the-code';
    const given = { ...options, requireIss: false };
    for (const callback of [
      address,
      new URL(address),
      new Request(address),
      { url: '/callback?state=kept&code=the-code' },
    ])
      expect(await createClient(given).readCallback(callback, kept)).toBe('the-code');
    const mistaken = [new URL(address).searchParams, undefined, {}] as never[];
    for (const callback of mistaken)
      await expect(client.finishSignIn(callback, kept)).rejects.toMatchObject({ reason: 'option' });
    await expect(client.finishSignIn(address, JSON.stringify(kept) as never)).rejects.toMatchObject({
      name: 'PlidMismatch',
      reason: 'option',
    });
  });

  test.each([
    ['service', 'http://localhost:8787'],
    ['service', 'http://127.0.0.1:8787'],
    ['service', 'http://[::1]:8787'],
    ['clientId', '!9;~'],
    ['clientSecret', '~'.repeat(16)],
    ['timeout', 0.5],
    ['redirectUri', 'com.example.app:/in'],
    ['redirectUri', 'http://localhost:3000/in'],
    ['redirectUri', 'http://[::1]/in'],
    ['issuer', 'https://login.example.com/base'],
  ])('accept %s = %j', (name, value) => {
    expect(checkOptions({ ...options, [name]: value })).toHaveProperty(name, value);
  });

  test.each([
    ['service', undefined],
    ['service', 'login.example.com'],
    ['service', 'http://login.example.com'],
    ['service', 'http://localhost.example.com'],
    ['service', 'http://xlocalhost'],
    ['service', 'ftp://localhost'],
    ['service', 'https://login.example.com?a=b'],
    ['service', 'https://login.example.com#a'],
    ['service', 'https://user@login.example.com'],
    ['clientId', undefined],
    ['clientId', ''],
    ['clientId', 'a:b'],
    ['clientId', 'a b'],
    ['clientId', ' a'],
    ['clientSecret', 'a'.repeat(15)],
    ['clientSecret', `${'a'.repeat(16)} `],
    ['clientSecret', ` ${'a'.repeat(16)}`],
    ['redirectUri', '/callback'],
    ['redirectUri', 7],
    ['redirectUri', 'javascript:alert(1)//com.example'],
    ['redirectUri', 'data:text/html,a.b'],
    ['redirectUri', 'blob:https://a.example.com'],
    ['redirectUri', 'http://shop.example.com/in'],
    ['redirectUri', 'http://localhost.example.com/in'],
    ['redirectUri', 'shop:/in'],
    ['timeout', 0],
    ['timeout', 301],
    ['timeout', Number.NaN],
  ])('reject %s = %j, and the error has the requirement without the value', (name, value) => {
    const checking = () => checkOptions({ ...options, [name]: value } as typeof options);
    expect(checking).toThrow(PlidMismatch);
    const message = expect.stringMatching(
      new RegExp(`^The option ${name} is missing or not valid. It needs .{8}`),
    );
    expect(checking).toThrow(expect.objectContaining({ reason: 'option', message }));
  });

  test.each([
    '@evil.example/',
    '.evil.example/',
    ':pass@evil.example/',
    '//evil.example',
    '/\\evil.example',
    '',
    'token',
    '/a b',
    '/t\n',
    '/t?a=b',
    '/t#',
    7,
  ])('reject paths.token = %j, which would send the secret elsewhere', async (token) => {
    const sent: string[] = [];
    const fetch = async (address: string) => {
      sent.push(address);
      return Response.json({});
    };
    const create = () => createClient({ ...options, paths: { token }, fetch } as never);
    await expect(async () => create().exchange('code')).rejects.toThrow(
      /^The option paths\.token is missing or not valid/,
    );
    expect(sent).toEqual([]);
  });

  test('use the default for undefined', () => {
    expect(checkOptions({ ...options, paths: { token: undefined } } as never).paths.token).toBe(
      '/oauth2/token',
    );
  });

  test('allow plain http beyond this machine if they say so', () => {
    const emulator = { ...options, service: 'http://emulator:8787' };
    expect(checkOptions({ ...emulator, allowHttp: true }).service).toBe(emulator.service);
    const redirectUri = 'http://shop:3000/in';
    expect(checkOptions({ ...emulator, redirectUri, allowHttp: true }).redirectUri).toBe(redirectUri);
    expect(() => checkOptions({ ...emulator, service: 'ftp://emulator', allowHttp: true })).toThrow(
      PlidMismatch,
    );
  });
});

describe('a client', () => {
  test('starts a sign-in with its own state and challenge', async () => {
    const client = createClient(options);
    const [first, second] = [await client.startSignIn({ prompt: 'login' }), await client.startSignIn()];
    const sent = Object.fromEntries(new URL(first.url).searchParams);
    expect(sent).toEqual({
      response_type: 'code',
      client_id: options.clientId,
      redirect_uri: options.redirectUri,
      state: first.state,
      code_challenge: await challengeOf(first.codeVerifier),
      code_challenge_method: 'S256',
      prompt: 'login',
    });
    const drawn = [first.state, first.codeVerifier, second.state, second.codeVerifier];
    expect(new Set(drawn).size).toBe(4);
    for (const text of drawn) expect(text).toMatch(/^[\w-]{43}$/);
    const plain = await createClient({ ...options, pkce: false }).startSignIn();
    expect(plain.url).not.toContain('code_challenge');
    expect(client.authorizationUrl({ state: 'a b' })).toMatch(/&state=a%20b$/);
  });

  test('without a secret makes no server call', async () => {
    const client = createClient({ ...options, clientSecret: undefined });
    const calls = [
      () => client.exchange('code'),
      () => client.user('token'),
      () => client.disconnect('a plid'),
    ];
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({
        reason: 'option',
        message: expect.stringContaining('clientSecret'),
      });
  });

  test('sends its requests with the given fetch and headers', async () => {
    const asked: unknown[] = [];
    const fetch = async (url: string | URL | Request, init?: RequestInit) => {
      asked.push([String(url), init?.method, init?.redirect, String(init?.body)]);
      return Response.json({ access_token: 'token', token_type: 'Bearer', expires_in: '600' });
    };
    const client = createClient({
      ...options,
      fetch: fetch as typeof globalThis.fetch,
      paths: { token: '/t' },
    });
    const token = { access_token: 'token', token_type: 'bearer', expires_in: 600 };
    expect(await client.exchange('a code', { state: 's', codeVerifier: 'v' })).toEqual(token);
    await client.exchange('a code');
    await createClient({ ...options, fetch: fetch as typeof globalThis.fetch, pkce: false }).exchange(
      'a code',
      {
        codeVerifier: 'v',
      },
    );
    const form = 'grant_type=authorization_code&code=a+code';
    expect(asked).toEqual([
      ['https://login.example.com/t', 'POST', 'manual', `${form}&state=s&code_verifier=v`],
      ['https://login.example.com/t', 'POST', 'manual', form],
      ['https://login.example.com/oauth2/token', 'POST', 'manual', form],
    ]);
  });
});

describe('a remedy', () => {
  const all = Object.entries(remedies).flatMap(([endpoint, advice]) =>
    Object.entries(advice).map(([word, sentence]) => ({ endpoint, word, sentence })),
  );

  test.each(all)('for $word at $endpoint is a sentence with the fix', ({ endpoint, word, sentence }) => {
    const at =
      endpoint === 'everywhere' ? undefined : (endpoint as Exclude<keyof typeof remedies, 'everywhere'>);
    expect(remedyOf(at, word)).toBe(` ${sentence}`);
    expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
    expect(sentence).toMatch(/[Cc]heck|[Ss]tart|Let the user/);
  });

  test.each(['par', 'disconnect'] as const)('at %s speaks of no code, because there is none', (endpoint) => {
    for (const { word } of all.filter(({ endpoint: at }) => at === endpoint || at === 'everywhere'))
      if (word !== 'timeout') expect(remedyOf(endpoint, word), word).not.toContain('code');
  });
});

describe('a callback', () => {
  const state = 'the state';
  const read = (query: string, expected: string | undefined = state) =>
    readCallback(`/callback?${query}`, expected);

  test('returns the code of a sign-in with this state', async () => {
    expect(await read('code=a%20code&state=the+state')).toBe('a code');
    expect(await readCallback(new URL('https://a.example.com/?code=a&state=the+state'), state)).toBe('a');
  });

  test.each([
    ['code=a', state],
    ['code=a&state=', ''],
    ['code=a&state=another', state],
    ['code=a&state=the+state', undefined],
    ['code=a&state=the+stat', state],
    ['code=a&state=undefined', undefined],
    ['code=a', 'undefined'],
  ])("%s isn't accepted for the state %j", async (query, expected) => {
    const refused = {
      reason: 'state_mismatch',
      error: 'invalid_state',
      message: expect.stringMatching(/state doesn't belong to a sign-in/),
    };
    await expect(readCallback(`/callback?${query}`, expected)).rejects.toMatchObject(refused);
  });

  test.each([
    'code=a&state=s&iss=https://evil.example.com',
    'code=a&state=s',
    'state=s&state=s',
    'iss=a&iss=a&code=a&code=a',
  ])('%s of a browser without a sign-in is never a mistake of the developer', async (query) => {
    const refused = readCallback(`/callback?${query}`, undefined, 'https://login.example.com', true);
    await expect(refused).rejects.toMatchObject({
      reason: 'state_mismatch',
      message: expect.stringMatching(/state doesn't belong to a sign-in/),
    });
  });

  test.each([
    ['&state=the+state', 'state'],
    ['&state=another', 'state'],
    ['&code=a&code=a', 'code'],
    ['&error=a&error=a', 'error'],
    ['&code=a&iss=a&iss=a', 'iss'],
  ])('followed by %j was changed on its way', async (query, name) => {
    await expect(read(`state=the+state${query}`)).rejects.toMatchObject({
      name: 'PlidRefusal',
      reason: 'state_mismatch',
      error: 'invalid_state',
      message: `The callback contains ${name} more than once. Let the user sign in again, and don't redeem the code.`,
    });
  });

  test.each(['', '&code='])('followed by %j is rejected', async (query) => {
    await expect(read(`state=the+state${query}`)).rejects.toMatchObject({
      name: 'PlidMismatch',
      reason: 'answer',
      message: expect.stringContaining('neither a code nor an error'),
    });
  });

  test('of another service is rejected by its iss, with a code or an error', async () => {
    const client = createClient(options);
    const callback = (more: string) => client.readCallback(`/callback?state=s${more}`, { state: 's' });
    expect(await callback('&code=a&iss=https://login.example.com')).toBe('a');
    for (const more of ['&code=a', '&error=access_denied'])
      await expect(callback(`${more}&iss=https://evil.example.com`)).rejects.toMatchObject({
        reason: 'answer',
        message: expect.stringContaining('The iss of the callback differs from the issuer of the service.'),
      });
    const named = createClient({ ...options, issuer: 'https://id.example.com' });
    expect(await named.readCallback('/?state=s&code=a&iss=https://id.example.com', { state: 's' })).toBe('a');
  });

  test.each(['a\r\nX-Evil: 1', 'a b', '', 'é'])(
    'has a token for user(%j), which is rejected without a request',
    async (token) => {
      const fetch = () => Promise.reject(new Error('asked'));
      await expect(createClient({ ...options, fetch } as never).user(token)).rejects.toMatchObject({
        name: 'PlidMismatch',
        reason: 'option',
        message: expect.stringMatching(/access token is empty or/),
      });
    },
  );

  test("with an error has its code and the service's message", async () => {
    const sent = `state=the+state&error=access_denied&message=${'m'.repeat(1_001)}&error_description=d&plid_reason=cancelled`;
    const failure = await read(sent).catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(PlidRefusal);
    expect(failure).toMatchObject({ reason: 'sent_back', error: 'access_denied', plidReason: 'cancelled' });
    expect(failure.message).toBe(
      `The service redirected the user back with the error access_denied. ${remedies.authorize.access_denied}`,
    );
    expect(failure.refusal).toEqual({ status: 302, error: 'access_denied', message: 'm'.repeat(1_000) });
    const described = await read('state=the+state&error=x.y-z_1&error_description=d').catch(
      (thrown) => thrown,
    );
    expect(described).toMatchObject({ error: 'x.y-z_1', plidReason: undefined });
    expect(described.refusal.message).toBe('d');
    const bare = await read('state=the+state&error=x').catch((thrown) => thrown);
    expect(bare.refusal.message).toBe('');
  });

  test.each(['a b', '<b>', 'é', 'x'.repeat(65), 'a\n'])(
    'with the error %j is reported as unknown',
    async (error) => {
      const query = `state=the+state&error=${encodeURIComponent(error)}&plid_reason=${encodeURIComponent(error)}`;
      await expect(read(query)).rejects.toMatchObject({ error: 'unknown_error', plidReason: undefined });
    },
  );

  test('is accepted with %20 as a space', () => {
    const settings = { ...checkOptions(options), clientId: 'a b' };
    const address = authorizationAddress(settings, { state: 's', ui_locales: 'ko en', isHybrid: 'Y' });
    expect(address).toBe(
      'https://login.example.com/oauth2/authorize?response_type=code&client_id=a%20b' +
        '&redirect_uri=https%3A%2F%2Fshop.example.com%2Fcallback&state=s&isHybrid=Y&ui_locales=ko%20en',
    );
  });
});

describe('an error of the client', () => {
  test("contains the service's message where no log writes it", () => {
    const refusal = { status: 400, error: 'invalid_grant', message: 'hidden' };
    const error = new PlidRefusal('refused', 'invalid_grant', 'words', { refusal, requestId: 'r1' });
    expect(error).toBeInstanceOf(PlidError);
    expect(error).toMatchObject({ name: 'PlidRefusal', requestId: 'r1', message: 'words' });
    expect(error.refusal).toBe(refusal);
    expect(JSON.stringify(error)).not.toContain('hidden');
    expect('cause' in error).toBe(false);
    const unavailable = new PlidUnavailable('unavailable', 'words', {
      cause: 'why',
      retryAfter: 7,
    } as object);
    expect(unavailable).toMatchObject({ name: 'PlidUnavailable', cause: 'why', retryAfter: 7 });
    expect(new PlidMismatch('answer', 'words').name).toBe('PlidMismatch');
  });
});

test.each([
  ['http://localhost:8787', 'http://localhost:3000/callback', true],
  ['http://localhost:8787', 'com.example.app:/callback', true],
  ['http://localhost:8787', 'https://shop.example.com/callback', false],
  ['https://login.example.com', 'com.example.app:/callback', false],
])(
  'a published secret with the service %s and the redirect URI %s is accepted: %s',
  (service, redirectUri, accepted) => {
    const clientSecret = 'dc5fb0d5733e72d0a2e119e01d4ee191676ed43b72bc6cbc093b486b610931c6';
    const check = () => checkOptions({ ...options, service, redirectUri, clientSecret });
    if (accepted) expect(check().clientSecret).toBe(clientSecret);
    else expect(check).toThrow('The option clientSecret is missing or not valid.');
  },
);
