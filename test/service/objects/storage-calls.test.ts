import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Application } from '../../../workers/service/registry/applications.ts';
import disconnectWorker from '../../../workers/service/routes/disconnect/index.ts';
import tokenWorker from '../../../workers/service/routes/token/index.ts';
import userWorker from '../../../workers/service/routes/user/index.ts';
import { accessToken, authorizationCode } from '../../../workers/service/settings/service-sealed-types.ts';
import { expectContract } from '../../support/assertions/contract.ts';
import { askInProcess } from '../../support/requests/ask-in-process.ts';
import { basic } from '../../support/requests/service-requests.ts';
import { origins, serviceKeys, serviceSecrets } from '../../support/world/test-settings.ts';
import { type Calls, client_secret, countingSettings, newApplication } from '../support/counting-storage.ts';

let application: Application;
let calls: Calls;
beforeEach(async () => {
  application = await newApplication();
  calls = [];
});

type Worker = typeof tokenWorker;

async function ask(worker: Worker, path: string, init: RequestInit, settings: object) {
  const url = new URL(path, origins.service);
  const { answer } = await askInProcess(worker, new Request(url, init), settings);
  const { status, headers } = answer;
  const body = await answer.text();
  expectContract(init.method ?? 'GET', url, { status, headers, body });
  return { status, headers, body };
}

const post = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { Authorization: basic({ client_id: application.client_id, client_secret }) },
  body: new URLSearchParams(fields),
});

const soon = () => Math.floor(Date.now() / 1000) + 60;
const grant = () => ({ plid: randomUUID(), grant: randomUUID(), client_id: application.client_id });
const sealCode = (changes: object = {}, expires = soon()) => {
  const redirect_uri_digest = createHash('sha256').update('https://books.example.com/cb').digest('base64url');
  return authorizationCode.seal(serviceKeys, { ...grant(), redirect_uri_digest, ...changes }, expires);
};
const sealToken = (changes: object = {}, expires = soon()) =>
  accessToken.seal(serviceKeys, { ...grant(), secret: 's1', ...changes }, expires);

const redeem = (
  code: string,
  fields = {},
  settings = countingSettings(calls, application, { redeem: () => 'redeemed' }),
) => ask(tokenWorker, '/oauth2/token', post({ grant_type: 'authorization_code', code, ...fields }), settings);

const login = {
  identity: { name: '김하나' },
  flags: { autoLoginYn: 'N', autoStatusCheck: 'N' },
  agreed: ['name'],
};
const read = (token: string, settings = countingSettings(calls, application, { read: () => login })) =>
  ask(userWorker, '/v1/user/me', { headers: { Authorization: `Bearer ${token}` } }, settings);

const disconnect = (
  plid: string,
  settings = countingSettings(calls, application, { disconnect: () => true }),
) => ask(disconnectWorker, '/v1/user/disconnect', post({ plid }), settings);

/** The calls of a request in an isolate that has already read the application, and its status. */
async function cost(request: () => Promise<{ status: number }>) {
  await redeem('x');
  calls.length = 0;
  const { status } = await request();
  return { status, calls: [...calls] };
}

describe('a code costs one storage call if it is valid, and none otherwise', () => {
  test('for a valid code', async () => {
    expect(await cost(async () => redeem(await sealCode()))).toEqual({ status: 200, calls: ['redeem'] });
  });

  test.each<[string, number, () => Promise<unknown> | unknown]>([
    ['forged', 500, () => redeem('forged')],
    ['expired long ago', 500, async () => redeem(await sealCode({}, soon() - 661))],
    [
      'expired, for another redirect_uri',
      500,
      async () => redeem(await sealCode({}, soon() - 61), { redirect_uri: 'https://x.example' }),
    ],
    ['a token', 500, async () => redeem(await sealToken())],
    [
      'of another application',
      400,
      async () => redeem(await sealCode({ client_id: 'somebody000000000000' })),
    ],
    [
      'for another redirect_uri',
      400,
      async () => redeem(await sealCode(), { redirect_uri: 'https://x.example' }),
    ],
    ['without its verifier', 400, async () => redeem(await sealCode({ code_challenge: 'x'.repeat(43) }))],
    [
      'with another verifier',
      400,
      async () => redeem(await sealCode({ code_challenge: 'x'.repeat(43) }), { code_verifier: 'y' }),
    ],
    ['with an unexpected verifier', 400, async () => redeem(await sealCode(), { code_verifier: 'y' })],
  ])('%s', async (_, status, request) => {
    expect(await cost(request as () => Promise<{ status: number }>)).toEqual({ status, calls: [] });
  });
});

