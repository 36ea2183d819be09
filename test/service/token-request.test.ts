import { beforeEach, describe, expect, test } from 'vitest';
import { grantSignIn } from '../support/people/grants.ts';
import { basic, jsonOf, requestToken } from '../support/requests/service-requests.ts';
import { applications } from '../support/world/test-settings.ts';
import { useWorld } from '../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
let code: string;
beforeEach(async () => {
  ({ code } = await grantSignIn(world));
});

const { client_id, client_secret } = applications.shop;
const grant_type = 'authorization_code';
const credentials = { client_id, client_secret };
/** This header counts as none: test/conformance/deployed-workers.test.ts sends none at all. */
const emptyHeader = { Authorization: '' };
const percentEncoded = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');

type Fields = Record<string, string>;
interface Sent {
  fields?: Fields;
  query?: Fields;
  headers?: Fields;
}

const send = ({ fields = {}, query = {}, headers = {} }: Sent) =>
  requestToken(world, { code, ...fields }, { query, headers });

/** Expects a refusal, after which the code still works. */
async function expectRefused(response: Response, status: number, error: string, message: string) {
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ error, message, error_description: message });
  expect((await requestToken(world, { code })).status).toBe(200);
}

describe('§5 the credentials of an application', () => {
  test.each<[string, Sent]>([
    ['in HTTP Basic', {}],
    ['in HTTP Basic, in lower case', { headers: { Authorization: basic(credentials).replace('B', 'b') } }],
    [
      'in HTTP Basic, percent-encoded (RFC 6749 §2.3.1)',
      {
        headers: {
          Authorization: basic({
            client_id: percentEncoded(client_id),
            client_secret: percentEncoded(client_secret),
          }),
        },
      },
    ],
    ['in HTTP Basic without padding', { headers: { Authorization: basic(credentials).replaceAll('=', '') } }],
    ['as fields of the form', { fields: credentials, headers: emptyHeader }],
    ['in the query string', { query: credentials, headers: emptyHeader }],
    [
      'half in the query string, half in the form',
      { query: { client_id }, fields: { client_secret }, headers: emptyHeader },
    ],
    ['in HTTP Basic and as fields that agree', { fields: credentials }],
    ['in HTTP Basic and in the query string, agreeing', { query: credentials }],
    ['in HTTP Basic, with the client_id once more', { fields: { client_id } }],
    ['in HTTP Basic, with empty fields', { fields: { client_id: '', client_secret: '' } }],
  ])('%s', async (_, sent) => {
    expect((await send(sent)).status).toBe(200);
  });

  test.each<[string, Sent, string]>([
    ['client_id in the form', { fields: { client_id: applications.bank.client_id } }, 'client_id'],
    ['client_secret in the form', { fields: { client_secret: 'x' } }, 'client_secret'],
    ['client_id in the query string', { query: { client_id: 'x' } }, 'client_id'],
    ['client_secret in the query string', { query: { client_secret: 'x' } }, 'client_secret'],
  ])(
    'another %s than in HTTP Basic is an invalid_request, and does not spend the code',
    async (_, sent, item) => {
      await expectRefused(await send(sent), 400, 'invalid_request', `The value of ${item} is not valid.`);
    },
  );

  test.each<[string, Sent, string]>([
    ['none at all', {}, 'A client id must be provided.'],
    ['a client_secret alone', { fields: { client_secret } }, 'A client id must be provided.'],
    ['a client_id alone', { fields: { client_id } }, 'Bad client credentials.'],
    ['a wrong secret in the form', { fields: { client_id, client_secret: 'x' } }, 'Bad client credentials.'],
    ['a wrong secret in the query', { query: { client_id, client_secret: 'x' } }, 'Bad client credentials.'],
    [
      'an unknown client in the form',
      { fields: { ...credentials, client_id: 'x' } },
      'Bad client credentials.',
    ],
  ])('%s, without the header: 400, and no challenge that would hide it', async (_, sent, message) => {
    const response = await send({ ...sent, headers: emptyHeader });
    expect(response.headers.get('WWW-Authenticate')).toBeNull();
    await expectRefused(response, 400, 'invalid_client', message);
  });

  test('wrong ones in the header as well as in the fields: 401, with the challenge', async () => {
    const wrong = { client_id, client_secret: '0'.repeat(64) };
    const response = await send({ fields: wrong, headers: { Authorization: basic(wrong) } });
    expect(response.headers.get('WWW-Authenticate')).toBe('Basic realm="plid", charset="UTF-8"');
    await expectRefused(response, 401, 'invalid_client', 'Bad client credentials.');
  });

  test.each(['header', 'fields'])(
    'an unknown client and a wrong secret in the %s are answered alike',
    async (place) => {
      const wrong = [
        { client_id, client_secret: '0'.repeat(64) },
        { client_id: 'nobody00000000000000', client_secret },
        { client_id: 'no such id', client_secret },
        { client_id, client_secret: applications.bank.client_secret },
      ];
      const responses = await Promise.all(
        wrong.map((given) =>
          send(
            place === 'header'
              ? { headers: { Authorization: basic(given) } }
              : { fields: given, headers: emptyHeader },
          ),
        ),
      );
      const answers = await Promise.all(
        responses.map(async (response) => ({
          status: response.status,
          headers: { ...Object.fromEntries(response.headers), 'x-request-id': 'random' },
          body: await response.text(),
        })),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(answers[0]?.status).toBe(place === 'header' ? 401 : 400);
    },
  );
});

describe('a malformed Authorization header is answered 401 invalid_client, and spends nothing', () => {
  const base64 = (text: string) => `Basic ${Buffer.from(text, 'latin1').toString('base64')}`;
  const good = `${client_id}:${client_secret}`;
  test.each([
    ['a scheme alone', 'Basic'],
    ['another scheme', 'Bearer abc'],
    ['no scheme', Buffer.from(good).toString('base64')],
    ['no colon', base64(client_id)],
    ['a space for the colon', base64(good.replace(':', ' '))],
    ['no Base64', 'Basic !!!'],
    ['Base64 of a length that there is none of', 'Basic YWJjZ'],
    ['padding in the middle', 'Basic YWJj=ZGVm'],
    ['Base64url', `Basic ${Buffer.from('\xff\xfe\xfb:\xff').toString('base64url')}`],
    ['NUL bytes', base64(`${client_id}\0:${client_secret}\0`)],
    ['nothing but NUL bytes', base64('\0\0\0\0:\0\0')],
    ['bytes that are no UTF-8', base64(`\xff\xfe:${client_secret}`)],
    ['a broken percent sign', base64(`${client_id}%:${client_secret}%zz`)],
    ['a line feed after the secret', base64(`${good}\n`)],
    ['a space after the secret', base64(`${good} `)],
    ['the secret in upper case', base64(good.toUpperCase())],
    ['two colons', base64(good.replace(':', '::'))],
    ['the id twice', base64(`${client_id}:${client_id}`)],
    ['two headers', `${base64(good)}, ${base64(good)}`],
    ['8,000 characters', base64('x'.repeat(6_000))],
  ])('%s', async (_, Authorization) => {
    const response = await send({ headers: { Authorization } });
    expect(response.headers.get('WWW-Authenticate')).toBe('Basic realm="plid", charset="UTF-8"');
    await expectRefused(response, 401, 'invalid_client', 'Bad client credentials.');
  });

  test('nothing but a colon: 401, a client id must be provided', async () => {
    const response = await send({ headers: { Authorization: base64(':') } });
    await expectRefused(response, 401, 'invalid_client', 'A client id must be provided.');
  });
});

describe('the form', () => {
  const sendBody = (body: string, type: string, query: Fields = {}) =>
    requestToken(world, body, { query, headers: { 'Content-Type': type } });
  const form = 'application/x-www-form-urlencoded';

  test.each([
    form,
    `${form}; charset=UTF-8`,
    `${form};charset=utf-8`,
    `${form}; charset="utf-8"`,
    form.toUpperCase(),
  ])('may be sent as %s', async (type) => {
    expect((await sendBody(`grant_type=${grant_type}&code=${code}`, type)).status).toBe(200);
  });

  test('may be left out: the query string holds the same parameters', async () => {
    const query = new URLSearchParams({ grant_type, code, state: 'x' });
    const response = await world.fetch(`${world.service}/oauth2/token?${query}`, {
      method: 'POST',
      headers: { Authorization: basic(credentials) },
    });
    expect(response.status).toBe(200);
    expect((await jsonOf(response)).state).toBe('x');
  });

  test('and the query string may hold the same field, when they agree', async () => {
    expect((await send({ query: { grant_type, code } })).status).toBe(200);
  });

  test.each(['code', 'grant_type', 'redirect_uri', 'state', 'code_verifier'])(
    'and the query string with another %s is an invalid_request',
    async (item) => {
      const response = await send({ fields: { [item]: 'one' }, query: { [item]: 'another' } });
      await expectRefused(response, 400, 'invalid_request', `The value of ${item} is not valid.`);
    },
  );

  test.each(['code', 'grant_type', 'client_id', 'client_secret', 'redirect_uri', 'state', 'code_verifier'])(
    'with %s twice is an invalid_request, although both are the same',
    async (item) => {
      const value = { code, grant_type, ...credentials }[item] ?? 'same';
      const twice = new URLSearchParams({ grant_type, code });
      twice.delete(item);
      for (let time = 0; time < 2; time += 1) twice.append(item, value);
      const response = await sendBody(twice.toString(), form);
      await expectRefused(response, 400, 'invalid_request', `The value of ${item} is not valid.`);
    },
  );

  test('may hold bare spaces', async () => {
    const response = await sendBody(`grant_type=${grant_type}&code=${code}&state=a b  c`, form);
    expect(response.status).toBe(200);
    expect((await jsonOf(response)).state).toBe('a b  c');
  });

  test('may hold parameters that nobody knows', async () => {
    expect((await send({ fields: { scope: 'openid', resource: 'x' }, query: { utm: '1' } })).status).toBe(
      200,
    );
  });

  test.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain', ''])(
    'sent as %j is an invalid_request',
    async (type) => {
      const response = await sendBody(`grant_type=${grant_type}&code=${code}`, type);
      await expectRefused(
        response,
        400,
        'invalid_request',
        'The value of Content-Type is not valid. Send application/x-www-form-urlencoded.',
      );
    },
  );

  const tooLong = 'The value of body is not valid. It is too long: at most 65536 bytes as it is sent.';

  test('of more than 64 KiB is an invalid_request', async () => {
    const response = await send({ fields: { state: 'x'.repeat(64 * 1024) } });
    await expectRefused(response, 400, 'invalid_request', tooLong);
  });

  test('may be sent in chunks, of 64 KiB together', async () => {
    const inChunks = (state: string) => {
      const init = {
        method: 'POST',
        headers: { Authorization: basic(credentials), 'Content-Type': form },
        body: new Blob([`grant_type=${grant_type}&code=${code}&state=${state}`]).stream(),
        duplex: 'half',
      };
      return world.fetch(`${world.service}/oauth2/token`, init);
    };
    expect((await jsonOf(await inChunks('x'.repeat(64 * 1024)))).message).toBe(tooLong);
    expect((await jsonOf(await inChunks('가나다'))).state).toBe('가나다');
  });

  test.each([
    ['grant_type', { grant_type: '' }],
    ['code', { code: '' }],
  ])('without %s: a required item is missing', async (item, fields) => {
    const response = await send({ fields });
    await expectRefused(response, 400, 'invalid_request', `The required item ${item} is missing.`);
  });

  test.each(['refresh_token', 'client_credentials', 'password', 'Authorization_Code', 'authorization_code '])(
    'with the grant_type %j: the value of grant_type is not valid',
    async (other) => {
      const response = await send({ fields: { grant_type: other } });
      await expectRefused(response, 400, 'invalid_request', 'The value of grant_type is not valid.');
    },
  );

  test('may name the redirect_uri of the request', async () => {
    expect((await send({ fields: { redirect_uri: applications.shop.redirect_uri } })).status).toBe(200);
  });
});
