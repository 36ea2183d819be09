import { describe, expect, test } from 'vitest';
import { readText } from '../../../workers/core/http/read-text.ts';
import {
  Parameters,
  queryParameters,
  readParameters,
  requireFormContentType,
} from '../../../workers/core/protocol/parameters.ts';

const of = (...queries: string[]) => new Parameters(...queries.map((query) => new URLSearchParams(query)));
const refusal = (reason: string, item: string) => expect.objectContaining({ reason, values: { item } });

test('the parameters that a form repeats have names, and each pair is there once', () => {
  expect(of('=x&a=1&a=2', 'a=1&b=').entries()).toEqual([
    ['a', '1'],
    ['a', '2'],
    ['b', ''],
  ]);
});

describe('a parameter', () => {
  test('is undefined if it is missing or empty', () => {
    expect(of('').optional('a')).toBeUndefined();
    expect(of('a=', 'a').optional('a')).toBeUndefined();
    expect(of('b=1').optional('a')).toBeUndefined();
  });

  test('is found in query string and form', () => {
    expect(of('a=1', 'b=2').required('b')).toBe('2');
    expect(of('a=', 'a=1').required('a')).toBe('1');
  });

  test('may be in both with the same value', () => {
    expect(of('a=1', 'a=1').required('a')).toBe('1');
  });

  test.each([
    ['with different values in two sources', ['a=1', 'a=2']],
    ['twice in one source', ['a=1&a=2']],
    ['twice in one source with the same value', ['a=1&a=1']],
    ['twice in one source, once empty', ['a=1&a=']],
    ['twice empty', ['a=&a=']],
  ])('%s is rejected', (_, sources) => {
    expect(() => of(...sources).optional('a')).toThrow(refusal('invalid_item', 'a'));
  });

  test('is named if it is required and missing', () => {
    expect(() => of('a=').required('a')).toThrow(refusal('missing_item', 'a'));
  });

  test("isn't matched by another case, or by Object.prototype", () => {
    expect(of('A=1').optional('a')).toBeUndefined();
    expect(of('').optional('constructor')).toBeUndefined();
  });
});

test('several parameters contain those with a value', () => {
  expect(of('a=1&b=&c=3&d=4').several(['a', 'b', 'c', 'e'])).toEqual({ a: '1', c: '3' });
  expect(() => of('a=1&a=1').several(['b', 'a'])).toThrow(refusal('invalid_item', 'a'));
});

describe('parsed parameters', () => {
  const parsed = (...texts: string[]) => new Parameters(...texts).parse(['a', 'b', 'c', 'state']);

  test('contain those sent once, and the names of repeated ones in request order', () => {
    expect(parsed('c=1&b=%31&c=1&x=2&x=3', 'a=&a=')).toEqual({
      values: { b: '1' },
      repeated: ['a', 'c'],
      state: '',
    });
    expect(parsed('a=1&b=2', 'a=1&b=3')).toEqual({ values: { a: '1' }, repeated: ['b'], state: '' });
  });

  test('contain the unchanged state unless it is repeated', () => {
    expect(parsed('state=a%2Bb+c')).toEqual({ values: { state: 'a+b c' }, repeated: [], state: 'a%2Bb+c' });
    expect(parsed('state=1', 'state=2')).toEqual({ values: {}, repeated: ['state'], state: '' });
  });
});

test('all parameters form one query as they were sent', () => {
  expect(new Parameters('a=%7e+b', '', 'c=1').asSentWhole()).toBe('a=%7e+b&c=1');
});

describe('a raw parameter', () => {
  test.each([
    ['behind others', ['a=1&state=a%2Bb+c'], 'a%2Bb+c'],
    ['next to an empty one', ['state=', 'state=x'], 'x'],
    ['next to names that start or end with its name', ['states=1&xstate=2&state=x'], 'x'],
    ['under a name that is percent-encoded', ['st%61te=a%2Bb'], 'a%2Bb'],
    ['next to an empty one with a percent-encoded name', ['st%61te=', 'state=x'], 'x'],
    ['with equals signs', ['state=a=b='], 'a=b='],
  ])('is found %s', (_, texts, sent) => {
    expect(new Parameters(...texts).asSent('state')).toBe(sent);
  });

  test('is empty if it is missing or empty', () => {
    expect(new Parameters('state=').asSent('state')).toBe('');
    expect(new Parameters('a=1').asSent('state')).toBe('');
    expect(() => new Parameters('state=1', 'state=2').asSent('state')).toThrow(
      refusal('invalid_item', 'state'),
    );
  });

  test('is valid in a header, and has no fragment', () => {
    expect(new Parameters('state=가 #b!~').asSent('state')).toBe('%EA%B0%80%20%23b!~');
  });

  test('is rejected if it is repeated', () => {
    expect(() => new Parameters('state=1&state=1').asSent('state')).toThrow(refusal('invalid_item', 'state'));
  });
});