test('an expired valid code costs one call, which ends its token', async () => {
  const expired = async () => redeem(await sealCode({}, soon() - 61));
  expect(await cost(expired)).toEqual({ status: 500, calls: ['redeem'] });
});

describe('a token costs one storage call if it is valid, and none otherwise', () => {
  test('for a valid token', async () => {
    expect(await cost(async () => read(await sealToken()))).toEqual({ status: 200, calls: ['read'] });
  });

  test.each<[string, () => Promise<{ status: number }>]>([
    ['forged', () => read('forged')],
    ['expired', async () => read(await sealToken({}, soon() - 61))],
    ['a code', async () => read(await sealCode())],
    ['of a secret that was retired', async () => read(await sealToken({ secret: 's0' }))],
  ])('%s', async (_, request) => {
    expect(await cost(request)).toEqual({ status: 401, calls: [] });
  });
});

describe('a disconnect costs one storage call if the plid is well-formed, and none otherwise', () => {
  test('for a valid plid', async () => {
    expect(await cost(() => disconnect(randomUUID()))).toEqual({ status: 200, calls: ['disconnect'] });
  });

  test('for a malformed plid', async () => {
    expect(await cost(() => disconnect('x'))).toEqual({ status: 400, calls: [] });
  });
});

describe('an application is read from KV occasionally', () => {
  test('and a malformed client_id is never read', async () => {
    await redeem('x');
    await redeem('x');
    expect(calls).toEqual(['kv']);
    application = { ...application, client_id: '../etc' };
    expect((await redeem('x')).status).toBe(401);
    expect(calls).toEqual(['kv']);
  });
});

describe('a rotation of KEYS', () => {
  const added = `k9:${Buffer.from('0123456789abcdef'.repeat(2)).fill(9, 0, 8).toString('base64')}`;
  const answers = { redeem: () => 'redeemed', read: () => login };

  test('keeps codes and tokens of the former key while it is second', async () => {
    const settings = {
      ...countingSettings(calls, application, answers),
      KEYS: `${added},${serviceSecrets.KEYS}`,
    };
    const { status, body } = await redeem(await sealCode(), {}, settings);
    expect(status).toBe(200);
    const { access_token } = JSON.parse(body);
    expect(await accessToken.open(serviceKeys, access_token, 0)).toBeUndefined();
    expect((await read(access_token, settings)).status).toBe(200);
    expect((await read(await sealToken(), settings)).status).toBe(200);
  });

  test('ends them when the former key is removed', async () => {
    const settings = { ...countingSettings(calls, application, answers), KEYS: added };
    expect((await redeem(await sealCode(), {}, settings)).status).toBe(500);
    expect((await read(await sealToken(), settings)).status).toBe(401);
  });
});

describe('a storage failure returns 503 server_error with Retry-After', () => {
  const overloaded = () => {
    throw Object.assign(new Error('storage is down'), { overloaded: true });
  };
  const methods = { redeem: overloaded, read: overloaded, disconnect: overloaded };

  async function expectUnavailable(answer: Awaited<ReturnType<typeof ask>>) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(JSON.parse(answer.body).error).toBe('server_error');
    expect(answer.body).not.toContain('storage is down');
  }

  test('for an overloaded Account object', async () => {
    const settings = countingSettings(calls, application, methods);
    await expectUnavailable(await redeem(await sealCode(), {}, settings));
    await expectUnavailable(await read(await sealToken(), settings));
    await expectUnavailable(await disconnect(randomUUID(), settings));
  });

  test('for KV', async () => {
    const failure = new Error('KV GET failed: 503 storage is down');
    const settings = countingSettings(calls, failure, methods);
    await expectUnavailable(await redeem(await sealCode(), {}, settings));
    await expectUnavailable(await read(await sealToken(), settings));
    await expectUnavailable(await disconnect(randomUUID(), settings));
  });

  test("but 500 for a field key that can't be decrypted, without using up the single read", async () => {
    const [secret] = application.secrets;
    if (secret === undefined) throw new Error('no secret');
    const secrets = [{ ...secret, field_key: 'lost' }];
    application = await newApplication({ reads: 'once', secrets });
    const settings = countingSettings(calls, application, { read: () => login });
    expect((await read(await sealToken(), settings)).status).toBe(500);
    expect(calls).toEqual(['kv']);
  });
});
