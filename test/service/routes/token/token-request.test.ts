import { beforeEach, describe, expect, test } from 'vitest';
import { grantSignIn } from '../../../support/fixtures/grants.ts';
import { basic, jsonOf, requestToken } from '../../../support/requests/service-requests.ts';
import { applications } from '../../../support/world/test-settings.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
let code: string;
beforeEach(async () => {
  ({ code } = await grantSignIn(world));
});

const { client_id, client_secret } = applications.shop;
const grant_type = 'authorization_code';
const credentials = { client_id, client_secret };
/** This header counts as none: the conformance suite sends none at all. */
const emptyHeader = { Authorization: '' };
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

describe('§5 the credentials of a token request', () => {
  test("are rejected if client_id in the query string isn't that of HTTP Basic: 400, and the code stays valid", async () => {
    const response = await send({ query: { client_id: applications.bank.client_id } });
    await expectRefused(response, 400, 'invalid_request', 'The value of client_id is not valid.');
  });

  test.each<[string, Fields, string]>([
    ['none at all', {}, 'A client id must be provided.'],
    ['a wrong secret in the form', { client_id, client_secret: 'x' }, 'Bad client credentials.'],
  ])('are rejected with 400 and no challenge without the header: %s', async (_, fields, message) => {
    const response = await send({ fields, headers: emptyHeader });
    expect(response.headers.get('WWW-Authenticate')).toBeNull();
    await expectRefused(response, 400, 'invalid_client', message);
  });

  test('are rejected with 401 and a challenge if wrong in both the header and the fields', async () => {
    const wrong = { client_id, client_secret: '0'.repeat(64) };
    const response = await send({ fields: wrong, headers: { Authorization: basic(wrong) } });
    expect(response.headers.get('WWW-Authenticate')).toBe('Basic realm="plid", charset="UTF-8"');
    await expectRefused(response, 401, 'invalid_client', 'Bad client credentials.');
  });

  test.each(['header', 'fields'])(
    'get the same response for an unknown client and for a wrong secret in the %s',
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

  test('are rejected with 401 if the header is malformed, and the code stays valid', async () => {
    const response = await send({ headers: { Authorization: 'Basic !!!' } });
    expect(response.headers.get('WWW-Authenticate')).toBe('Basic realm="plid", charset="UTF-8"');
    await expectRefused(response, 401, 'invalid_client', 'Bad client credentials.');
  });
});

describe('the form of a token request', () => {
  const sendBody = (body: string, type: string, query: Fields = {}) =>
    requestToken(world, body, { query, headers: { 'Content-Type': type } });
  const form = 'application/x-www-form-urlencoded';

  test('is rejected with 400 if the query string contains another code', async () => {
    const response = await send({ query: { code: 'another' } });
    await expectRefused(response, 400, 'invalid_request', 'The value of code is not valid.');
  });

  test.each(['code', 'state'])(
    'is rejected with 400 if it contains %s twice, even with the same value',
    async (item) => {
      const twice = new URLSearchParams({ grant_type, code, state: 'same' });
      twice.append(item, twice.get(item) ?? '');
      const response = await sendBody(twice.toString(), form);
      await expectRefused(response, 400, 'invalid_request', `The value of ${item} is not valid.`);
    },
  );

  test('may contain unescaped spaces', async () => {
    const response = await sendBody(`grant_type=${grant_type}&code=${code}&state=a b  c`, form);
    expect(response.status).toBe(200);
    expect((await jsonOf(response)).state).toBe('a b  c');
  });

  test('may contain unknown parameters', async () => {
    expect((await send({ fields: { scope: 'openid', resource: 'x' }, query: { utm: '1' } })).status).toBe(
      200,
    );
  });

  test('is rejected with 400 if it is sent as JSON', async () => {
    const response = await sendBody(JSON.stringify({ grant_type, code }), 'application/json');
    const message = 'The value of Content-Type is not valid. Send application/x-www-form-urlencoded.';
    await expectRefused(response, 400, 'invalid_request', message);
  });

  const tooLong =
    'The value of body is not valid because it is too long. Send at most 65536 bytes, counted in encoded form.';

  test('may be sent in chunks, up to 64 KiB', async () => {
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

  test.each(['refresh_token', 'client_credentials', 'password', 'Authorization_Code', 'authorization_code '])(
    'is rejected with 400 for the grant_type %j',
    async (other) => {
      const response = await send({ fields: { grant_type: other } });
      await expectRefused(response, 400, 'invalid_request', 'The value of grant_type is not valid.');
    },
  );
});
