import { afterEach, describe, expect, test, vi } from 'vitest';
import { expectRefusal } from '../../../packages/plid-kits/conformance/expectations.ts';
import { probeTokenEndpoint, Target } from '../../../packages/plid-kits/conformance/target.ts';
import { expectJson, expectNames } from '../../../packages/plid-kits/test-suite/expect-fields.ts';
import { readObject } from '../../../packages/plid-kits/test-suite/http-response.ts';
import { Mismatch } from '../../../packages/plid-kits/test-suite/mismatch.ts';

afterEach(() => void vi.unstubAllGlobals());

const answerOf = (status: number, text: string, type = 'application/json') => ({
  ...{ status, text, json: readObject(text) },
  headers: new Headers(type === '' ? {} : { 'Content-Type': type }),
});

describe('an answer', () => {
  test.each(['application/json', 'Application/JSON; charset=utf-8'])('of the type %s is JSON', (type) => {
    expect(() => expectJson(answerOf(200, '{}', type))).not.toThrow();
  });

  test.each(['text/json', 'application/jsonp', 'application/problem+json', ''])(
    'of the type %j isn’t JSON',
    (type) => {
      expect(() => expectJson(answerOf(200, '{}', type))).toThrow(Mismatch);
    },
  );

  test.each(['[]', '"x"', 'null', '{'])('with the body %s isn’t a JSON object', (text) => {
    expect(() => expectJson(answerOf(200, text))).toThrow(Mismatch);
  });

  test('may have further fields, which are returned, but none that is spelled otherwise', () => {
    expect(expectNames({ plid: 1, extra: 2, name: 3 }, ['plid'], ['name'])).toEqual(['extra']);
    for (const name of ['access-token', 'accessToken', 'ACCESS_TOKEN'])
      expect(() => expectNames({ [name]: 1 }, [], ['access_token'])).toThrow(Mismatch);
    expect(() => expectNames({ name: 3 }, ['plid'])).toThrow(Mismatch);
  });
});

describe('a refusal', () => {
  const body = (fields: object) => JSON.stringify({ error: 'invalid_request', message: 'x', ...fields });

  test.each([400, 401, 500, 503])('may have the status %i', (status) => {
    expect(() => expectRefusal(answerOf(status, body({})))).not.toThrow();
  });

  test.each<[string, number, object]>([
    ['the status 399', 399, {}],
    ['the status 302', 302, {}],
    ['an unknown error', 400, { error: 'x' }],
    ['an empty message', 400, { message: '' }],
    ['a message that isn’t text', 400, { message: 7 }],
  ])('must not have %s', (_, status, fields) => {
    expect(() => expectRefusal(answerOf(status, body(fields)))).toThrow(Mismatch);
  });

  test('may have to have a status, an error, and a name in its message', () => {
    const wanted = { status: 400, error: 'invalid_request', names: 'code' };
    expect(() => expectRefusal(answerOf(400, body({ message: 'the code' })), wanted)).not.toThrow();
    expect(() => expectRefusal(answerOf(401, body({ message: 'the code' })), wanted)).toThrow(Mismatch);
    expect(() => expectRefusal(answerOf(400, body({ message: 'the state' })), wanted)).toThrow(Mismatch);
  });
});

describe('the service to test', () => {
  const application = { clientId: 'c', clientSecret: 'the secret', redirectUri: 'https://a/cb' };
  const credentials = (clientId: string) => ({ clientId, clientSecret: `the secret of ${clientId}` });
  const url = 'https://login.example.com/';

  /** @returns what was sent: address, method, headers, and body. */
  function answering(answer: () => Response) {
    const sent: { address: string; method?: string | undefined; headers: Headers; body: unknown }[] = [];
    vi.stubGlobal('fetch', async (address: string, { method, headers, body }: RequestInit) => {
      sent.push({ address, method, headers: new Headers(headers), body });
      return answer();
    });
    return sent;
  }

  test('is sent requests that ask for JSON in English, and has ten seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const sent = answering(() => Response.json({}));
    await new Target({ ...application, url }).user('Bearer t');
    await new Target({ ...application, url, timeout: 3 }).user();
    const [first, second] = sent;
    expect([first?.address, first?.method]).toEqual(['https://login.example.com/v1/user/me', 'GET']);
    const headers = { accept: 'application/json', 'accept-language': 'en' };
    expect(Object.fromEntries(first?.headers ?? [])).toEqual({ ...headers, authorization: 'Bearer t' });
    expect(Object.fromEntries(second?.headers ?? [])).toEqual(headers);
    expect(timeout.mock.calls).toEqual([[10_000], [3_000]]);
    timeout.mockRestore();
  });

  test('is asked first whether it takes the client, with a code that it never issued', async () => {
    const sent = answering(() => Response.json({}));
    await probeTokenEndpoint(url, 10, application);
    expect(sent[0]).toMatchObject({
      ...{ address: 'https://login.example.com/oauth2/token', method: 'POST' },
      body: 'grant_type=authorization_code&code=made-up',
    });
    expect(sent[0]?.headers.get('Authorization')).toBe(`Basic ${btoa('c:the secret')}`);
  });

  test('shows no secret of an application in the report', () => {
    const target = new Target({
      ...{ ...application, url, other: credentials('other') },
      relyingParty: { ...credentials('party'), redirectUri: 'https://a/cb' },
    });
    for (const { clientId, clientSecret } of [application, credentials('other'), credentials('party')]) {
      expect(target.masks.mask(`-${clientSecret}-`)).toBe('-…-');
      expect(target.masks.mask(`-${btoa(`${clientId}:${clientSecret}`)}-`)).toBe('-…-');
    }
  });

  test('offers pushed requests only if its metadata is a success and has a URL', async () => {
    const metadata = { pushed_authorization_request_endpoint: 'https://login.example.com/oauth2/par' };
    const pathOf = (answer: () => Response) => {
      answering(answer);
      return new Target({ ...application, url }).pushPath();
    };
    expect(await pathOf(() => Response.json(metadata))).toBe('/oauth2/par');
    expect(await pathOf(() => Response.json(metadata, { status: 404 }))).toBe('');
    expect(await pathOf(() => Response.json({ pushed_authorization_request_endpoint: 'par' }))).toBe('');
  });
});
