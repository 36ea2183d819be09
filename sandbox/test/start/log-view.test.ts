import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { columnsOf } from '../../../tools/terminal/layout.ts';
import { formatLogLine } from '../../start/log-view.ts';

const time = new Date(2026, 0, 2, 3, 4, 5);
const request = { level: 'info', worker: 'service-token', request: '8f2b6c1d0e4a9357', method: 'POST' };
const answered = { ...request, route: '/oauth2/token', status: 200, milliseconds: 7 };
const refused = {
  ...answered,
  error: 'invalid_client',
  reason: 'missing_credentials',
  client_id: 'demoshop000000000001',
  status: 401,
};
const failed = {
  ...answered,
  level: 'error',
  error: 'server_error',
  reason: 'internal',
  status: 500,
  cause:
    'TypeError at readClient (workers/service/routes/token/index.ts:20:3), caused by SyntaxError at JSON.parse',
};
const event = {
  level: 'info',
  worker: 'service-authorize',
  request: '8f2b6c1d0e4a9357',
  events: { sign_in_approved: 1, code_issued: 1 },
  carrier: 'S',
  person: 'k1:5f0c',
};

const shown = (line: object, columns = 80) =>
  stripVTControlCharacters(formatLogLine(JSON.stringify(line), columns, time)).split('\n');

describe('a log line formatted for reading', () => {
  test('contains method, route, status, and time', () => {
    expect(shown(answered)).toEqual(
      ['03:04:05  POST   /oauth2/token                                      200     7 ms'].map((line) =>
        expect.stringMatching(new RegExp(line.replaceAll(/ {3,}/g, ' +'))),
      ),
    );
    expect(shown(answered)).toHaveLength(1);
  });

  test('contains the reason of an error and the request ID, as on the error page', () => {
    expect(shown(refused).join('').replaceAll(/ +/g, ' ')).toMatch(
      / ms invalid_client \(missing_credentials\), client_id demoshop000000000001, request 8f2b6c1d0e4a9357$/,
    );
  });

  test('marks an internal error', () => {
    expect(shown(failed)[1]).toMatch(/^ +error: server_error \(internal\), cause TypeError/);
  });

  test('contains the event without the pseudonym', () => {
    expect(shown(event)).toEqual(['03:04:05  sign_in_approved, code_issued, carrier S']);
  });

  test("contains the worker's name if there is no request", () => {
    const line = { level: 'warn', worker: 'gateway-objects', cause: 'late' };
    expect(shown(line)).toEqual(['03:04:05  warn: gateway-objects, cause late']);
  });

  test.each([80, 50])('fits into %i columns', (columns) => {
    for (const line of [answered, refused, failed, event]) {
      for (const part of shown(line, columns)) {
        expect(columnsOf(part), part).toBeLessThanOrEqual(columns);
      }
    }
  });

  test.each(['Uncaught Error: x', '{"not":"ours"}', '{broken'])('leaves %s unchanged', (line) => {
    expect(formatLogLine(line, 80, time)).toBe(line);
  });
});

describe('the colors of log lines', () => {
  beforeEach(() => vi.stubEnv('FORCE_COLOR', '1').stubEnv('NO_COLOR', undefined));
  afterEach(() => vi.unstubAllEnvs());
  const colourOf = (line: object, text: string) =>
    new RegExp(`\\x1b\\[(\\d+)m${text}`).exec(formatLogLine(JSON.stringify(line), 80, time))?.[1];

  test('distinguish success, rejection, and failure', () => {
    expect([colourOf(answered, '200'), colourOf(refused, '401'), colourOf(failed, '500')]).toEqual([
      ...['32', '33', '31'],
    ]);
    expect(colourOf(failed, 'error: ')).toBe('31');
  });
});
