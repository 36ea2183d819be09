import { describe, expect, test } from 'vitest';
import { basicAuthorization } from '../../../packages/plid/client/call-service.ts';
import { readBearer, requireBearer } from '../../../workers/core/protocol/bearer.ts';
import {
  clientIdFormat,
  readBasicCredentials,
  readClientCredentials,
} from '../../../workers/core/protocol/credentials.ts';
import { Parameters } from '../../../workers/core/protocol/parameters.ts';

const shop = { client_id: 'demoshop000000000001', client_secret: 'a'.repeat(64) };
const header = basicAuthorization({ clientId: shop.client_id, clientSecret: shop.client_secret });
const request = (Authorization?: string) =>
  new Request(
    'https://login.example.com/',
    Authorization === undefined ? {} : { headers: { Authorization } },
  );
const fields = (values: Record<string, string>) => new Parameters(new URLSearchParams(values));
const none = fields({});
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const refusal = (reason: string) => expect.objectContaining({ reason });

describe('a client_id of the service', () => {
  test.each(['demoshop000000000001', 'ABCxyz01234567890123'])('may be %s', (client_id) => {
    expect(client_id).toMatch(clientIdFormat);
  });

  test.each([
    '',
    'demoshop00000000001',
    'demoshop0000000000011',
    'demoshop-00000000001',
    'demoshop000000000001\n',
  ])('is rejected: %j', (client_id) => {
    expect(client_id).not.toMatch(clientIdFormat);
  });
});

describe('client credentials', () => {
  test('are read from HTTP Basic as basicAuthorization writes them', () => {
    expect(header).toBe(`Basic ${base64(`${shop.client_id}:${shop.client_secret}`)}`);
    expect(readClientCredentials(request(header), none)).toEqual({ ...shop, sentIn: 'header' });
    expect(readBasicCredentials(request(header))).toEqual({ ...shop, sentIn: 'header' });
  });

  test('are read percent-encoded from HTTP Basic', () => {
    const header = `BASIC  ${base64('%64emoshop000000000001:%61%61')}`;
    expect(readBasicCredentials(request(header))).toMatchObject({ ...shop, client_secret: 'aa' });
  });

  test.each(['a:b:', 'a\n', 'a ', 'a\0'])(
    'in HTTP Basic have everything after the first colon as the secret: %j',
    (secret) => {
      expect(readBasicCredentials(request(`Basic ${base64(`id:${secret}`)}`)).client_secret).toBe(secret);
    },
  );

  test('are read from fields if the header is missing or empty', () => {
    for (const header of [undefined, '', '  ']) {
      expect(readClientCredentials(request(header), fields(shop))).toEqual({ ...shop, sentIn: 'fields' });
    }
  });

  test('in HTTP Basic need no padding', () => {
    expect(readBasicCredentials(request(header.replaceAll('=', '')))).toMatchObject(shop);
  });

  test.each([shop, { client_id: shop.client_id }, { client_id: '', client_secret: '' }])(
    'are accepted in both places if they agree: %j',
    (given) => {
      const presented = readClientCredentials(request(header), fields(given));
      expect(presented).toEqual({ ...shop, sentIn: 'header' });
    },
  );

  test('that differ name the differing item', () => {
    for (const item of ['client_id', 'client_secret']) {
      const read = () => readClientCredentials(request(header), fields({ [item]: 'x' }));
      expect(read).toThrow(expect.objectContaining({ reason: 'invalid_item', values: { item } }));
    }
  });

  test('that are missing are distinguished from invalid ones', () => {
    expect(() => readClientCredentials(request(), none)).toThrow(refusal('missing_client'));
    expect(() => readClientCredentials(request(`Basic ${base64(':x')}`), none)).toThrow(
      refusal('missing_credentials'),
    );
    for (const header of [undefined, `Basic ${base64(':x')}`])
      expect(() => readBasicCredentials(request(header))).toThrow(refusal('missing_credentials'));
    expect(() => readClientCredentials(request(), fields({ client_id: 'x' }))).toThrow(
      refusal('bad_client_fields'),
    );
  });

  test.each([
    'Basic',
    'Basic =',
    'Basic a b',
    'Digest abc',
    `x${header}`,
    `${header}, Basic`,
    `Basic ${base64('x')}`,
    `Basic ${base64('%:x')}`,
    'Basic YQ===',
    'Basic !!!',
    'Basic YWJj=ZGVm',
    `Basic ${Buffer.from('\xff\xfe\xfb:\xff').toString('base64url')}`,
    base64(`${shop.client_id}:${shop.client_secret}`),
    `Basic ${base64(`${shop.client_id}:%zz`)}`,
    `${header}, ${header}`,
  ])('in %j are invalid', (header) => {
    expect(() => readBasicCredentials(request(header))).toThrow(refusal('bad_credentials'));
  });

  test('in the header are rejected with a challenge', () => {
    for (const header of [`Basic ${base64(':x')}`, 'Basic x']) {
      const read = () => readClientCredentials(request(header), none);
      const headers = { 'WWW-Authenticate': expect.stringMatching(/^Basic /) };
      expect(read).toThrow(expect.objectContaining({ status: 401, error: 'invalid_client', headers }));
    }
  });
});

describe('a bearer token', () => {
  test.each(['Bearer abc.d-e_f~g+h/i==', 'bearer abc.d-e_f~g+h/i==', 'BEARER   abc.d-e_f~g+h/i== '])(
    'is read from %j',
    (header) => {
      expect(readBearer(request(header))).toBe('abc.d-e_f~g+h/i==');
    },
  );

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer a,b',
    'Bearer a=b',
    'Basic abc',
    'abc',
    'Bearer é',
  ])("isn't read from %j", (header) => {
    const headers = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };
    expect(() => readBearer(request(header))).toThrow(
      expect.objectContaining({ reason: 'authentication_failed', status: 401, headers }),
    );
  });
});

test('an OpenID Connect request without credentials gets a challenge without an error code', async () => {
  expect(await requireBearer(request('Bearer abc'))).toBe('abc');
  await expect(requireBearer(request())).rejects.toEqual(
    expect.objectContaining({ reason: 'authentication_failed', headers: { 'WWW-Authenticate': 'Bearer' } }),
  );
});