describe('the parameters of a request', () => {
  const post = (body: BodyInit, type?: string) =>
    new Request('https://login.example.com/?a=1', {
      method: 'POST',
      body,
      ...(type === undefined ? {} : { headers: { 'Content-Type': type } }),
    });
  const form = 'application/x-www-form-urlencoded';

  test('are read only from the query string if required', () => {
    expect(queryParameters(new URL('https://login.example.com/?a=%EA%B0%80+b')).required('a')).toBe('가 b');
  });

  test('are read from query string and form', async () => {
    for (const type of [
      form,
      `${form}; charset="utf-8"`,
      'Application/X-WWW-Form-Urlencoded ; charset=utf-8',
    ]) {
      const parameters = await readParameters(post('b=2', type));
      expect([parameters.required('a'), parameters.required('b')]).toEqual(['1', '2']);
    }
  });

  test('need no Content-Type without a body', async () => {
    expect((await readParameters(post(''))).required('a')).toBe('1');
    const bare = await readParameters(new Request('https://login.example.com/'));
    expect(bare.optional('a')).toBeUndefined();
  });

  test('are read from no body except a form', async () => {
    for (const type of [undefined, 'application/json', 'text/plain', `x${form}`]) {
      const request = post(new TextEncoder().encode('b=2'), type);
      await expect(readParameters(request)).rejects.toMatchObject({ reason: 'not_a_form' });
    }
  });

  test('are not read from a body of another Content-Type', () => {
    for (const type of [undefined, form, `${form}; charset=utf-8`])
      expect(() => requireFormContentType(post(new Uint8Array(1), type))).not.toThrow();
    for (const type of ['application/json', `x${form}`])
      expect(() => requireFormContentType(post(new Uint8Array(1), type))).toThrow(
        expect.objectContaining({ reason: 'not_a_form' }),
      );
  });

  test('are read from at most 64 KiB', async () => {
    const longest = `b=${'x'.repeat(64 * 1024 - 2)}`;
    expect((await readParameters(post(longest, form))).required('b')).toHaveLength(64 * 1024 - 2);
    await expect(readParameters(post(`${longest}x`, form))).rejects.toMatchObject({
      reason: 'too_long',
      values: { item: 'body', value: '65536' },
    });
  });
});

describe('a request body', () => {
  test('is joined from its chunks, even if one ends within a character', async () => {
    const bytes = new TextEncoder().encode('가나다');
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await readText(new Response(body), 9)).toBe('가나다');
  });

  test("longer than its limit isn't read to the end", async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    expect(await readText(new Response(endless), 5000)).toBeUndefined();
    expect(sent).toBeLessThan(10);
  });

  /** @param headers the headers about its length. */
  const streamed = (headers: Record<string, string>) => {
    const chunks = { sent: 0 };
    const body = new ReadableStream({
      pull(controller) {
        chunks.sent += 1;
        if (chunks.sent > 20) controller.close();
        else controller.enqueue(new Uint8Array(1000).fill(0x61));
      },
    });
    return { chunks, message: new Response(body, { headers }) };
  };

  test('of a known length is read to that length, up to the limit', async () => {
    expect(await readText(streamed({ 'Content-Length': '20000' }).message, 20_000)).toBe('a'.repeat(20_000));
  });

  test("with a Content-Length over the limit isn't read", async () => {
    const { chunks, message } = streamed({ 'Content-Length': '20001' });
    expect(await readText(message, 20_000)).toBeUndefined();
    expect(chunks.sent).toBeLessThan(3);
  });

  test.each([
    ['sent in chunks', { 'Transfer-Encoding': 'chunked' }],
    ['compressed', { 'Content-Encoding': 'gzip' }],
    ['of a length that is not a number', { 'Content-Length': 'few' }],
    ['of a negative length', { 'Content-Length': '-1' }],
    ['of two lengths', { 'Content-Length': '1, 20000' }],
    ['of an empty length', { 'Content-Length': '' }],
  ])("that is %s isn't read by its Content-Length", async (_, headers) => {
    const { chunks, message } = streamed({ 'Content-Length': '1', ...headers });
    expect(await readText(message, 5000)).toBeUndefined();
    expect(chunks.sent).toBeLessThan(10);
  });
});
