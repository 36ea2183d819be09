import { describe, expect, test } from 'vitest';
import { read } from '../../test/support/requests/send.ts';
import { Choices, choiceRange } from './choices.ts';
import { type Exchange, faultsOf, faultsOfCosts, faultsOfLine, slowest, type Word } from './oracles.ts';

const json = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Request-Id': '0123456789abcdef',
  'Strict-Transport-Security': 'max-age=31536000',
  'Content-Type': 'application/json',
};
const refusal = { error: 'invalid_request', message: 'The value of grant_type is not valid.' };
const words: Word[] = [
  { text: 'the-key-of-the-service', owner: 'settings' },
  { text: 'the-token-of-an-operator', owner: 'settings', opens: true },
  { text: '01029384756', owner: 'victim' },
  { text: 'the-token-of-hana', owner: 'hana', opens: true },
  { text: 'the-plid-of-hana', owner: 'hana' },
  { text: 'the-state-of-asker', owner: 'asker' },
];

interface Changes {
  path?: string;
  method?: string;
  sent?: string;
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  milliseconds?: number;
  half?: Exchange['half'];
}

/** A proper error of the token endpoint, except for the changes. An empty header is left out. */
function exchange(changes: Changes = {}): Exchange {
  const { path = '/oauth2/token', method = 'POST', sent = '', half = 'service' } = changes;
  const { status = 400, headers = {}, milliseconds = 1 } = changes;
  const body = changes.body ?? { ...refusal, error_description: refusal.message };
  const present = Object.entries({ ...json, ...headers }).filter(([, value]) => value !== '');
  return {
    half,
    method,
    sent,
    url: new URL(path, 'https://login.example.com'),
    answer: {
      status,
      headers: new Headers(present),
      milliseconds,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
  };
}

const namesOf = (changes: Changes) => [
  ...new Set(faultsOf(exchange(changes), words).map(({ oracle }) => oracle)),
];

describe('a correct response', () => {
  test.each<[string, Changes]>([
    ['a refusal', {}],
    [
      'the one 500 of §4.2',
      {
        status: 500,
        body: {
          error: 'server_error',
          message: 'Invalid authorization code.',
          error_description: 'Invalid authorization code.',
        },
      },
    ],
    ['a sent value that is returned', { sent: '01029384756', body: said('01029384756') }],
    [
      'a stored value that an operator reads',
      {
        path: '/admin/applications/x',
        method: 'GET',
        sent: 'Bearer the-token-of-an-operator',
        status: 404,
        body: { error: 'not_found', message: 'the-state-of-asker' },
      },
    ],
    ["the caller's own data", { sent: 'Bearer the-token-of-hana', body: said('the-plid-of-hana') }],
  ])('is accepted: %s', (_, changes) => {
    expect(faultsOf(exchange(changes), words)).toEqual([]);
  });
});

/** An error with an additional text. */
function said(text: string) {
  return { error: 'invalid_request', message: text, error_description: text };
}

describe('an incorrect response', () => {
  test.each<[string, Changes, string]>([
    ['an internal error', { status: 500, body: { error: 'server_error', message: 'x' } }, 'fault'],
    ['an outage that did not happen', { status: 503 }, 'fault'],
    ['a status that the contract does not name', { status: 402 }, 'contract'],
    ['a field that the contract does not name', { body: { ...refusal, debug: 1 } }, 'contract'],
    ['text instead of JSON', { headers: { 'Content-Type': 'text/plain' } }, 'contract'],
    ['a stack trace', { body: said('TypeError: x is undefined\n    at read (token.js:1:2)') }, 'insides'],
    ['a secret of the settings', { body: said('the-key-of-the-service') }, 'leak'],
    [
      'a secret of the settings in a header, even where it was sent',
      { sent: 'the-key-of-the-service', headers: { 'X-Debug': 'the-key-of-the-service' } },
      'leak',
    ],
    ["another user's number", { body: said('01029384756') }, 'leak'],
    [
      'that number, read by an operator',
      { sent: 'the-token-of-an-operator', body: said('01029384756') },
      'leak',
    ],
    ["another user's plid", { body: said('the-plid-of-hana') }, 'leak'],
    ['an answer that may be cached', { headers: { 'Cache-Control': '' } }, 'headers'],
    ['an answer without its id', { headers: { 'X-Request-Id': '' } }, 'headers'],
    [
      'a page without a policy',
      {
        path: '/oauth2/authorize/sign-in',
        method: 'GET',
        body: '<!doctype html><p>x</p>',
        headers: { 'Content-Type': 'text/html' },
      },
      'headers',
    ],
    [
      'an open redirect',
      {
        method: 'GET',
        path: '/oauth2/authorize',
        status: 302,
        headers: { Location: 'https://evil.example/?a' },
      },
      'redirect',
    ],
    ['a redirect that sends the form on', { status: 307, headers: { Location: '/' } }, 'redirect'],
    ['a header out of a value', { headers: { 'Set-Cookie': 'a=b' } }, 'injection'],
    ['an answer that takes long', { milliseconds: slowest + 1 }, 'slow'],
  ])('is detected: %s', (_, changes, oracle) => {
    expect(namesOf(changes)).toContain(oracle);
  });
});

describe('a log line', () => {
  test('is accepted if it reports an ordinary event, or comes from the runtime', () => {
    const line = '{"level":"info","worker":"service-token","request":"0123456789abcdef","status":400}';
    expect(faultsOfLine(line, words)).toEqual([]);
    expect(faultsOfLine('workerd/io/worker.c++:12: warning', words)).toEqual([]);
  });

  test.each([
    ['an uncaught exception', 'Uncaught TypeError: x is not a function'],
    ['an internal error', '{"level":"error","request":"0123456789abcdef","reason":"internal"}'],
    ['a number', '{"level":"info","request":"0123456789abcdef","who":"01029384756"}'],
    ["the caller's token", '{"level":"info","request":"0123456789abcdef","a":"the-token-of-hana"}'],
  ])('is detected: %s', (_, line) => {
    expect(faultsOfLine(line, words)).toHaveLength(1);
  });

  test('is reported with its request ID', () => {
    const [fault] = faultsOfLine('{"request":"0123456789abcdef","reason":"internal"}', words);
    expect(fault?.request).toBe('0123456789abcdef');
  });
});

test("writes by unauthenticated requests are detected in objects and KV, and reads aren't", () => {
  const read = { calls: { read: 3 }, rowsRead: 3, rowsWritten: 0, alarmsSet: 0, alarmsRun: 0, bytes: 0 };
  const none = { reads: 2, writes: 0, deletes: 0, bytes: 0 };
  expect(faultsOfCosts({ objects: { Account: read }, kv: { application: none } })).toEqual([]);
  expect(faultsOfCosts({ objects: { Account: { ...read, rowsWritten: 1 } }, kv: {} })).toHaveLength(1);
  expect(faultsOfCosts({ objects: { Account: { ...read, bytes: 4_096 } }, kv: {} })).toHaveLength(1);
  expect(faultsOfCosts({ objects: {}, kv: { session: { ...none, writes: 1 } } })).toHaveLength(1);
  expect(faultsOfCosts({ objects: {}, kv: { state: { ...none, writes: 1 } } })).toEqual([]);
});

describe('fuzz choices', () => {
  test('follow from their numbers, and the smallest number selects the simplest choice', () => {
    const choices = new Choices([0, choiceRange - 1, choiceRange / 2]);
    expect([choices.maybe(0.9), choices.maybe(0.1), choices.upTo(9)]).toEqual([false, true, 5]);
  });

  test('are the simplest if no numbers are left', () => {
    const choices = new Choices([]);
    expect([choices.maybe(0.9), choices.upTo(9), choices.pick(['first', 'last'])]).toEqual([
      false,
      0,
      'first',
    ]);
  });
});

describe('a response over a socket', () => {
  test('is read completely, also in chunks', () => {
    const chunked =
      'HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\nX-A: b\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n';
    const { status, headers, body } = read(Buffer.from(chunked));
    expect([status, headers.get('X-A'), body]).toEqual([400, 'b', 'abcde']);
  });

  test('is read after a 100 Continue', () => {
    const { status } = read(Buffer.from('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'));
    expect(status).toBe(204);
  });

  test('has status 0 if it never came', () => {
    expect(read(Buffer.from('')).status).toBe(0);
  });
});
