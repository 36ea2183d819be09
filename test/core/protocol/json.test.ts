import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { overHttps, redirect } from '../../../workers/core/http/redirect.ts';
import { ProtocolError } from '../../../workers/core/protocol/errors.ts';
import { checkFields, readJson } from '../../../workers/core/protocol/json.ts';
import * as refusals from '../../../workers/core/protocol/refusals.ts';
import { readUserIdentifier } from '../../../workers/core/protocol/user-identifier.ts';
import { errorResponse } from '../../../workers/core/worker/endpoint.ts';
import { envelope } from '../../../workers/service/protocol/envelope.ts';

const origin = 'https://login.example.com';

describe('a JSON body', () => {
  const schema = v.strictObject({ a: v.string(), b: v.exactOptional(v.object({ c: v.number() })) });
  const read = (body: string, type = 'application/json') =>
    readJson(new Request(origin, { method: 'POST', body, headers: { 'Content-Type': type } }), schema);
  const refusal = (reason: string, item: string) => ({ reason, values: { item } });

  test('is parsed', async () => {
    expect(await read('{"a":"x"}')).toEqual({ a: 'x' });
    expect(await read('{"a":"x"}', 'Application/JSON ; charset=utf-8')).toEqual({ a: 'x' });
    expect(await read(`{"a":"${'x'.repeat(64 * 1024 - 8)}"}`)).toHaveProperty('a');
  });

  test.each<[string, string | undefined, object]>([
    ['{}', undefined, refusal('missing_item', 'a')],
    ['{"a":7}', undefined, refusal('invalid_item', 'a')],
    ['{"a":null}', undefined, refusal('invalid_item', 'a')],
    ['{"a":"x","b":{"c":"d"}}', undefined, refusal('invalid_item', 'b.c')],
    ['{"a":"x","d":1}', undefined, refusal('invalid_item', 'd')],
    ['[]', undefined, refusal('missing_item', 'a')],
    ['7', undefined, refusal('invalid_item', 'body')],
    ['', undefined, refusal('invalid_item', 'body')],
    ['{', undefined, refusal('invalid_item', 'body')],
    ['{"a":"x"}', 'text/plain', refusal('invalid_item', 'Content-Type')],
    [`{"a":"${'x'.repeat(64 * 1024)}"}`, undefined, refusal('invalid_item', 'body')],
  ])('%s as %s is rejected', async (body, type, expected) => {
    await expect(read(body, type)).rejects.toMatchObject(expected);
  });

  test('that breaks off is rejected, and the reason is logged', async () => {
    const cause = new Error('Network connection lost.');
    const body = new ReadableStream({ pull: (controller) => controller.error(cause) });
    const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'application/json' } };
    await expect(readJson(new Request(origin, init), schema)).rejects.toMatchObject({
      ...refusal('invalid_item', 'body'),
      cause,
    });
  });

  test('needs its Content-Type', async () => {
    const request = new Request(origin, { method: 'POST', body: new Uint8Array([123, 125]) });
    await expect(readJson(request, schema)).rejects.toMatchObject(refusal('invalid_item', 'Content-Type'));
    expect(checkFields({ a: 'x' }, schema)).toEqual({ a: 'x' });
  });
});

describe("an operator's user identifier", () => {
  const notes: object[] = [];
  const read = (body: object) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    };
    const context = { request: new Request(origin, init), note: (fields: object) => void notes.push(fields) };
    return readUserIdentifier(context, /^plid-\d$/);
  };

  test('is a number or a plid, and the log contains only which', async () => {
    const [phoneNo, plid, reason] = ['01055550001', 'plid-1', 'ticket 4711'];
    expect(await read({ phoneNo, reason })).toEqual({ named: { phoneNo }, by: 'phoneNo', reason });
    expect(await read({ plid, reason })).toEqual({ named: { plid }, by: 'plid', reason });
    expect(notes).toEqual([
      { by: 'phoneNo', access_reason: reason },
      { by: 'plid', access_reason: reason },
    ]);
  });

  test.each([
    [{}, 'missing_item', 'phoneNo'],
    [{ phoneNo: '01055550001', plid: 'plid-1' }, 'invalid_item', 'plid'],
    [{ phoneNo: '0105555000' }, 'invalid_item', 'phoneNo'],
    [{ plid: 'another' }, 'invalid_item', 'plid'],
    [{ name: 'x' }, 'invalid_item', 'name'],
    [{ plid: 'plid-1', reason: '010 1234 5678' }, 'invalid_item', 'reason'],
    [{ plid: 'plid-1', reason: '12-34-56-78-90' }, 'invalid_item', 'reason'],
    [{ plid: 'plid-1', reason: 'r'.repeat(101) }, 'invalid_item', 'reason'],
    [{ plid: 'plid-1', reason: '=1+2' }, 'invalid_item', 'reason'],
  ])('is rejected: %j', async (body, reason, item) => {
    await expect(read(body)).rejects.toMatchObject({ reason, values: { item } });
  });

  test.each(['r'.repeat(100), '문의 4711 (11-28)', '7'])('may have the reason %s', async (reason) => {
    expect(await read({ plid: 'plid-1', reason })).toMatchObject({ reason });
  });

  test('is rejected without a reason', async () => {
    await expect(read({ plid: 'plid-1' })).rejects.toMatchObject({ reason: 'missing_reason' });
  });
});

describe('a response', () => {
  const texts = { en: 'It was read.', ko: '조회했습니다.' };

  test('of the user endpoints has the common envelope', async () => {
    const expected = { code: '0000', error: 'success', message: texts.ko };
    expect(await envelope(texts, 'ko').json()).toEqual(expected);
    expect(await envelope(texts, 'en', { user: {} }, '').json()).toEqual({
      code: '0000',
      error: '',
      message: texts.en,
      user: {},
    });
  });

  test('with an error may have more fields', async () => {
    const answer = errorResponse(new ProtocolError(refusals.missing_item, { item: 'code' }), 'en', {
      more: 1,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: 'invalid_request',
      message: 'The required item code is missing.',
      more: 1,
    });
  });

  test('with a redirect sets all of its cookies', () => {
    const answer = redirect(303, '/there', ['a=1', 'b=2']);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/there']);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(redirect(302, '/there').headers.getSetCookie()).toEqual([]);
    expect(overHttps(new URL('http://a.example.com/?b=http://c'))).toBe('https://a.example.com/?b=http://c');
    for (const address of ['https://a.example.com/', 'https://a.example.com/?b=http://c'])
      expect(overHttps(new URL(address))).toBe(address);
  });
});
